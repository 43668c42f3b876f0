import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder of its own for the tests of one file, gone when they are done. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
