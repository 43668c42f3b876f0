import { statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { listFolder, readFile } from './read-file.ts';
import { SENT_FOLDERS, type SentFile } from './sent-files.ts';

/**
 * All of a working tree that one subject reads, as it is sent to whoever has none: its folder, what it pins, and its golden data.
 *
 * @faults BODY_TOO_LARGE FOLDER_TOO_FULL, and those of `readFile` and `listFolder`
 */
export function treeFiles(project: Project, { subject }: LoadedSubject): readonly SentFile[] | Fault {
  const { root, config } = project;
  const names: string[] = [...subject.pins.keys()].map(pin => `${config.schemas}/${pin}`);
  for (const folder of [`${config.schemas}/${subject.name}`, `${config.golden}/${subject.name}`]) {
    const fault = listBelow(root, folder, names);
    if (fault !== undefined) return fault;
  }
  const most = LIMITS.sent_files_max;
  if (names.length > most)
    return new Fault('FOLDER_TOO_FULL', { folder: subject.name, files: names.length, most });
  const files: SentFile[] = [];
  let size = 0;
  for (const name of new Set(names)) {
    const bytes = readFile(root, name, LIMITS.body_bytes_producer_max);
    if (bytes instanceof Fault) return bytes;
    size += bytes.length;
    if (size > LIMITS.body_bytes_producer_max)
      return new Fault('BODY_TOO_LARGE', { most_bytes: LIMITS.body_bytes_producer_max });
    files.push({ path: sentName(project, name), bytes });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The name of a file of the project where its folders have the names that are sent. */
const sentName = (project: Project, name: string): string => moved(name, foldersOf(project));

/** The name that a file has here, of one that was sent. */
export const treeName = (project: Project, name: string): string =>
  moved(
    name,
    foldersOf(project).map(([here, sent]) => [sent, here] as const),
  );

const foldersOf = ({ config: { schemas, golden } }: Project) =>
  [
    [schemas, SENT_FOLDERS[0]],
    [golden, SENT_FOLDERS[1]],
  ] as const;

function moved(name: string, folders: readonly (readonly [from: string, to: string])[]): string {
  for (const [from, to] of folders)
    if (name === from || name.startsWith(`${from}/`)) return `${to}${name.slice(from.length)}`;
  return name;
}

function listBelow(root: string, folder: string, names: string[], depth = 0): Fault | undefined {
  const entries = listFolder(root, folder);
  if (entries instanceof Fault) return entries;
  for (const entry of entries) {
    const name = `${folder}/${entry}`;
    const found = statSync(path.join(root, ...name.split('/')), { throwIfNoEntry: false });
    if (found?.isDirectory() !== true) names.push(name);
    else if (depth < LIMITS.folder_depth_max) {
      const fault = listBelow(root, name, names, depth + 1);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}
