import { type Digest, sha256 } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { avroCodec } from '../codec/avro.ts';
import { jsonLines } from '../codec/json.ts';
import type { DateForm } from '../codec/lexical.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { Contract } from '../contract/contract.ts';
import { withheldFields } from '../contract/withheld.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { coverageOf } from '../golden/exercised/coverage.ts';
import { type CoverageCheck, coverageChecks } from '../golden/exercised/coverage-rule.ts';
import { joinByKey } from '../golden/key.ts';
import { readRecords, readSet, spellingFault } from '../golden/read-set.ts';
import { recordLines } from '../golden/record-lines.ts';
import type { Refused } from '../golden/refused.ts';
import { type DataFormat, type GoldenSet, parseSet } from '../golden/set.ts';
import { hasBegun } from './begun-writes.ts';
import { coveredSet } from './covered-set.ts';
import { rejectedFault } from './judge-revision.ts';
import { contractOf, type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { keyOf, type OpenedSet, openSet, readOpened } from './read-revision.ts';
import { type Samples, type SamplesFile, samplesIn } from './samples-file.ts';
import { grownManifest, newManifest } from './set-manifest.ts';
import { source } from './source-file.ts';
import { type FileToWrite, writeFiles } from './write-files.ts';

export type AddAsk = SamplesFile & {
  readonly subject: string;
  readonly revision: string;
  /** Of a new set the version its records are written under; the newest, if none. */
  readonly version: number | undefined;
  /** Where the records came from. */
  readonly source: string;
  /** Of a new set: how its file spells things, and what its samples were drawn by. */
  readonly lexical: Readonly<Record<string, DateForm>>;
  readonly nulls: Readonly<Record<string, string>>;
  readonly split: string | undefined;
  readonly strata: readonly string[];
  /** Whether records that break their contract are wanted as such. */
  readonly rejects: boolean;
  /** Whether values of guarded fields may lie in the repository. */
  readonly guarded: boolean;
  readonly opId: string;
};

export type Added = {
  readonly set: GoldenSet;
  readonly isNew: boolean;
  /** Records that were added, and those of them that break their contract. */
  readonly added: number;
  readonly rejected: number;
  /** Versions whose accepted results are of the samples that were there before. */
  readonly stale: readonly number[];
  /** What the set lacks by itself. */
  readonly checks: readonly CoverageCheck[];
};

/**
 * Copies records into a golden set, a new one or one that is there. Nothing is written unless every record can be: each has a key of
 * its own, and keeps its contract or was said to break it.
 *
 * @faults USAGE VERSION_UNKNOWN SET_OFFERED SET_GUARDED RECORDS_REJECTED KEY_NOT_DECLARED KEY_NOT_UNIQUE SET_FORM_DIFFERS SET_UNEDITABLE
 *   FILE_OVERTAKEN FILE_UNWRITABLE, and those of `loadSubject`, `samplesIn`, `spellingFault`, `readRecords` and `openSet`
 */
export async function goldenAdd(
  project: Project,
  ask: AddAsk,
  parquet: ParquetFiles,
): Promise<Added | Fault> {
  const name = `${project.config.golden}/${ask.subject}/${ask.revision}.yaml`;
  const manifest = (): string | undefined => {
    const file = source(project, name);
    return file instanceof Fault ? undefined : sha256(file.bytes);
  };
  const before = manifest();
  const added = await addedTo(project, ask, parquet);
  // Where others wrote meanwhile, what was read did not belong together, and no fault that was found in it is one.
  const isOvertaken = added instanceof Fault && (hasBegun(project.root) || manifest() !== before);
  return isOvertaken ? new Fault('FILE_OVERTAKEN', { path: name }) : added;
}

async function addedTo(project: Project, ask: AddAsk, parquet: ParquetFiles): Promise<Added | Fault> {
  const { subject, revision } = ask;
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  if (loaded.sets.has(revision)) return new Fault('SET_OFFERED', { revision, subject });
  const known = loaded.samples.get(revision);
  if (known !== undefined && saysMore(ask)) {
    const problem = `${revision} is there, and its manifest says of which version, form, split and strata it is`;
    return new Fault('USAGE', { problem, command: 'golden add' });
  }
  const contract = contractOf(loaded, known?.version ?? ask.version ?? Math.max(...loaded.contracts.keys()));
  if (contract instanceof Fault) return contract;
  const guarded = guardedFault(contract, ask);
  if (guarded !== undefined) return guarded;
  const samples = await samplesIn(project, subject, contract, ask, parquet);
  if (samples instanceof Fault) return samples;
  const drafted = known ?? newSet(ask, contract, samples);
  const misspelled = known === undefined ? spellingFault(drafted, contract.schema) : undefined;
  if (misspelled !== undefined) return misspelled;
  const input = inputOf(loaded, contract, drafted, ask, samples);
  if (input instanceof Fault) return input;
  const before = known && openSet(project, loaded, known);
  if (before instanceof Fault) return before;
  const located = readOpened(input, contract);
  if (located === 'apart') throw new TypeError('a schema was refused by itself');
  const broken = ask.rejects ? undefined : rejectedFault({ ...located.reading, file: ask.path });
  if (broken !== undefined) return broken;
  const repeated = repeatFault(contract, input, before);
  if (repeated !== undefined) return repeated;

  const bytes = joinedBytes(project, contract, input, samples, before);
  if (bytes instanceof Fault) return bytes;
  const { rejected } = located.reading;
  return written(project, loaded, ask, {
    drafted,
    known,
    bytes,
    rows: input.read.batch.numRows,
    rejected,
    original: samples.digest,
  });
}

/** What only a new set is told. */
const saysMore = ({ version, lexical, nulls, split, strata }: AddAsk): boolean =>
  version !== undefined ||
  split !== undefined ||
  strata.length > 0 ||
  Object.keys({ ...lexical, ...nulls }).length > 0;

function guardedFault(contract: Contract, { guarded, subject }: AddAsk): Fault | undefined {
  const hidden = new Set(withheldFields(contract.schema, [contract]));
  if (guarded || hidden.size === 0) return undefined;
  const names = contract.schema.fields.filter(({ id }) => hidden.has(id)).map(({ name }) => name);
  return new Fault('SET_GUARDED', { subject, fields: names.join(', ') });
}

const ENDINGS: Readonly<Record<DataFormat, string>> = { csv: 'csv', json: 'jsonl', avro: 'avro' };

function newSet(ask: AddAsk, { version }: Contract, { form, bytes }: Samples): GoldenSet {
  const { revision, subject, lexical, nulls, split, strata } = ask;
  return {
    revision,
    subject,
    version,
    data: { file: `${revision}.${ENDINGS[form]}`, format: form, sha256: sha256(bytes), rows: 0 },
    lexical,
    nulls,
    split,
    witness: {},
    tokenLimits: [],
    source: ask.source,
    use: 'samples',
    rejects: 0,
    strata,
    provenance: [],
    expected: [],
    places: new Map(),
  };
}

/** The records as they were given, under the names of their own file. */
function inputOf(
  loaded: LoadedSubject,
  writer: Contract,
  drafted: GoldenSet,
  { path }: AddAsk,
  { form, bytes }: Samples,
): OpenedSet | Fault {
  const set = { ...drafted, data: { ...drafted.data, file: path, format: form } };
  const read = readRecords(set, writer.schema, bytes);
  if (read instanceof Fault) return read;
  let lines: readonly number[] | undefined;
  const lineOf = (row: number): number | undefined => {
    lines ??= recordLines(form, bytes) ?? [];
    return lines[row];
  };
  return { set, writer, key: keyOf(loaded, writer) ?? writer.schema.key, file: path, read, lineOf };
}

/** That a new sample has the key of another, told at the new one. */
function repeatFault(contract: Contract, input: OpenedSet, before: OpenedSet | undefined): Fault | undefined {
  const { schema } = contract;
  const parts = [...(before === undefined ? [] : [before]), input].map(opened => {
    const located = readOpened(opened, contract);
    if (located === 'apart') throw new TypeError('a schema was refused by itself');
    return { located, rows: opened.read.batch.numRows };
  });
  const first = before?.read.batch.numRows ?? 0;
  const accepted = batchOf(
    schema,
    parts.flatMap(({ located }) => rowsOf(schema, located.reading.batch)),
  );
  const refused: Refused = {
    rejects: parts.flatMap(({ located }, at) =>
      located.refused.rejects.map(one => ({ ...one, row: one.row + (at === 0 ? 0 : first) })),
    ),
    batch: batchOf(
      schema,
      parts.flatMap(({ located }) => rowsOf(schema, located.refused.batch)),
    ),
  };
  const joined = joinByKey(schema, input.key, accepted, accepted, { before: refused, after: refused });
  if (!(joined instanceof Fault)) return undefined;
  if (!isRepeat(joined)) return new Fault(joined.code, joined.facts, contract.place);
  const line = input.lineOf(joined.facts.again - 1 - first);
  const place: Place | undefined = line === undefined ? undefined : { file: input.file, line, column: 1 };
  return new Fault('KEY_NOT_UNIQUE', { ...joined.facts, side: 'only' }, place, input.file);
}

const isRepeat = (fault: Fault): fault is Fault<'KEY_NOT_UNIQUE'> => fault.code === 'KEY_NOT_UNIQUE';

/** All records of the set in its own form. */
function joinedBytes(
  project: Project,
  { schema }: Contract,
  input: OpenedSet,
  { form, bytes }: Samples,
  before: OpenedSet | undefined,
): Uint8Array | Fault {
  if (before === undefined) return bytes;
  const { set } = before;
  const kept = source(project, before.file, Number.MAX_SAFE_INTEGER);
  if (kept instanceof Fault) return kept;
  const differs = (): Fault =>
    new Fault('SET_FORM_DIFFERS', { revision: set.revision, form: set.data.format, found: form });
  switch (set.data.format) {
    case 'csv': {
      const [own, other] = [headOf(kept.bytes), headOf(bytes)];
      if (form !== 'csv' || own.text !== other.text) return differs();
      return Buffer.concat([ended(kept.bytes), bytes.subarray(other.end)]);
    }
    case 'json': {
      if (form === 'json') return Buffer.concat([ended(kept.bytes), ended(bytes)]);
      const { bytes: lines, lacking } = jsonLines(schema, input.read.batch);
      return lacking.length > 0 ? differs() : Buffer.concat([ended(kept.bytes), lines]);
    }
    case 'avro': {
      const encoded = form === 'avro' ? bytes : avroCodec.encode(schema, input.read.batch);
      return encoded instanceof Fault ? differs() : Buffer.concat([kept.bytes, encoded]);
    }
  }
}

const NEWLINE = 0x0a;

const ended = (bytes: Uint8Array): Uint8Array =>
  bytes.length === 0 || bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);

