import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/**
 * The bytes of a file of the project. The size is asked for first, so that a huge file is never read, and a link is
 * followed only as far as the project goes.
 *
 * @param name  below `root`, with `/` between its parts; the name a fault shows
 * @faults FILE_UNREADABLE PATH_OUTSIDE DOCUMENT_TOO_LARGE
 */
export function readFile(root: string, name: string, most_bytes: number): Uint8Array | Fault {
  try {
    const file = insideOf(root, name);
    if (file instanceof Fault) return file;
    const found = statSync(file);
    if (!found.isFile()) return new Fault('FILE_UNREADABLE', { path: name, reason: 'it is not a file' });
    if (found.size > most_bytes) {
      const facts = { bytes: found.size, limit_bytes: most_bytes };
      return new Fault('DOCUMENT_TOO_LARGE', facts, startOf(name));
    }
    return readFileSync(file);
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}

/**
 * The names in a folder, sorted; a folder that is not there has none, and one that can't be read is no empty one. Names
 * that begin with a dot are left to the tools that make them.
 *
 * @faults FOLDER_UNREADABLE PATH_OUTSIDE FOLDER_TOO_FULL
 */
export function listFolder(root: string, name: string): readonly string[] | Fault {
  try {
    const folder = insideOf(root, name);
    if (folder instanceof Fault) return folder;
    const names = readdirSync(folder).filter(entry => !entry.startsWith('.'));
    const most = LIMITS.folder_files_max;
    if (names.length > most) return new Fault('FOLDER_TOO_FULL', { folder: name, files: names.length, most });
    return names.sort();
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? []
      : new Fault('FOLDER_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}

/** The names of the folders in a folder; a link that leads nowhere is none. @faults those of `listFolder` */
export function listFolders(root: string, name: string): readonly string[] | Fault {
  const names = listFolder(root, name);
  if (names instanceof Fault) return names;
  return names.filter(entry => isFolder(path.join(root, ...name.split('/'), entry)));
}

/** Where a fault of a whole file stands. */
export const startOf = (file: string) => ({ file, line: 1, column: 1 });

export const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  return REASONS.get(code) ?? (code === '' ? 'it failed' : code);
};

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'it is not allowed'],
  ['EPERM', 'it is not allowed'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'a file is in the way'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['ELOOP', 'its links go round in a circle'],
]);

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';

/** The place a name means once links are followed. */
function insideOf(root: string, name: string): string | Fault {
  const top = realpathSync.native(root);
  const place = realpathSync.native(path.join(top, ...name.split('/')));
  const below = path.relative(top, place);
  const isOutside = below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below);
  return isOutside ? new Fault('PATH_OUTSIDE', { path: name, root }) : place;
}
