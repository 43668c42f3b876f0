import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { reasonOf } from './read-file.ts';

/**
 * Writes a file in place of whatever has its name; whoever reads it finds it whole, or as it was.
 *
 * @param name  what a fault calls it
 * @param mark  a word nobody else writes drafts under
 * @faults FILE_UNWRITABLE
 */
export function writeWholeFile(
  place: string,
  name: string,
  content: string,
  mark: string,
): Fault | undefined {
  const draft = `${place}.${mark}.draft`;
  try {
    writeFileSync(draft, content, { flag: 'wx', flush: true });
    renameSync(draft, place);
    return undefined;
  } catch (error) {
    rmSync(draft, { force: true });
    return new Fault('FILE_UNWRITABLE', { path: name, reason: reasonOf(error) });
  }
}
