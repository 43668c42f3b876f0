import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import type { Apart } from '../codec/apart.ts';
import type { RecordForm } from '../codec/forms/record-form.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { FieldId } from '../contract/field.ts';
import { defaultsIn } from '../convert/apply-conversion.ts';
import type { Chain } from '../convert/chain.ts';
import type { WrittenPart } from '../engine/conversion-wire.ts';
import { truncatedIn } from '../engine/convert-batch.ts';
import type { Conversions, ParquetFiles } from '../engine/port.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import { fileDigest } from './file-bytes.ts';
import type { Conversion } from './plan-files.ts';
import { type Opened, openRecords, type Passed, type ReadAsk, type ReadSummary } from './read-records.ts';
import { fileOf, type RecordFile } from './record-writers.ts';

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
  readonly start: Uint8Array;
  /** Reads the file from its start, once. A record that can't be written is a reject, as one is that can't be converted. */
  readonly stretches: AsyncGenerator<ConvertedStretch, ConvertSummary | Fault>;
  readonly end: () => Uint8Array;
};

export type ConvertAsk = Omit<ReadAsk, 'subject' | 'as' | 'writtenAs'> & {
  readonly form: RecordForm;
  /** At most so many threads; without it, as many as there are cores. */
  readonly workers: number | undefined;
};

/** Who reads, converts and writes. */
export type ConvertWith = {
  readonly parquet: ParquetFiles;
  readonly library: ParquetLibrary;
  readonly conversions: Conversions;
};

/** @faults those of `openRecords` and `encodingsFor`; `stretches` has those of the reading, and CONVERSION_ENDED */
export async function openConversion(
  { loaded, chain }: Conversion,
  ask: ConvertAsk,
  who: ConvertWith,
): Promise<OpenedConversion | Fault> {
  const { version } = chain.plans[0]!.from;
  const read: ReadAsk = { ...ask, subject: loaded.subject.name, as: version, writtenAs: version };
  const opened = await openRecords(read, who.parquet);
  if (opened instanceof Fault) return opened;
  const file = fileOf(ask.form, chain.plans.at(-1)!.to, who.library);
  const encodings = encodingsFor(chain.plans);
  if (encodings instanceof Fault) return encodings;
  const { format } = opened;
  const converting = new Converting(chain, opened, ask, file, who.conversions);
  return { format, start: file.start, stretches: converting.stretches(), end: file.end };
}

/** A stretch of the file, and what became of it. */
type Done = {
  readonly read: number;
  readonly converted: number;
  readonly skipped: number;
  readonly truncated: ReadonlyMap<FieldId, number>;
  readonly rejects: readonly Apart[];
};

class Converting {
  readonly #chain: Chain;
  readonly #opened: Opened;
  readonly #ask: ConvertAsk;
  readonly #file: RecordFile;
  readonly #conversions: Conversions;
  #read = 0;
  #converted = 0;
  #skipped = 0;
  readonly #truncated = new Map<FieldId, number>();

