import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

describe('the pipelines in docs/ci.md', () => {
  const blocks = [
    ...readFileSync(path.join(REPOSITORY, 'docs/ci.md'), 'utf8').matchAll(/^```yaml\n([\s\S]+?)^```$/gm),
  ].map(([, text]) => text!);
  const commands = blocks.flatMap(text =>
    [...text.matchAll(/(?:run:|-) (npx assay .+)$/gm)].map(([, line]) => line!),
  );

  it('run commands that this program has, and leave the files that they hand on', async () => {
    expect(blocks).toHaveLength(2);
    expect(commands).toHaveLength(2);
    const folder = copiedProject();
    folder.write('reports/.keep', '');
    for (const command of commands) {
      const { exit, err } = await folder.assay(...command.split(' ').slice(2));
      expect([command, exit, err]).toEqual([command, 1, '']);
    }
    const handedOn = blocks.flatMap(text => text.match(/reports\/assay\.\w+/g)!);
    for (const file of handedOn) expect(folder.read(file).length).toBeGreaterThan(500);
  });
});
