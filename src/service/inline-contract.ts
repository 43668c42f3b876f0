import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { compare } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import type { Governed } from '../contract/governance.ts';
import { parseContract } from '../contract/parse-contract.ts';
import { parseVocabulary } from '../contract/parse-vocabulary.ts';
import type { Schema } from '../contract/schema.ts';
import { schemaFromDocument } from '../contract/schema-document.ts';
import { parseSubject, type Subject } from '../contract/subject.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { parseVocabularyFile } from '../release/vocabulary-file.ts';
import type { FormatRow } from './native-format.ts';

/**
 * Contracts that stand alone: an authored contract, or the document a recordSchema digest hashes. Either may stand under
 * `contract`, with the vocabularies it names and the subject whose defaults it takes beside it; without a subject there
 * are no defaults.
 */
export const contractFormat: Required<Pick<FormatRow, 'inline'>> = {
  inline: (older, newer) => {
    const before = readSide(older, 'writer');
    if (before instanceof Fault) return before;
    const after = readSide(newer, 'reader');
    if (after instanceof Fault) return after;
    return compare(before.schema, after.schema, undefined, undefined, besideBoth(before, after));
  },
};

type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema, and what stands beside it where it was authored: the document of a schema has nothing there. */
type ReadSide = { readonly schema: Schema; readonly governed?: Governed; readonly hasSubject?: boolean };

/** Who the records are is the subject's to say, so it is compared where both brought theirs. */
function besideBoth(
  { governed: older, hasSubject: had }: ReadSide,
  { governed: newer, hasSubject: has }: ReadSide,
): { readonly older: Governed; readonly newer: Governed } | undefined {
  if (older === undefined || newer === undefined) return undefined;
  const isKnown = had === true && has === true;
  const membersOf = ({ members }: Governed) => (isKnown ? members : undefined);
  return {
    older: { ...older, members: membersOf(older) },
    newer: { ...newer, members: membersOf(newer) },
  };
}

function readSide(value: Json, side: string): ReadSide | Fault {
  const wrapped = isObject(value) && 'contract' in value;
  const { contract, vocabularies = [], subject, ...rest }: JsonObject = wrapped ? value : { contract: value };
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined) return new Fault('KEY_REFUSED', { key: `${side}.${stranger}` });
  if (!Array.isArray(vocabularies))
    return new Fault('SHAPE', { where: `${side}.vocabularies`, expected: 'a list of vocabularies' });
  const known = vocabulariesOf(vocabularies, side);
  if (known instanceof Fault) return known;
  const around = subject === undefined ? undefined : parseSubject(`${side}.subject`, bytesOf(subject));
  if (around instanceof Fault) return unplaced(around);
  if (typeof contract === 'string') return authored(side, contract, known, around);
  if (!isObject(contract))
    return new Fault('SHAPE', { where: side, expected: 'a contract, or the document of a schema' });
  const text = canonicalJson(contract);
  if (!('schema' in contract)) {
    const schema = schemaFromDocument(text, known);
    return schema instanceof Fault ? schema : { schema };
  }
  const read = authored(side, text, known, around);
  return read instanceof Fault ? unplaced(read) : read;
}

const bytesOf = (value: Json): Uint8Array => Buffer.from(canonicalJson(value), 'utf8');

/** Which side it is; a column of the text we made of it would lead nowhere. */
const unplaced = ({ code, facts, at }: Fault): Fault =>
  new Fault(code, facts, at === undefined ? at : { file: at.file, line: 1, column: 1 });

function vocabulariesOf(given: readonly Json[], side: string): ReadonlyMap<Digest, Vocabulary> | Fault {
  const known = new Map<Digest, Vocabulary>();
  for (const [index, value] of given.entries()) {
    const name = `${side}.vocabularies[${index}]`;
    const bytes = bytesOf(value);
    const isAuthored = isObject(value) && 'vocabulary' in value;
    const found = isAuthored ? parseVocabulary(name, bytes) : parseVocabularyFile(name, bytes);
    if (found instanceof Fault) return unplaced(found);
    known.set(found.digest, found);
  }
  return known;
}

function authored(
  side: string,
  text: string,
  vocabularies: ReadonlyMap<Digest, Vocabulary>,
  around: Subject | undefined,
): ReadSide | Fault {
  const contract = contractAlone(side, Buffer.from(text, 'utf8'), vocabularies, around);
  if (contract instanceof Fault) return contract;
  return { schema: contract.schema, governed: contract, hasSubject: around !== undefined };
}

/**
 * Without a subject, it is of the one its own first line names; normalizers and tokenizers are known by their digests
 * alone.
 */
export function contractAlone(
  name: string,
  bytes: Uint8Array,
  vocabularies: ReadonlyMap<Digest, Vocabulary> = new Map(),
  around?: Subject,
): Contract | Fault {
  const text = Buffer.from(bytes).toString('utf8');
  const [, subject = ''] = SCHEMA_LINE.exec(text) ?? [];
  const named = new Set([...text.matchAll(DIGESTS)].map(([digest]) => digest).filter(isDigest));
  return parseContract(name, bytes, {
    subject: around ?? subjectOf(subject),
    vocabularies,
    normalizers: named,
    tokenizers: named,
  });
}

/** The line of a contract that says of what subject it is, and which version. */
export const SCHEMA_LINE = /(?:^|[\n{,])[^\S\n]*"?schema"?\s*:\s*["']?([a-z0-9._-]+)\.v[0-9]+/;
const DIGESTS = /sha256:[0-9a-f]{64}/g;

const envelope = (column: string) => ({ kind: 'envelope', column }) as const;

const subjectOf = (name: string): Subject => ({
  name,
  compatibility: 'full',
  defaults: { owner: 'nobody', sensitivity: 'internal', fields: new Map() },
  members: {
    sampleId: envelope('sampleId'),
    sourceId: envelope('sourceId'),
    sourceVersion: envelope('sourceVersion'),
    split: envelope('split'),
  },
  reserved: { ids: [], names: [] },
  pins: new Map(),
  pinPlaces: new Map(),
  defaultPlaces: new Map(),
  memberPlaces: new Map(),
  place: undefined,
  doc: undefined,
});
