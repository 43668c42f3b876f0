import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Apart } from '../codec/apart.ts';
import type { FieldId } from '../contract/field.ts';
import { VOCABULARY_BOUNDS } from '../contract/parse-vocabulary.ts';
import { placeOf } from '../contract/yaml-document.ts';
import { defaultsIn } from '../convert/apply-conversion.ts';
import { applyChain, type Chain, type Chained, chainOf } from '../convert/chain.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { type Converter, parseConverter } from '../convert/converter.ts';
import type { RunningEncodings } from '../convert/tokenizers.ts';
import type { ParquetFiles } from '../engine/port.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import { planBetween } from './load-converters.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { type Opened, openRecords, type Passed, type ReadAsk, type ReadSummary } from './read-records.ts';
import type { WriteBatch } from './record-writers.ts';

/** The file of a converter: where it is, and what faults call it. */
export type ConverterFile = { readonly place: string; readonly path: string };

export type Conversion = { readonly loaded: LoadedSubject; readonly chain: Chain };

/**
 * The way that converters lead, one after the other, between versions of a subject.
 *
 * @faults those of `readFile`, `parseConverter`, `loadSubject`, `planBetween`, and CONVERTER_CHAIN_GAP; several where several
 *   things are wrong with one
 */
export function planFiles(
  project: Project,
  files: readonly [ConverterFile, ...ConverterFile[]],
): Conversion | Fault | readonly Fault[] {
  const converters: Converter[] = [];
  for (const { place, path: name } of files) {
    const bytes = readFile(path.dirname(place), path.basename(place), VOCABULARY_BOUNDS.bytes_max);
    if (bytes instanceof Fault) return bytes;
    const converter = parseConverter(name, bytes);
    if (converter instanceof Fault) return converter;
    const gap = gapFault(converters.at(-1), converter);
    if (gap !== undefined) return gap;
    converters.push(converter);
  }
  const loaded = loadSubject(project, converters[0]!.subject);
  if (loaded instanceof Fault) return loaded;
  const plans: ConversionPlan[] = [];
  for (const converter of converters) {
    const plan = planBetween(loaded, converter);
    if (!('fields' in plan)) return plan;
    plans.push(plan);
  }
  return { loaded, chain: chainOf(plans) };
}

const sideText = (subject: string, version: number): string => `${subject}@${version}`;

function gapFault(
  before: Converter | undefined,
  { subject, from, digest, document }: Converter,
): Fault | undefined {
  if (before === undefined || (before.subject === subject && before.to === from)) return undefined;
  return new Fault(
    'CONVERTER_CHAIN_GAP',
    { converter: digest, from: sideText(subject, from), to: sideText(before.subject, before.to) },
    placeOf(document, ['from']),
  ) as unknown as Fault;
}

/**
 * That what is to be run is what the change record of its step names. A step without a record, or with one that names none,
 * binds nobody yet.
 *
 * @faults CONVERTER_NOT_RECORDED
 */
export function recordedFault({ loaded, chain }: Conversion): Fault | undefined {
  for (const { converter: digest, from, to } of chain.plans) {
    const named = loaded.changes.find(
      ({ change: { step } }) =>
        step.kind === 'version' && step.from === from.version && step.to === to.version,
    );
    const recorded = named?.change.converter;
    if (named !== undefined && recorded !== undefined && recorded !== digest)
      return new Fault(
        'CONVERTER_NOT_RECORDED',
        { digest, recorded, change: named.path },
        named.places.get('converter'),
      );
  }
  return undefined;
}

/** Records that were converted, written, in the order they stand in the file, and those of the same stretch that were not. */
export type ConvertedStretch = {
  readonly converted: number;
  readonly skipped: number;
  /** Records that hold fewer tokens than their text has, by field of the last version. */
  readonly truncated: ReadonlyMap<FieldId, number>;
  readonly bytes: Uint8Array;
  /** Rows of the file, ascending. */
  readonly rejects: readonly Apart[];
};

/** read = converted + rejected + skipped. What is counted by field is counted over converted records. */
export type ConvertSummary = Pick<ReadSummary, 'digest' | 'bytes' | 'absentFilled'> & {
  readonly read: number;
  readonly converted: number;
  readonly rejected: number;
  readonly skipped: number;
  /** Records that hold fewer tokens than their text has. */
  readonly truncated: ReadonlyMap<FieldId, number>;
  readonly defaulted: ReadonlyMap<FieldId, { readonly records: number; readonly means: 'value' | 'unknown' }>;
};

