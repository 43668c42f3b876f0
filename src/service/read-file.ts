import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';

/**
 * The bytes of a file of the project. The size is asked for first, so that a huge file is never read.
 *
 * @param name  below `root`, with `/` between its parts; the name a fault shows
 * @faults FILE_UNREADABLE, DOCUMENT_TOO_LARGE
 */
export function readFile(root: string, name: string, most_bytes: number): Uint8Array | Fault {
  const file = path.join(root, ...name.split('/'));
  try {
    const found = statSync(file);
    if (!found.isFile()) return new Fault('FILE_UNREADABLE', { path: name, reason: 'it is not a file' });
    if (found.size > most_bytes) {
      const facts = { bytes: found.size, limit_bytes: most_bytes };
      return new Fault('DOCUMENT_TOO_LARGE', facts, { file: name, line: 1, column: 1 });
    }
    return readFileSync(file);
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}

/** The names in a folder, sorted; a folder that is not there has none. */
export function listFolder(root: string, name: string): readonly string[] {
  try {
    return readdirSync(path.join(root, ...name.split('/'))).sort();
  } catch {
    return [];
  }
}

export const reasonOf = (error: unknown): string =>
  ({ ENOENT: 'it does not exist', EACCES: 'it may not be read', EISDIR: 'it is a folder' })[
    (error as NodeJS.ErrnoException).code ?? ''
  ] ?? `${(error as NodeJS.ErrnoException).code ?? 'it failed'}`;
