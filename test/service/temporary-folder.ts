import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is gone when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-release-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
