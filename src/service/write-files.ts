import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { type BegunWrite, beginWrites, endWrites, whileHeld } from './begun-writes.ts';
import { reasonOf } from './read-file.ts';

/** A file of the project to be written whole: a new one, or in place of what is there. */
export type FileToWrite<Content = string> = {
  readonly name: string;
  readonly text: Content;
  readonly mode: 'new' | 'replace';
  /** What the new text was made from, where it was: if the file is another by now, nothing is written. */
  readonly from?: Digest | undefined;
};

/**
 * Writes several files, all or none, in the order given: whoever reads in between finds only files that were finished. When one
 * can't be written, what was written before it is taken back; when the process ends in between, whoever opens the project next
 * goes on with it. Two processes write one after the other.
 *
 * The drafts lie apart, where no reader of the project looks, should a crash leave them.
 *
 * @param name  below `root`, with `/` between its parts
 * @faults FILE_UNWRITABLE FILE_OVERTAKEN, and those of `whileHeld`
 */
export function writeFiles(
  root: string,
  files: readonly FileToWrite<string | Uint8Array>[],
  opId: string,
): Fault | undefined {
  const written = whileHeld(root, () => writeHeld(root, files, opId) ?? true);
  return written instanceof Fault ? written : undefined;
}

function writeHeld(
  root: string,
  files: readonly FileToWrite<string | Uint8Array>[],
  opId: string,
): Fault | undefined {
  const placeOf = (name: string): string => path.join(root, ...name.split('/'));
  const drafts = files.map((_, index) => `${opId}.${index}.draft`);
  const draftAt = (index: number): string => path.join(root, '.assay', drafts[index]!);
  const undo: (() => void)[] = [];
  let at = files[0]?.name ?? '';
  try {
    const begun: BegunWrite[] = [];
    for (const [index, { name, text, mode, from }] of files.entries()) {
      at = name;
      const place = placeOf(name);
      const before = mode === 'new' && !existsSync(place) ? null : sha256(readFileSync(place));
      if (from !== undefined && before !== from) return new Fault('FILE_OVERTAKEN', { path: name });
      writeFileSync(draftAt(index), text, { flush: true });
      begun.push({ name, draft: drafts[index]!, before, after: sha256(text) });
    }
    if (files.length > 1) beginWrites(root, begun, opId);
    for (const [index, { name, mode }] of files.entries()) {
      at = name;
      const place = placeOf(name);
      if (mode === 'new') {
        const parent = path.dirname(place);
        const made = mkdirSync(parent, { recursive: true });
        if (made !== undefined) undo.push(() => removeEmpty(parent, made));
        // A link is refused where a file is in the way; a rename would replace it.
        linkSync(draftAt(index), place);
        undo.push(() => rmSync(place));
      } else {
        const before = readFileSync(place);
        renameSync(draftAt(index), place);
        undo.push(() => writeFileSync(place, before, { flush: true }));
      }
    }
    return undefined;
  } catch (error) {
    for (const step of undo.toReversed()) step();
    return new Fault('FILE_UNWRITABLE', { path: at, reason: reasonOf(error) });
  } finally {
    if (files.length > 1) endWrites(root);
    for (const index of files.keys()) rmSync(draftAt(index), { force: true });
  }
}

/** The folders from one up to another above it, as far as nobody has put anything into them meanwhile. */
function removeEmpty(from: string, to: string): void {
  for (let folder = from; readdirSync(folder).length === 0; folder = path.dirname(folder)) {
    rmdirSync(folder);
    if (folder === to) return;
  }
}