/** The header line; one that holds a line end within quotes is like no other. */
function headOf(bytes: Uint8Array): { readonly text: string; readonly end: number } {
  const at = bytes.indexOf(NEWLINE);
  const end = at < 0 ? bytes.length : at + 1;
  const text = Buffer.from(bytes.subarray(0, end))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd();
  return { text, end };
}

type Joined = {
  readonly drafted: GoldenSet;
  readonly known: GoldenSet | undefined;
  readonly bytes: Uint8Array;
  /** Of the new records. */
  readonly rows: number;
  readonly rejected: number;
  /** Of the file they came from. */
  readonly original: Digest;
};

function written(project: Project, loaded: LoadedSubject, ask: AddAsk, joined: Joined): Added | Fault {
  const { drafted, known, bytes, rows, rejected } = joined;
  const folder = `${project.config.golden}/${ask.subject}`;
  const path = `${folder}/${ask.revision}.yaml`;
  const data = {
    ...drafted.data,
    sha256: sha256(bytes),
    rows: (known?.data.rows ?? 0) + rows,
  };
  const wanted = { ...drafted, data, rejects: drafted.rejects + rejected };
  const copied = { source: ask.source, sha256: joined.original, rows };
  const text =
    known === undefined ? newManifest(wanted, copied) : grownManifest(project, path, known, wanted, copied);
  if (text instanceof Fault) return text;
  const set = text === undefined ? undefined : parseSet(path, Buffer.from(text));
  const isAsMeant =
    set !== undefined &&
    !(set instanceof Fault) &&
    set.data.sha256 === data.sha256 &&
    set.data.rows === data.rows &&
    set.rejects === wanted.rejects &&
    set.use === 'samples';
  if (!isAsMeant) return new Fault('SET_UNEDITABLE', { file: path });
  const writer = loaded.contracts.get(set.version)!;
  const read = readSet({ ...set, data: { ...data, file: `${folder}/${data.file}` } }, writer.schema, bytes);
  // What was read in two parts is read as one, or the parts don't fit together.
  if (read instanceof Fault) return read;
  const mode = known === undefined ? 'new' : 'replace';
  const files: FileToWrite<string | Uint8Array>[] = [
    { name: `${folder}/${data.file}`, text: bytes, mode, from: known?.data.sha256 },
    { name: path, text: text!, mode },
  ];
  const unwritten = writeFiles(project.root, files, ask.opId);
  if (unwritten !== undefined) return unwritten;
  const key = keyOf(loaded, writer) ?? writer.schema.key;
  const opened: OpenedSet = {
    set,
    writer,
    key,
    file: `${folder}/${data.file}`,
    read,
    lineOf: () => undefined,
  };
  return {
    set,
    isNew: known === undefined,
    added: rows,
    rejected,
    stale: set.expected.map(({ version }) => version),
    checks: coverageChecks(
      writer.schema,
      coverageOf(writer.schema, [coveredSet(opened)]),
      project.config.coverage,
      {},
      withheldFields(writer.schema, [writer]),
    ),
  };
}
