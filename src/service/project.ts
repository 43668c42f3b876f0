import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { LiveGround } from '../change/live-evidence.ts';
import type { Config } from './config.ts';
import { FaultList } from './fault-list.ts';
import { listFolder, listFolders } from './read-file.ts';

/** A folder with a `registry.config.ts`. */
export type Project = {
  readonly root: string;
  readonly config: Config;
  /** Where no working tree lies there, as on a server: what one would say of which versions count. */
  readonly ground?: LiveGround;
};

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
 * Documents and data that no subject reads: a folder without its `subject.yaml`, golden sets under a misspelled name, a
 * vocabulary that nothing pins. Left alone, they would pass every check by never being looked at.
 *
 * @param pins  every file that some subject pins, below the folder of schemas; undefined while not every subject can
 *   say, and then only whole folders are told of
 * @returns FOLDER_UNREAD FILE_UNEXPECTED, and the faults of `listFolder`
 */
export function unreadFiles(
  project: Project,
  subjects: readonly string[],
  pins: ReadonlySet<string> | undefined,
): readonly Fault[] {
  const faults = new FaultList();
  unreadSchemas(project, subjects, pins, faults);
  unreadData(project, subjects, faults);
  return faults.all;
}

function unreadSchemas(
  { root, config: { schemas } }: Project,
  subjects: readonly string[],
  pins: ReadonlySet<string> | undefined,
  faults: FaultList,
): void {
  const documents = documentsBelow(root, schemas, subjects, faults).map(file =>
    file.slice(schemas.length + 1),
  );
  const unread = new Set<string>();
  for (const file of documents) {
    const [top = '', ...below] = file.split('/');
    const isFolderOfPins = pins === undefined || [...pins].some(pin => pin.startsWith(`${top}/`));
    if (below.length > 0 && !isFolderOfPins) unread.add(top);
    else if (pins !== undefined && !pins.has(file)) {
      const known = 'a file that some subject.yaml pins under files';
      faults.add(new Fault('FILE_UNEXPECTED', { path: `${schemas}/${file}`, known }));
    }
  }
  for (const top of unread) faults.add(new Fault('FOLDER_UNREAD', { folder: `${schemas}/${top}` }));
}

function unreadData({ root, config: { golden } }: Project, subjects: readonly string[], faults: FaultList) {
  const entries = faults.keep(listFolder(root, golden)) ?? [];
  const folders = faults.keep(listFolders(root, golden)) ?? [];
  for (const name of entries.filter(entry => !folders.includes(entry) && !entry.endsWith('.md'))) {
    const known = `${golden}/<subject>/${name}`;
    faults.add(new Fault('FILE_UNEXPECTED', { path: `${golden}/${name}`, known }));
  }
  for (const name of folders.filter(folder => !subjects.includes(folder))) {
    const files = faults.keep(listFolder(root, `${golden}/${name}`)) ?? [];
    if (files.some(file => !file.endsWith('.md')))
      faults.add(new Fault('FOLDER_UNREAD', { folder: `${golden}/${name}` }));
  }
}

/** Outside the folders of subjects, which answer for themselves. Links are not followed round: a pin names what it means. */
function documentsBelow(
  root: string,
  folder: string,
  subjects: readonly string[],
  faults: FaultList,
  depth = 0,
): readonly string[] {
  if (depth > LIMITS.folder_depth_max) return [];
  const folders = faults.keep(listFolders(root, folder)) ?? [];
  const entries = faults.keep(listFolder(root, folder)) ?? [];
  const here = entries.filter(entry => !folders.includes(entry) && DOCUMENT.test(entry));
  return [
    ...here.map(entry => `${folder}/${entry}`),
    ...folders
      .filter(below => depth > 0 || !subjects.includes(below))
      .flatMap(below => documentsBelow(root, `${folder}/${below}`, subjects, faults, depth + 1)),
  ];
}

const DOCUMENT = /\.ya?ml$/i;
