import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { reasonOf } from '../service/read-file.ts';

/**
 * The token in a file that its owner alone can read. It is never repeated, and neither is a name that is a token itself.
 *
 * @param name  what a fault calls it
 * @faults TOKEN_FILE_UNFIT
 */
export function readTokenFile(place: string, name: string): string | Fault<'TOKEN_FILE_UNFIT'> {
  const file = LOOKS_LIKE_TOKEN.test(name) ? 'what ASSAY_TOKEN_FILE says' : name;
  const unfit = (problem: string) => new Fault('TOKEN_FILE_UNFIT', { file, problem });
  let handle: number | undefined;
  try {
    // Without waiting for whoever would write into a pipe.
    handle = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK);
    // Of the file that was opened, whatever stands under its name by then.
    const found = fstatSync(handle);
    if (!found.isFile()) return unfit('it is not a file');
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
      return unfit('others than its owner may read or write it');
    if (found.size > LIMITS.token_file_bytes_max) return unfit('it is too large for one');
    const bytes = Buffer.alloc(LIMITS.token_file_bytes_max);
    const text = bytes.toString('latin1', 0, readSync(handle, bytes));
    const token = text.replace(/\r?\n$/, '');
    return TOKEN.test(token) ? token : unfit('it does not hold one token in one line');
  } catch (error) {
    return unfit(reasonOf(error));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** RFC 6750, section 2.1: what may stand behind `Bearer`. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const LOOKS_LIKE_TOKEN = /^(?:assay_|eyJ)/;