export type OpenedConversion = {
  readonly format: string;
  /** Reads the file from its start, once. A record that can't be written is a reject, as one is that can't be converted. */
  readonly records: (write: WriteBatch) => AsyncGenerator<ConvertedStretch, ConvertSummary | Fault>;
};

/** @faults those of `openRecords` and `encodingsFor` */
export async function openConversion(
  { loaded, chain }: Conversion,
  ask: Omit<ReadAsk, 'subject' | 'as' | 'writtenAs'>,
  parquet: ParquetFiles,
): Promise<OpenedConversion | Fault> {
  const { version } = chain.plans[0]!.from;
  const opened = await openRecords(
    { ...ask, subject: loaded.subject.name, as: version, writtenAs: version },
    parquet,
  );
  if (opened instanceof Fault) return opened;
  const encodings = encodingsFor(chain.plans);
  if (encodings instanceof Fault) return encodings;
  return { format: opened.format, records: write => converting(chain, encodings, opened.records(), write) };
}

async function* converting(
  chain: Chain,
  encodings: RunningEncodings,
  passing: ReturnType<Opened['records']>,
  write: WriteBatch,
): AsyncGenerator<ConvertedStretch, ConvertSummary | Fault> {
  let [read, converted, skipped] = [0, 0, 0];
  const truncated = new Map<FieldId, number>();
  await using records = passing;
  for (;;) {
    const next = await records.next();
    if (next.done === true) {
      const summary = next.value;
      if (summary instanceof Fault) return summary;
      const { digest, bytes, absentFilled } = summary;
      const defaulted = defaultedIn(chain, converted);
      const rejected = read - converted - skipped;
      return { digest, bytes, absentFilled, read, converted, rejected, skipped, truncated, defaulted };
    }
    const stretch = stretchOf(chain, encodings, next.value, read, write);
    skipped += stretch.skipped;
    read += stretch.converted + stretch.rejects.length + stretch.skipped;
    converted += stretch.converted;
    for (const [id, records] of stretch.truncated) truncated.set(id, (truncated.get(id) ?? 0) + records);
    yield stretch;
  }
}

/** @param first  the row of the file at which the stretch begins */
function stretchOf(
  chain: Chain,
  encodings: RunningEncodings,
  { batch, rejects: unread }: Passed,
  first: number,
  write: WriteBatch,
): ConvertedStretch {
  const out = new Set(unread.map(({ row }) => row));
  const passed = Array.from({ length: batch.numRows + unread.length }, (_, row) => first + row).filter(
    row => !out.has(row),
  );
  const done = applyChain(chain, batch, encodings);
  const { bytes, lacking } = write(done.converted);
  const rejects = [
    ...unread,
    ...done.rejects.map(({ row, field, code }) => ({ row: passed[row]!, field, code })),
    ...lacking.map(({ row, field }): Apart => {
      return { row: passed[done.rows[row]!]!, field, code: 'CODEC_CANNOT_CARRY' };
    }),
  ];
  return {
    converted: done.rows.length - lacking.length,
    skipped: done.counts.reduce((sum, each) => sum + each.skipped, 0),
    truncated: truncatedIn(done, new Set(lacking.map(({ row }) => done.rows[row]!))),
    bytes,
    rejects: rejects.sort((a, b) => a.row - b.row),
  };
}

/** How many records that were written hold fewer tokens than their text has. */
const truncatedIn = ({ truncated }: Chained, unwritten: ReadonlySet<number>): ReadonlyMap<FieldId, number> =>
  new Map([...truncated].map(([id, rows]) => [id, rows.filter(row => !unwritten.has(row)).length]));

/** What steps gave every record that came out, of fields that the last version still has. */
function defaultedIn({ plans }: Chain, records: number): ConvertSummary['defaulted'] {
  const kept = new Set(plans.at(-1)!.to.schema.fields.map(({ id }) => id));
  const given = plans.flatMap(({ fields }) => [...defaultsIn(fields)]);
  return new Map(given.filter(([id]) => kept.has(id)).map(([id, means]) => [id, { records, means }]));
}
