import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of its own, gone with the others when the run is over. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'assay-'));
}
