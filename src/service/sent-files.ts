import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** A file of a project as somebody sent it: its path below the project, and its bytes. */
export type SentFile = { readonly path: string; readonly bytes: Uint8Array };

/** The folders of a project in which files may be sent, whatever its own are called. */
export const SENT_FOLDERS = ['schemas', 'golden'] as const;

/**
 * What is wrong with the names of files that were sent. They become files of a folder that nobody else has, so that none may
 * lead out of it, and no two may be the same one.
 *
 * @faults SENT_FILE_REFUSED
 */
export function sentFilesFault(files: readonly SentFile[]): Fault<'SENT_FILE_REFUSED'> | undefined {
  const seen = new Set<string>();
  const folders = new Set<string>();
  for (const [index, { path: name }] of files.entries()) {
    const problem = problemOf(name) ?? (seen.has(name) ? 'it stands there twice' : undefined);
    if (problem !== undefined) return refused(index, name, problem);
    seen.add(name);
    for (const folder of foldersOf(name)) folders.add(folder);
  }
  const both = files.findIndex(({ path: name }) => folders.has(name));
  return both < 0
    ? undefined
    : refused(both, files[both]!.path, 'another file lies below it, and it is no folder');
}

/**
 * Writes them below a folder that is empty.
 *
 * @faults those of `sentFilesFault`
 */
export function laySentFiles(root: string, files: readonly SentFile[]): Fault | undefined {
  const fault = sentFilesFault(files);
  if (fault !== undefined) return fault;
  for (const folder of SENT_FOLDERS) mkdirSync(path.join(root, folder), { recursive: true, mode: 0o700 });
  for (const { path: name, bytes } of files) {
    const file = path.join(root, ...name.split('/'));
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // Exclusive: were two names one file after all, the second would be refused and not take the place of the first.
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 });
  }
  return undefined;
}

function problemOf(name: string): string | undefined {
  const segments = name.split('/');
  if (name.length > LIMITS.sent_path_chars_max)
    return `it is longer than ${LIMITS.sent_path_chars_max} characters`;
  if (!SENT_FOLDERS.some(folder => folder === segments[0]) || segments.length < 2)
    return 'it lies neither below schemas/ nor below golden/';
  if (segments.length > LIMITS.folder_depth_max)
    return `it lies deeper than ${LIMITS.folder_depth_max} folders`;
  return segments.every(isPlain) ? undefined : 'a part of it is no plain name of a file';
}

/** Neither a way up, nor what a file system takes for another name. */
const isPlain = (segment: string): boolean =>
  /^[^/\\:\p{C}]{1,255}$/u.test(segment) &&
  segment !== '.' &&
  segment !== '..' &&
  Buffer.byteLength(segment) <= 255 &&
  segment === segment.normalize('NFC');

function foldersOf(name: string): readonly string[] {
  const segments = name.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

const refused = (index: number, name: string, problem: string): Fault<'SENT_FILE_REFUSED'> =>
  new Fault('SENT_FILE_REFUSED', {
    where: `files.${index}.path`,
    path: name.slice(0, LIMITS.echoed_chars_max).toWellFormed(),
    problem,
  });
