import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from '../contract/contract.ts';
import { parseContract } from '../contract/parse-contract.ts';
import { contextOf, type PinnedFile } from '../contract/pins.ts';
import { parseSubject } from '../contract/subject.ts';
import { contractAlone, contractFormat, SCHEMA_LINE } from './inline-contract.ts';
import type { AnyComparison, FormatRow, NativeFile } from './native-format.ts';
import { readFile } from './read-file.ts';

/**
 * Contracts in files. One that lies in the folder of its subject has the subject's defaults and what it pins around it;
 * any other stands alone, as one written inline does. A file of JSON that is no contract itself is what would stand inline.
 */
export const contractFiles: NonNullable<FormatRow['files']> = {
  detects: file => {
    if (isJson(file)) return isWrittenAsJson(file);
    const bytes = bytesIn(file);
    if (bytes instanceof Fault || startOf(file) === '[') return false;
    const text = Buffer.from(bytes).toString('utf8');
    return SCHEMA_LINE.test(text) && !BINARY.test(text);
  },
  compare: compareInline,
};

/**
 * Both as contracts, whose bytes can be tried as well. Two drafts of one version are told apart as 1 and 2.
 *
 * @returns undefined where one of them is a document of what would stand inline, and definitions are all there is
 * @faults SUBJECTS_APART, and those of `parseSubject`, `contextOf` and `parseContract`
 */
export function contractPair(
  older: NativeFile,
  newer: NativeFile,
): readonly [older: Contract, newer: Contract] | undefined | Fault {
  if (![older, newer].every(file => !isJson(file) || isWrittenAsJson(file))) return undefined;
  const before = contractIn(older);
  if (before instanceof Fault) return before;
  const after = contractIn(newer);
  if (after instanceof Fault) return after;
  if (before.subject !== after.subject)
    return new Fault('SUBJECTS_APART', { older: before.subject, newer: after.subject });
  return before.version < after.version
    ? [before, after]
    : [
        { ...before, version: 1 },
        { ...after, version: 2 },
      ];
}

const startOf = ({ head }: NativeFile): string | undefined =>
  Buffer.from(head).toString('latin1').trimStart()[0];

const isJson = (file: NativeFile): boolean => startOf(file) === '{';

/** What no text of YAML holds. A file of data that was exported from a contract holds that contract, too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** JSON is YAML: a contract of a subject's folder may be written so. */
function isWrittenAsJson({ document }: NativeFile): boolean {
  const read = document();
  if (read instanceof Fault || typeof read.value !== 'object' || read.value === null) return false;
  const { schema, fields, type } = read.value as { readonly [key: string]: Json };
  return typeof schema === 'string' && Array.isArray(fields) && type === undefined;
}

function compareInline(older: NativeFile, newer: NativeFile): AnyComparison | Fault {
  const before = valueIn(older);
  if (before instanceof Fault) return before;
  const after = valueIn(newer);
  return after instanceof Fault ? after : contractFormat.inline(before, after);
}

function valueIn(file: NativeFile): Json | Fault {
  if (!isJson(file)) {
    const bytes = bytesIn(file);
    return bytes instanceof Fault ? bytes : Buffer.from(bytes).toString('utf8');
  }
  const read = file.document();
  return read instanceof Fault ? read : read.value;
}

const bytesIn = ({ place }: NativeFile): Uint8Array | Fault =>
  readFile(path.dirname(place), path.basename(place), LIMITS.document_bytes_max);

function contractIn(file: NativeFile): Contract | Fault {
  const bytes = bytesIn(file);
  if (bytes instanceof Fault) return bytes;
  const folder = path.dirname(file.place);
  if (!existsSync(path.join(folder, 'subject.yaml'))) return contractAlone(file.name, bytes);
  const shown = (name: string): string => path.join(path.dirname(file.name), name);
  const written = readFile(folder, 'subject.yaml', LIMITS.document_bytes_max);
  if (written instanceof Fault) return written;
  const subject = parseSubject(shown('subject.yaml'), written);
  if (subject instanceof Fault) return subject;
  const files = new Map<string, PinnedFile>();
  for (const name of subject.pins.keys()) {
    const pinned = readFile(path.dirname(folder), name, LIMITS.vocabulary_bytes_max);
    if (pinned instanceof Fault) return pinned;
    files.set(name, { path: shown(`../${name}`), bytes: pinned });
  }
  const context = contextOf(subject, files);
  return context instanceof Fault ? context : parseContract(file.name, bytes, context);
}
