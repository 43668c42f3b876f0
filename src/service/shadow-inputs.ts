import { type BigIntStats, globSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { fileEnds } from './file-bytes.ts';
import { reasonOf } from './read-file.ts';
import { TABLE_FORMATS, type TableFormat, tableFormatOf } from './read-table.ts';
import type { FileToRead } from './record-source.ts';

/** A file of a side, and how it was when it was found. */
export type ShadowInput = FileToRead & { readonly format: TableFormat; readonly found: BigIntStats };

/**
 * The files that names and patterns stand for, each once, whatever links lead to it, sorted.
 *
 * @param folder  where names that are not absolute begin
 * @faults SHADOW_NO_FILE SHADOW_TOO_MANY_FILES FILE_UNREADABLE TABLE_FORMAT_UNKNOWN
 */
export async function shadowInputs(
  folder: string,
  patterns: readonly string[],
  named: TableFormat | undefined,
): Promise<readonly ShadowInput[] | Fault> {
  const names = new Map<string, string>();
  for (const pattern of patterns) {
    const found = filesNamed(folder, pattern);
    if (found instanceof Fault) return found;
    for (const name of found) {
      const place = path.resolve(folder, name);
      if (!names.has(place)) names.set(place, name);
    }
  }
  const most = LIMITS.shadow_files_max;
  if (names.size > most) return new Fault('SHADOW_TOO_MANY_FILES', { files: names.size, most });
  const inputs: ShadowInput[] = [];
  const taken = new Set<string>();
  for (const [place, name] of [...names].sort(([a], [b]) => Number(a > b) - Number(a < b))) {
    const input = await inputAt(place, name, named);
    if (input instanceof Fault) return input;
    const own = realpathSync(place);
    if (!taken.has(own)) inputs.push(input);
    taken.add(own);
  }
  return inputs;
}

/** A file may be called as a pattern is: then it is that file. */
function filesNamed(folder: string, pattern: string): readonly string[] | Fault {
  if (statSync(path.resolve(folder, pattern), { throwIfNoEntry: false }) !== undefined) return [pattern];
  // Folders are no data; a link that leads nowhere is a file that is missing, and is refused where it is read.
  const found = globSync(pattern, { cwd: folder }).filter(
    name => statSync(path.resolve(folder, name), { throwIfNoEntry: false })?.isDirectory() !== true,
  );
  return found.length === 0 ? new Fault('SHADOW_NO_FILE', { pattern }) : found;
}

async function inputAt(
  place: string,
  name: string,
  named: TableFormat | undefined,
): Promise<ShadowInput | Fault> {
  const found = stateOf(place, name);
  if (found instanceof Fault) return found;
  if (!found.isFile()) return new Fault('FILE_UNREADABLE', { path: name, reason: 'it is not a file' });
  const ends = await fileEnds(place, name, LIMITS.container_header_bytes_max);
  if (ends instanceof Fault) return ends;
  const file = { place, path: name, ends };
  const format = named ?? tableFormatOf(file);
  if (format === undefined)
    return new Fault('TABLE_FORMAT_UNKNOWN', { file: name, formats: TABLE_FORMATS.join(', ') });
  return { ...file, format, found };
}

/** That a file is no longer as it was found: what was counted of it may be of two contents. @faults FILE_CHANGED */
export function changedInput(inputs: readonly ShadowInput[]): Fault | undefined {
  for (const { place, path: name, found } of inputs) {
    const now = stateOf(place, name);
    const isSame =
      !(now instanceof Fault) &&
      now.ino === found.ino &&
      now.size === found.size &&
      now.mtimeNs === found.mtimeNs &&
      now.ctimeNs === found.ctimeNs;
    if (!isSame) return new Fault('FILE_CHANGED', { path: name });
  }
  return undefined;
}

function stateOf(place: string, name: string): BigIntStats | Fault {
  try {
    return statSync(place, { bigint: true });
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}
