import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { holdFile } from '../store/hold-file.ts';
import { makeFolder } from '../store/make-folder.ts';
import { reasonOf } from './read-file.ts';

/** A file that is written together with others: its draft, and what its place held before and holds after. */
export type BegunWrite = {
  readonly name: string;
  /** Below `.assay`. */
  readonly draft: string;
  /** Null where no file was. */
  readonly before: string | null;
  readonly after: string;
};

const FORMAT = 'assay.begun-writes/1';
const JOURNAL = '.assay/writing.json';
const HELD = '.assay/writing.lock';

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const Journal = z.strictObject({
  format: z.literal(FORMAT),
  files: z.array(
    z.strictObject({
      name: z.string().refine(name => !path.isAbsolute(name) && !name.split('/').includes('..')),
      draft: z.string().regex(/^[\w-]+\.[0-9]+\.draft$/),
      before: Digest.nullable(),
      after: Digest,
    }),
  ),
});

/**
 * Does something while no other process writes several files of the project, after the writes of one that ended in the middle of
 * them were brought to an end.
 *
 * @faults FILE_UNWRITABLE FILES_HELD, and those of `work`
 */
export function whileHeld<T>(root: string, work: () => T | Fault): T | Fault {
  let letGo: (() => void) | undefined;
  try {
    makeFolder(path.join(root, '.assay'));
    letGo = holdFile(path.join(root, ...HELD.split('/')));
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: HELD, reason: reasonOf(error) });
  }
  if (letGo === undefined) return new Fault('FILES_HELD', { path: HELD, waited_ms: LIMITS.store_busy_ms });
  try {
    return finish(root) ?? work();
  } finally {
    letGo();
  }
}

/**
 * Brings to an end what a process began to write and did not end: whoever reads the project afterwards finds all of it or nothing.
 * One that still writes is waited for.
 *
 * @faults those of `whileHeld`
 */
export function endBegunWrites(root: string): Fault | undefined {
  if (!hasBegun(root)) return undefined;
  const ended = whileHeld(root, () => true);
  return ended instanceof Fault ? ended : undefined;
}

/** Whether somebody is between two of several files, or ended there. */
export const hasBegun = (root: string): boolean => existsSync(path.join(root, JOURNAL));

/** Says what is to be written, before the first of it is in its place. @throws the error of the system */
export function beginWrites(root: string, files: readonly BegunWrite[], opId: string): void {
  const draft = path.join(root, '.assay', `${opId}.begun.draft`);
  try {
    writeFileSync(draft, canonicalJson({ format: FORMAT, files }), { flush: true });
    renameSync(draft, path.join(root, JOURNAL));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Says that all was written, or all taken back. */
export const endWrites = (root: string): void => rmSync(path.join(root, JOURNAL), { force: true });

type Standing = 'before' | 'after' | 'other';

/** What is to be done where a process ended: go on, or leave the files as they stand. */
export function endingOf(standing: readonly Standing[]): 'forward' | 'leave' {
  // Where somebody has put something else into one of the places, a person has mended it, and knows more than we do.
  if (standing.includes('other')) return 'leave';
  return standing.includes('before') && standing.includes('after') ? 'forward' : 'leave';
}

function finish(root: string): Fault | undefined {
  if (!hasBegun(root)) return undefined;
  let at = JOURNAL;
  try {
    const files = journalOf(readFileSync(path.join(root, JOURNAL)));
    if (files === undefined)
      return new Fault('FILE_UNREADABLE', {
        path: JOURNAL,
        reason: 'no process of this program wrote it so',
      });
    const standing = files.map(file => standingOf(root, file));
    const draftOf = ({ draft }: BegunWrite): string => path.join(root, '.assay', draft);
    if (endingOf(standing) === 'forward')
      for (const [index, file] of files.entries()) {
        if (standing[index] === 'after') continue;
        at = file.name;
        const place = path.join(root, ...file.name.split('/'));
        if (file.before !== null) renameSync(draftOf(file), place);
        else {
          makeFolder(path.dirname(place));
          linkSync(draftOf(file), place);
        }
      }
    at = JOURNAL;
    for (const file of files) rmSync(draftOf(file), { force: true });
    endWrites(root);
    return undefined;
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: at, reason: reasonOf(error) });
  }
}

function journalOf(bytes: Uint8Array): readonly BegunWrite[] | undefined {
  try {
    return Journal.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data?.files;
  } catch {
    return undefined;
  }
}

/** A place counts as before only as long as what is to come there is whole. */
function standingOf(root: string, { name, draft, before, after }: BegunWrite): Standing {
  const found = digestAt(path.join(root, ...name.split('/')));
  if (found === after) return 'after';
  return found === before && digestAt(path.join(root, '.assay', draft)) === after ? 'before' : 'other';
}

/** Null where there is no file. */
function digestAt(place: string): string | null {
  return existsSync(place) ? sha256(readFileSync(place)) : null;
}
