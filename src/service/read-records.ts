import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Apart } from '../codec/apart.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import {
  planRefusals,
  type ReadPlan,
  type Refusal,
  readPlan,
  readPlanDigest,
} from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import { type Applied, applyPlan } from '../convert/apply-plan.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { fileDigest, fileEnds, notAFile } from './file-bytes.ts';
import { contractOf, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { formatOf, openSource, type RecordFormat, type RecordSource } from './record-source.ts';
import type { WriteBatch, Written } from './record-writers.ts';
import { saidOf } from './said-of-file.ts';

export type ReadAsk = {
  readonly project: Project;
  readonly subject: string;
  /** The version the records are wanted as. */
  readonly as: number;
  /** The version they were written under; where it is left out, what the file says of itself or, failing that, `as`. */
  readonly writtenAs?: number | undefined;
  /** Where the file is, and what a fault calls it. */
  readonly place: string;
  readonly path: string;
  readonly format?: RecordFormat | undefined;
  /** What the whole file must hash to. With it no record is given out of a file that is another. */
  readonly digest?: Digest | undefined;
};

/** Records that passed, in the order they stand in the file, and those of the same stretch that did not. */
export type Passed = {
  readonly batch: RecordBatch;
  /** The same, written in the form that was asked for; empty where none was. */
  readonly bytes: Uint8Array;
  /** By ascending row, which counts from 0 in the file. */
  readonly rejects: readonly Apart[];
};

export type Opened = {
  readonly writer: Contract;
  readonly reader: Contract;
  readonly readPlan: Digest;
  readonly format: RecordFormat;
  /** What the columns of the file are, and how they are read as the reader's. */
  readonly reading: { readonly plan: ReadPlan; readonly columns: Schema; readonly reader: Schema };
  /** Reads the file from its start, once. A record that can't be written is a reject, as one is that can't be read. */
  readonly records: (write?: WriteBatch) => AsyncGenerator<Passed, ReadSummary | Fault>;
};

/** read = accepted + rejected. What is counted by field is counted over accepted records. */
export type ReadSummary = {
  readonly digest: Digest;
  /** Whether the caller knew the digest; where not, a changed value is told from a true one by nobody. */
  readonly bytes: 'VERIFIED' | 'BYTES_UNVERIFIED';
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly defaultsFilled: ReadonlyMap<FieldId, number>;
  readonly unknownTerms: ReadonlyMap<FieldId, number>;
  /** Records in whose bytes a field of the writer's own was absent and had its default, of all that were read. */
  readonly absentFilled: ReadonlyMap<FieldId, number>;
};

/**
 * The guarded reader: a file of any size, as one version of a subject reads it. Nothing comes out of it but records that
 * the read plan allows and that passed every gate of both contracts.
 *
 * @faults those of `loadSubject`, VERSION_UNKNOWN, FILE_UNREADABLE, FILE_DIGEST_DIFFERS, FORMAT_UNKNOWN, WRITER_UNKNOWN,
 *   WRITER_DIFFERS, READER_UNFIT; `records` has those of the format's reader, and FILE_CHANGED
 */
export async function openRecords(ask: ReadAsk, parquet: ParquetFiles): Promise<Opened | Fault> {
  const { place, path, subject } = ask;
  const loaded = loadSubject(ask.project, subject);
  if (loaded instanceof Fault) return loaded;
  const reader = contractOf(loaded, ask.as);
  if (reader instanceof Fault) return reader;
  const wrong = (await notAFile(place, path)) ?? (await digestFault(ask));
  if (wrong !== undefined) return wrong;
  const ends = await fileEnds(place, path, LIMITS.container_header_bytes_max);
  if (ends instanceof Fault) return ends;
  const file = { place, path, ends };
  const format = ask.format ?? formatOf(file);
  if (format instanceof Fault) return format;
  const said = saidOf(format, ends.head);
  const found =
    said.recordSchema === undefined ? undefined : writerOf(loaded.contracts, ask, said.recordSchema);
  if (found instanceof Fault) return found;
  const writer = contractOf(loaded, found?.version ?? ask.writtenAs ?? ask.as);
  if (writer instanceof Fault) return writer;
  const columns = said.columnsOf(writer);
  const plan = readPlan(columns, reader.schema);
  const refusals = planRefusals(plan);
  if (refusals.length > 0) return unfit(ask, writer, reader, refusals);
  return {
    writer,
    reader,
    readPlan: readPlanDigest(plan),
    format,
    reading: { plan, columns, reader: reader.schema },
    records: (write = () => UNWRITTEN) =>
      passing(ask, {
        plan,
        columns,
        reader: reader.schema,
        source: openSource(format, columns, file, parquet),
        write,
      }),
  };
}

const UNWRITTEN = { bytes: new Uint8Array(), lacking: [] } as const;

async function digestFault({ digest, place, path }: ReadAsk): Promise<Fault | undefined> {
  if (digest === undefined) return undefined;
  const found = await fileDigest(place, path);
  if (found instanceof Fault || found === digest) return found instanceof Fault ? found : undefined;
  return new Fault('FILE_DIGEST_DIFFERS', { path, expected: digest, found });
}

/** The version a file says it was written under. */
function writerOf(
  contracts: ReadonlyMap<number, Contract>,
  { path, subject, writtenAs }: ReadAsk,
  digest: string,
): Contract | Fault {
  const having = [...contracts.values()].filter(({ recordSchema }) => recordSchema === digest);
  const found = having.find(({ version }) => version === writtenAs) ?? having.at(-1);
  if (found === undefined)
    return new Fault('WRITER_UNKNOWN', { path, digest: digest.slice(0, LIMITS.echoed_chars_max), subject });
  if (writtenAs === undefined || found.version === writtenAs) return found;
  return new Fault('WRITER_DIFFERS', { path, version: writtenAs, found: found.version });
}

function unfit(
  { subject }: ReadAsk,
  writer: Contract,
  reader: Contract,
  refusals: readonly Refusal[],
): Fault<'READER_UNFIT'> {
  const known = { fields: [...reader.schema.fields, ...writer.schema.fields] };
  const texts = refusals.map(({ code, field }) =>
    field === undefined ? `${code} of the record` : `${code} of ${fieldText(known, field)}`,
  );
  return new Fault('READER_UNFIT', {
    subject,
    writer: writer.version,
    reader: reader.version,
    refusals: [...new Set(texts)].join(', '),
  });
}

type Reading = {
  readonly plan: ReadPlan;
  readonly columns: Schema;
  readonly reader: Schema;
  readonly source: RecordSource;
  readonly write: WriteBatch;
};

async function* passing(ask: ReadAsk, reading: Reading): AsyncGenerator<Passed, ReadSummary | Fault> {
  const tally = new Tally();
  await using batches = reading.source.batches();
  for (;;) {
    const next = await batches.next();
    if (next.done !== true) {
      const batch = next.value;
      yield tally.passed(reading, batch, reading.source.apart.of(batch));
      continue;
    }
    const digest = next.value;
    if (digest instanceof Fault) return digest;
    if (ask.digest !== undefined && digest !== ask.digest)
      return new Fault('FILE_CHANGED', { path: ask.path });
    return {
      ...tally.summary(digest, ask.digest !== undefined),
      absentFilled: reading.source.absentFilled(),
    };
  }
}

class Tally {
  #read = 0;
  #rejected = 0;
  readonly #defaults = new Map<FieldId, number>();
  readonly #unknown = new Map<FieldId, number>();

  passed(reading: Reading, batch: RecordBatch, apart: readonly Apart[]): Passed {
    const all = appliedTo(reading, batch, apart);
    const { bytes, lacking } = reading.write(all.accepted);
    // What is counted of accepted records is counted without those that could not be given out.
    const besides = [...apart, ...unwritten(all, apart, lacking)];
    const applied = lacking.length === 0 ? all : appliedTo(reading, batch, besides);
    const first = this.#read;
    this.#read += applied.counts.read;
    this.#rejected += applied.counts.rejected;
    for (const [id, count] of applied.counts.defaultsFilled) add(this.#defaults, id, count);
    for (const [id, count] of applied.counts.unknownTerms) add(this.#unknown, id, count);
    return {
      batch: applied.accepted,
      bytes,
      rejects: [...besides, ...applied.rejects]
        .sort((a, b) => a.row - b.row)
        .map(reject => ({ ...reject, row: first + reject.row })),
    };
  }

  summary(digest: Digest, isVerified: boolean): Omit<ReadSummary, 'absentFilled'> {
    return {
      digest,
      bytes: isVerified ? 'VERIFIED' : 'BYTES_UNVERIFIED',
      read: this.#read,
      accepted: this.#read - this.#rejected,
      rejected: this.#rejected,
      defaultsFilled: this.#defaults,
      unknownTerms: this.#unknown,
    };
  }
}

type Done = Extract<Applied, { kind: 'applied' }>;

function appliedTo({ plan, columns, reader }: Reading, batch: RecordBatch, besides: readonly Apart[]): Done {
  const applied = applyPlan(plan, columns, reader, batch, new Set(besides.map(({ row }) => row)));
  if (applied.kind === 'refused') throw new TypeError('a plan that refuses was opened');
  return applied;
}

/** Accepted records that could not be written, by their places among all that were read. */
function unwritten(
  { rejects, counts }: Done,
  apart: readonly Apart[],
  lacking: Written['lacking'],
): readonly Apart[] {
  if (lacking.length === 0) return [];
  const out = new Set([...rejects, ...apart].map(({ row }) => row));
  const places = Array.from({ length: counts.read }, (_, row) => row).filter(row => !out.has(row));
  return lacking.map(({ row, field }) => ({ row: places[row]!, field, code: 'CODEC_CANNOT_CARRY' }));
}

const add = (counts: Map<FieldId, number>, id: FieldId, count: number): void =>
  void counts.set(id, (counts.get(id) ?? 0) + count);
