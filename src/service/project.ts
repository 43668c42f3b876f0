import { Fault } from '../base/fault.ts';
import type { Config } from './config.ts';
import { listFolder, listFolders } from './read-file.ts';

/** A folder with a `registry.config.ts`. */
export type Project = { readonly root: string; readonly config: Config };

/** Every subject is a folder with a `subject.yaml`; sorted by name. @faults those of `listFolder` */
export function subjectNames({ root, config }: Project): readonly string[] | Fault {
  const folders = listFolders(root, config.schemas);
  if (folders instanceof Fault) return folders;
  const names: string[] = [];
  for (const folder of folders) {
    const entries = listFolder(root, `${config.schemas}/${folder}`);
    if (entries instanceof Fault) return entries;
    if (entries.includes('subject.yaml')) names.push(folder);
  }
  return names;
}

/**
 * A folder of documents that no subject reads: one without its `subject.yaml`, or golden sets under a misspelled name.
 * Left alone, it would pass every check by never being looked at.
 *
 * @param pins  every file that some subject pins, below the folder of schemas
 * @faults FOLDER_UNREAD, and those of `listFolder`
 */
export function unreadFolder(
  { root, config }: Project,
  subjects: readonly string[],
  pins: ReadonlySet<string>,
): Fault | undefined {
  for (const top of [config.schemas, config.golden]) {
    const folders = listFolders(root, top);
    if (folders instanceof Fault) return folders;
    for (const name of folders.filter(folder => !subjects.includes(folder))) {
      const files = listFolder(root, `${top}/${name}`);
      if (files instanceof Fault) return files;
      const isRead = top === config.schemas && [...pins].some(pin => pin.startsWith(`${name}/`));
      if (!isRead && files.some(file => DOCUMENT.test(file)))
        return new Fault('FOLDER_UNREAD', { folder: `${top}/${name}` });
    }
  }
  return undefined;
}

const DOCUMENT = /\.ya?ml$/i;
