import {
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
import { Fault } from '../base/fault.ts';
import { reasonOf } from './read-file.ts';

/** A file of the project to be written whole: a new one, or in place of what is there. */
export type FileToWrite<Content = string> = {
  readonly name: string;
  readonly text: Content;
  readonly mode: 'new' | 'replace';
};

/**
 * Writes several files, each whole or not at all, in the order given: whoever reads in between finds only files that
 * were finished. When one can't be written, what was written before it is taken back.
 *
 * The drafts lie apart, where no reader of the project looks, should a crash leave them.
 *
 * @param name  below `root`, with `/` between its parts
 * @faults FILE_UNWRITABLE
 */
export function writeFiles(
  root: string,
  files: readonly FileToWrite<string | Uint8Array>[],
  opId: string,
): Fault | undefined {
  const folder = path.join(root, '.assay');
  const drafts = files.map((_, index) => path.join(folder, `${opId}.${index}.draft`));
  const undo: (() => void)[] = [];
  let at = files[0]?.name ?? '';
  try {
    mkdirSync(folder, { recursive: true });
    for (const [index, { name, text }] of files.entries()) {
      at = name;
      writeFileSync(drafts[index]!, text, { flush: true });
    }
    for (const [index, { name, mode }] of files.entries()) {
      at = name;
      const place = path.join(root, ...name.split('/'));
      if (mode === 'new') {
        const parent = path.dirname(place);
        const made = mkdirSync(parent, { recursive: true });
        if (made !== undefined) undo.push(() => removeEmpty(parent, made));
        // A link is refused where a file is in the way; a rename would replace it.
        linkSync(drafts[index]!, place);
        undo.push(() => rmSync(place));
      } else {
        const before = readFileSync(place);
        renameSync(drafts[index]!, place);
        undo.push(() => writeFileSync(place, before, { flush: true }));
      }
    }
    return undefined;
  } catch (error) {
    for (const step of undo.toReversed()) step();
    return new Fault('FILE_UNWRITABLE', { path: at, reason: reasonOf(error) });
  } finally {
    for (const draft of drafts) rmSync(draft, { force: true });
  }
}

/** The folders from one up to another above it, as far as nobody has put anything into them meanwhile. */
function removeEmpty(from: string, to: string): void {
  for (let folder = from; readdirSync(folder).length === 0; folder = path.dirname(folder)) {
    rmdirSync(folder);
    if (folder === to) return;
  }
}
