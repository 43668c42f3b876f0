import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Chain } from '../convert/chain.ts';
import { leadsBack, type RoundTrip, RoundTripTally } from '../convert/round-trip.ts';
import { haveSameEnds, type TwoWays, TwoWaysTally } from '../convert/two-ways.ts';
import type { Conversions, ParquetFiles } from '../engine/port.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import { inverseOf } from './load-converters.ts';
import { type Conversion, type ConverterFile, planFiles } from './plan-files.ts';
import { type Opened, openRecords, type ReadAsk, type ReadSummary } from './read-records.ts';

/** The records that ways are held against each other on. */
export type WaysAsk = Omit<ReadAsk, 'subject' | 'as' | 'writtenAs'> & {
  readonly workers: number | undefined;
  /** Of which records functions are asked twice. */
  readonly checks: 'first' | 'all';
};

export type WaysWith = { readonly parquet: ParquetFiles; readonly conversions: Conversions };

/** What is known of the file besides what became of its records. */
export type Shown<T> = {
  readonly found: T;
  readonly format: string;
  readonly digest: Digest;
  readonly bytes: ReadSummary['bytes'];
  /** Records that were none of the first version, so that no way took them. */
  readonly unread: number;
  /** Why records were left, and how many for each reason. */
  readonly reasons: ReadonlyMap<string, number>;
};

/**
 * The way back that the converters of a way declare.
 *
 * @faults CONVERTER_INVERSE_NONE CONVERTER_INVERSE_UNKNOWN, and those of `planFiles`
 */
export async function declaredBack(
  { loaded, converters }: Conversion,
  { project, checks }: Pick<WaysAsk, 'project' | 'checks'>,
): Promise<Conversion | Fault | readonly Fault[]> {
  const files: ConverterFile[] = [];
  for (const converter of converters.toReversed()) {
    const inverse = inverseOf(converter, loaded.converters);
    if (inverse instanceof Fault) return inverse;
    if (inverse === undefined) {
      const { digest, from, to } = converter;
      return new Fault('CONVERTER_INVERSE_NONE', { converter: digest, from: to, to: from });
    }
    files.push({ place: join(project.root, inverse.path), path: inverse.path });
  }
  const [first, ...more] = files;
  return planFiles(project, [first!, ...more], checks);
}

/** Sends records there and back. @faults CONVERTER_OTHER_ENDS, and those of the reading and the conversion */
export async function roundTripOf(
  { loaded, chain }: Conversion,
  back: Chain,
  ask: WaysAsk,
  who: WaysWith,
): Promise<Shown<RoundTrip> | Fault> {
  if (!leadsBack(chain, back)) return otherEnds('--back', back, [endOf(chain), startOf(chain)]);
  const source = await Source.open(loaded.subject.name, [chain, back], ask, who.parquet);
  if (source instanceof Fault) return source;
  const tally = new RoundTripTally(chain, back);
  const reasons = new Map<string, number>();
  const run = who.conversions.run(tally.chain, source.batches(), { workers: ask.workers });
  await using come = run;
  for (;;) {
    const next = await come.next();
    if (next.done === true) return next.value ?? source.shown(tally.sum(), reasons);
    tally.add(source.given(), next.value);
    for (const { plan, field, code } of next.value.rejects) {
      const isBack = plan >= chain.plans.length;
      add(reasons, `${isBack ? 'back' : 'there'}: ${code} ${fieldText(fieldsOf(tally.chain, plan), field)}`);
    }
  }
}

/** Sends records two ways to the same version. @faults CONVERTER_OTHER_ENDS, and those of the reading and the conversion */
export async function twoWaysOf(
  { loaded, chain }: Conversion,
  other: Chain,
  ask: WaysAsk,
  who: WaysWith,
): Promise<Shown<TwoWays> | Fault> {
  if (!haveSameEnds(chain, other)) return otherEnds('--against', other, [startOf(chain), endOf(chain)]);
  const open = () => Source.open(loaded.subject.name, [chain, other], ask, who.parquet);
  const [source, again] = [await open(), await open()];
  if (source instanceof Fault) return source;
  if (again instanceof Fault) return again;
  const tally = new TwoWaysTally(chain, other);
  const reasons = new Map<string, number>();
  // Read twice, because what is read is the same each time, and neither way waits for the other to let a batch go.
  await using first = who.conversions.run(chain, source.batches(), { workers: ask.workers });
  await using second = who.conversions.run(other, again.batches(), { workers: ask.workers });
  for (;;) {
    const [one, two] = [await first.next(), await second.next()];
    if (one.done === true || two.done === true) {
      const fault =
        (one.done === true ? one.value : undefined) ?? (two.done === true ? two.value : undefined);
      return fault ?? again.fault ?? source.shown(tally.sum(), reasons);
    }
    again.given();
    tally.add(source.given(), one.value, two.value);
    for (const [way, done, plans] of [
      ['first', one.value, chain],
      ['second', two.value, other],
    ] as const)
      for (const { plan, field, code } of done.rejects)
        add(reasons, `${way}: ${code} ${fieldText(fieldsOf(plans, plan), field)}`);
  }
}

const fieldsOf = ({ plans }: Chain, plan: number) => {
  const { from, to } = plans[plan]!;
  return { fields: [...to.schema.fields, ...from.schema.fields] };
};

const startOf = ({ plans }: Chain): number => plans[0]!.from.version;
const endOf = ({ plans }: Chain): number => plans.at(-1)!.to.version;

const otherEnds = (option: string, way: Chain, expected: readonly [number, number]): Fault =>
  new Fault('CONVERTER_OTHER_ENDS', {
    option,
    leads: `${startOf(way)} → ${endOf(way)}`,
    expected: expected.join(' → '),
  });

const add = (sums: Map<string, number>, key: string): void => void sums.set(key, (sums.get(key) ?? 0) + 1);

/** The records of a file, each batch kept until what became of it is known. */
class Source {
  readonly #opened: Opened;
  readonly #waiting: RecordBatch[] = [];
  #unread = 0;
  #summary: ReadSummary | Fault | undefined;

  private constructor(opened: Opened) {
    this.#opened = opened;
  }

  static async open(
    subject: string,
    ways: readonly Chain[],
    ask: WaysAsk,
    parquet: ParquetFiles,
  ): Promise<Source | Fault> {
    const version = startOf(ways[0]!);
    const opened = await openRecords({ ...ask, subject, as: version, writtenAs: version }, parquet);
    if (opened instanceof Fault) return opened;
    const encodings = encodingsFor(ways.flatMap(({ plans }) => plans));
    return encodings instanceof Fault ? encodings : new Source(opened);
  }

  async *batches(): AsyncGenerator<RecordBatch> {
    await using records = this.#opened.records();
    for (;;) {
      const next = await records.next();
      if (next.done === true) {
        this.#summary = next.value;
        return;
      }
      this.#waiting.push(next.value.batch);
      this.#unread += next.value.rejects.length;
      yield next.value.batch;
    }
  }

  /** The first batch that was not asked for yet. */
  given(): RecordBatch {
    return this.#waiting.shift()!;
  }

  get fault(): Fault | undefined {
    return this.#summary instanceof Fault ? this.#summary : undefined;
  }

  shown<T>(found: T, reasons: ReadonlyMap<string, number>): Shown<T> | Fault {
    if (this.#summary instanceof Fault) return this.#summary;
    const { digest, bytes } = this.#summary!;
    return { found, format: this.#opened.format, digest, bytes, unread: this.#unread, reasons };
  }
}
