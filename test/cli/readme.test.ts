import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

/** The blocks of the README that show one command and what it printed; `…` stands for lines left out. */
const shown = [
  ...readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8').matchAll(
    /^```\n\$ npx assay (.+)\n([^`$]+)```$/gm,
  ),
].map(([, command, printed]) => ({ command: command!, printed: printed! }));

/** Every line as it is, and for each `…` any number of them. */
const linesOf = (printed: string): string =>
  printed
    .split(/^…\n/m)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(?:.*\n)*');

describe('the README', () => {
  it('shows what the commands print today, in the order it shows them', async () => {
    expect(shown.map(({ command }) => command.split(' ')[0])).toEqual([
      'check',
      'diff',
      'propose',
      'propose',
      'release',
      'release',
      'compare',
    ]);
    const folder = copiedProject();
    for (const { command, printed } of shown) {
      const { out } = await folder.assay(...command.split(' '));
      expect(out, command).toMatch(new RegExp(`^${linesOf(printed)}$`));
    }
  });
});
