import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Sends the temporary files of one run, and of the processes it starts, to one folder, which goes even if a test was killed. */
export function setup(): () => void {
  const outside = process.env['TMPDIR'];
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-test-'));
  // Tests that read as somebody else have to get into it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    if (outside === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outside;
    rmSync(folder, { recursive: true, force: true });
  };
}
