import { writeFileSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { reasonOf } from './read-file.ts';

/** Writes a file where none is. @param name  what a fault calls it @faults FILE_UNWRITABLE */
export function writeNewFile(place: string, name: string, content: string | Uint8Array): Fault | undefined {
  try {
    writeFileSync(place, content, { flag: 'wx', flush: true });
    return undefined;
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: name, reason: reasonOf(error) });
  }
}