  constructor(chain: Chain, opened: Opened, ask: ConvertAsk, file: RecordFile, conversions: Conversions) {
    [this.#chain, this.#opened, this.#ask, this.#file] = [chain, opened, ask, file];
    this.#conversions = conversions;
  }

  async *stretches(): AsyncGenerator<ConvertedStretch, ConvertSummary | Fault> {
    // A function has its own time for a batch, which none of a row group is.
    const hasFunctions = this.#chain.plans.some(({ functions }) => functions.length > 0);
    if (this.#opened.format === 'parquet' && this.#ask.form === 'parquet' && !hasFunctions) {
      const summary = yield* this.#rewritten();
      if (summary !== 'trouble') return summary;
    }
    return yield* this.#written();
  }

  async *#rewritten(): AsyncGenerator<ConvertedStretch, ConvertSummary | Fault | 'trouble'> {
    const { place, path, digest: wanted, workers } = this.#ask;
    const absentFilled = new Map<FieldId, number>();
    const file = { place, ...this.#opened.reading };
    await using groups = this.#conversions.rewrite(this.#chain, file, { workers });
    for (;;) {
      const next = await groups.next();
      if (next.done === true) {
        if (next.value === 'trouble') return next.value;
        const digest = await fileDigest(place, path);
        if (digest instanceof Fault) return digest;
        if (wanted !== undefined && digest !== wanted) return new Fault('FILE_CHANGED', { path });
        const bytes = wanted === undefined ? 'BYTES_UNVERIFIED' : 'VERIFIED';
        return this.#summary({ digest, bytes, absentFilled });
      }
      const { groups: pieces, absentFilled: filled, ...done } = next.value;
      for (const [field, records] of filled)
        absentFilled.set(field, (absentFilled.get(field) ?? 0) + records);
      const rejects = done.rejects.map(reject => ({ ...reject, row: this.#read + reject.row }));
      yield this.#stretch({ ...done, rejects }, this.#file.add({ kind: 'groups', groups: pieces }));
    }
  }

  /** What was converted already is read again, and given out by nobody. */
  async *#written(): AsyncGenerator<ConvertedStretch, ConvertSummary | Fault> {
    const waiting: Passed[] = [];
    const source = new Source(this.#opened, this.#read, passed => void waiting.push(passed));
    const { form, workers } = this.#ask;
    await using written = this.#conversions.write(this.#chain, form, source.batches(), { workers });
    for (;;) {
      const next = await written.next();
      if (next.done === true) {
        if (next.value !== undefined) return next.value;
        return source.summary instanceof Fault ? source.summary : this.#summary(source.summary!);
      }
      const { piece, parts } = next.value;
      let bytes = this.#file.add(piece);
      for (const part of parts) {
        yield this.#stretch(doneOf(waiting.shift()!, part, this.#read), bytes);
        bytes = NOTHING;
      }
    }
  }

  #stretch({ read, converted, skipped, truncated, rejects }: Done, bytes: Uint8Array): ConvertedStretch {
    this.#read += read;
    this.#converted += converted;
    this.#skipped += skipped;
    addTo(this.#truncated, truncated);
    return { converted, skipped, truncated, bytes, rejects };
  }

  #summary(read: Pick<ReadSummary, 'digest' | 'bytes' | 'absentFilled'>): ConvertSummary {
    const { digest, bytes, absentFilled } = read;
    return {
      digest,
      bytes,
      absentFilled,
      read: this.#read,
      converted: this.#converted,
      rejected: this.#read - this.#converted - this.#skipped,
      skipped: this.#skipped,
      truncated: this.#truncated,
      defaulted: defaultedIn(this.#chain, this.#converted),
    };
  }
}

const NOTHING = new Uint8Array();

const addTo = (sums: Map<FieldId, number>, more: ReadonlyMap<FieldId, number>): void => {
  for (const [field, records] of more) sums.set(field, (sums.get(field) ?? 0) + records);
};

/** What passes of a file, from a row on. */
class Source {
  readonly #opened: Opened;
  readonly #from: number;
  readonly #hear: (passed: Passed) => void;
  summary: ReadSummary | Fault | undefined;

  constructor(opened: Opened, from: number, hear: (passed: Passed) => void) {
    [this.#opened, this.#from, this.#hear] = [opened, from, hear];
  }

  async *batches(): AsyncGenerator<RecordBatch> {
    let read = 0;
    await using records = this.#opened.records();
    for (;;) {
      const next = await records.next();
      if (next.done === true) {
        this.summary = next.value;
        return;
      }
      const { batch, rejects } = next.value;
      const isKnown = read < this.#from;
      read += batch.numRows + rejects.length;
      if (isKnown) continue;
      this.#hear(next.value);
      yield batch;
    }
  }
}

/** @param first  the row of the file at which the stretch begins */
function doneOf({ batch, rejects: unread }: Passed, part: WrittenPart, first: number): Done {
  const read = batch.numRows + unread.length;
  const place = placeIn(unread, first, read);
  const rejects = [
    ...unread,
    ...part.rejects.map(({ plan: _, ...reject }) => ({ ...reject, row: place(reject.row) })),
    ...part.lacking.map(({ row, field }): Apart => {
      return { row: place(part.rows[row]!), field, code: 'CODEC_CANNOT_CARRY' };
    }),
  ];
  return {
    read,
    converted: part.rows.length - part.lacking.length,
    skipped: part.counts.reduce((sum, each) => sum + each.skipped, 0),
    truncated: truncatedIn(part, part.lacking),
    rejects: rejects.sort((a, b) => a.row - b.row),
  };
}

/** Where a record of those that passed stands in the file. */
function placeIn(unread: readonly Apart[], first: number, read: number): (row: number) => number {
  if (unread.length === 0) return row => first + row;
  const out = new Set(unread.map(({ row }) => row));
  const passed = Array.from({ length: read }, (_, row) => first + row).filter(row => !out.has(row));
  return row => passed[row]!;
}

/** What steps gave every record that came out, of fields that the last version still has. */
function defaultedIn({ plans }: Chain, records: number): ConvertSummary['defaulted'] {
  const kept = new Set(plans.at(-1)!.to.schema.fields.map(({ id }) => id));
  const given = plans.flatMap(({ fields }) => [...defaultsIn(fields)]);
  return new Map(given.filter(([id]) => kept.has(id)).map(([id, means]) => [id, { records, means }]));
}
