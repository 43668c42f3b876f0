import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { copiedProject } from '../cli/harness.ts';
import { REPOSITORY } from '../cli/repository.ts';

const run = promisify(execFile);

describe('several processes with one file of cells', () => {
  it('run each cell once between them, and say the same', async () => {
    const { root } = copiedProject();
    mkdirSync(path.join(root, '.assay'));
    writeFileSync(path.join(root, 'registry.config.ts'), 'export default {};');
    const asked = () =>
      run(
        process.execPath,
        [path.join(REPOSITORY, 'src/main/bin.ts'), 'matrix', 'training.example', '--json', '--root', root],
        { maxBuffer: 64 << 20, env: { PATH: process.env['PATH'] ?? '' } },
        // It fails, and says so with its exit code.
      ).catch((error: { readonly stdout: string; readonly code: number }) => {
        expect(error.code).toBe(1);
        return error;
      });
    const said = (await Promise.all([asked(), asked(), asked()])).map(({ stdout }) => JSON.parse(stdout));
    const [first] = said;
    for (const { cache, ...report } of said) {
      expect(cache.taken + cache.ran).toBe(first.cells.length);
      expect(report).toEqual({ ...first, cache: undefined });
    }
    expect(said.reduce((sum, { cache }) => sum + cache.ran, 0)).toBe(first.cells.length);
  });
});
