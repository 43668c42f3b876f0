import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a small file to a folder, gives it another name, reads it, and removes both.
 *
 * @param name  nobody else's
 * @faults STORE_UNAVAILABLE
 */
export function probeFolder(folder: string, name: string): Fault | undefined {
  const [place, second] = [path.join(folder, `${name}.probe`), path.join(folder, `${name}.probe.2`)];
  try {
    makeFolder(folder);
    try {
      const handle = openSync(place, 'wx');
      try {
        writeSync(handle, name);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(place, second);
      if (readFileSync(second, 'utf8') === name) return undefined;
      return new Fault('STORE_UNAVAILABLE', {
        path: folder,
        problem: 'what was written there was read as other',
      });
    } finally {
      for (const each of [place, second]) rmSync(each, { force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || error instanceof TypeError) throw error;
    return new Fault('STORE_UNAVAILABLE', { path: folder, problem: code });
  }
}
