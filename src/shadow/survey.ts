import { LIMITS } from '../base/limits.ts';
import { isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import type { Schema, Slice } from '../contract/schema.ts';
import { countsTime, timeUnitOf, unitsInDay } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import type { ScannedColumn, ShadowAnswer, ShadowAsk } from './ask.ts';
import { cutsFrom } from './cuts.ts';
import { isKept } from './form.ts';
import type { Place } from './place.ts';
import { exactRanks, type Ranks } from './ranks.ts';
import { fieldOf, type Parts, partsMaker } from './slices.ts';
import { countedRanks, type DataSummary, type FieldSummary, holdsLengths, holdsNumbers } from './summary.ts';
import { unknownReader } from './unknown.ts';
import { byKey, isCounted, settledCounts, type ValueCounts } from './value-counts.ts';

/** What keeps data sets from being surveyed. */
export type SurveyStop =
  /** Some values are not of the type of their column. */
  | { readonly kind: 'unfit'; readonly side: number }
  /** One scan counted other rows than another: the data changed meanwhile. */
  | { readonly kind: 'changed'; readonly side: number }
  | { readonly kind: 'too-fine'; readonly slice: string };

export type Scan = Extract<ShadowAnswer, { kind: 'scan' }>;

export type SideAsk = { readonly side: number; readonly ask: ShadowAsk };

/** Gives out asks one after the other, takes an answer to each, and comes to what was surveyed. */
export type Asking<T> = Generator<SideAsk, T, ShadowAnswer>;

/**
 * How one data set is surveyed, or two together: their distributions are then known at the same numbers, and frequent categories of
 * the one are counted in the other. Every row is counted: what is taken of a sample is only where to look.
 *
 * @param refine  what the fields are for, where only a first scan shows it; their types stay
 */
export function* survey(
  schemas: readonly Schema[],
  refine: (scans: readonly Scan[]) => readonly Schema[] = () => schemas,
): Asking<readonly DataSummary[] | SurveyStop> {
  const scans: Scan[] = [];
  for (const side of schemas.keys()) {
    const scan = yield* ask(side, { kind: 'scan' });
    if (scan.columns.some(({ unfit }) => unfit > 0)) return { kind: 'unfit', side };
    scans.push(scan);
  }
  const sides: Counted[] = [];
  for (const [side, schema] of refine(scans).entries()) {
    const counted = yield* countSide(side, schema, scans[side]!);
    if ('kind' in counted) return counted;
    sides.push(counted);
  }
  for (const counted of sides) {
    const stop = yield* countFrequent(counted, sides);
    if (stop !== undefined) return stop;
  }
  const summaries: DataSummary[] = [];
  for (const counted of sides) {
    const stop = yield* rank(counted, sides);
    if (stop !== undefined) return stop;
    const slices: { slice: Slice; parts: Parts }[] = [];
    for (const slice of counted.schema.slices) {
      const parts = yield* cut(counted, slice);
      if ('kind' in parts) return parts;
      slices.push({ slice, parts });
    }
    summaries.push({
      schema: counted.schema,
      rows: counted.rows,
      fields: counted.columns.map(column => summaryOf(counted, column)),
      slices,
    });
  }
  return summaries;
}

/** One side, as far as it was counted. */
type Counted = {
  readonly side: number;
  readonly schema: Schema;
  readonly rows: number;
  readonly columns: readonly CountedColumn[];
  /** Sorted numbers of some rows, by column and what was measured. */
  readonly sample: Map<string, readonly Place[]>;
  readonly sampled: number;
};

type CountedColumn = {
  readonly at: number;
  readonly field: Field;
  readonly scanned: ScannedColumn;
  counts: ValueCounts;
  numbers: Ranks | undefined;
  lengths: Ranks<number> | undefined;
};

function* countSide(side: number, schema: Schema, scan: Scan): Asking<Counted | SurveyStop> {
  const columns: CountedColumn[] = [];
  for (const [at, field] of schema.fields.entries()) {
    const scanned = scannedAs(field, scan.columns[at]!);
    const counts = yield* countValues(side, at, isKept(field), scanned);
    const exact =
      counts.level === 0 && scanned.numbers !== undefined ? countedRanks(field, counts) : undefined;
    columns.push({
      at,
      field,
      scanned,
      counts,
      numbers: exact,
      lengths: yield* countLengths(side, at, scanned),
    });
    const rows = scan.rows - scanned.nulls - scanned.notFinite;
    if (counts.level === 0 && total(counts.counted.map(({ count }) => count)) !== rows)
      return { kind: 'changed', side };
  }
  const { sample, sampled } = yield* takeSample(side, columns, scan.rows);
  return { side, schema, rows: scan.rows, columns, sample, sampled };
}

/** A category has neither numbers nor lengths, whatever it is stored as. */
const scannedAs = (field: Field, { numbers, lengths, ...scanned }: ScannedColumn): ScannedColumn => ({
  ...scanned,
  numbers: holdsNumbers(field) ? numbers : undefined,
  lengths: holdsLengths(field) ? lengths : undefined,
});

/** At the least level that holds few enough: the estimate only spares asking for all of many. */
function* countValues(
  side: number,
  of: number,
  isTold: boolean,
  { distinct }: ScannedColumn,
): Asking<ValueCounts> {
  const most = LIMITS.shadow_values_max;
  let level = Math.max(0, Math.floor(Math.log2((CAUTION * distinct) / most)));
  for (;;) {
    const { rows } = yield* ask(side, { kind: 'counts', of, level, isKept: isTold });
    if (level > 0 && rows.length <= most) {
      level--;
      continue;
    }
    const counted = rows.map(([key, value, count]) => ({
      key,
      value: isTold && value !== null ? value : undefined,
      count,
    }));
    return settledCounts({ level, counted: counted.sort(byKey), heavy: [], unlisted_rows: 0 });
  }
}

/** An estimate is off by a tenth, seldom by more. */
const CAUTION = 0.6;

function* countLengths(side: number, of: number, scanned: ScannedColumn): Asking<Ranks<number> | undefined> {
  if (scanned.lengths === undefined || scanned.distinctLengths > LIMITS.shadow_values_max / 2)
    return undefined;
  const { rows } = yield* ask(side, { kind: 'lengths', of });
  return exactRanks([...rows].sort(([a], [b]) => a - b));
}

function* takeSample(
  side: number,
  columns: readonly CountedColumn[],
  rows: number,
): Asking<Pick<Counted, 'sample' | 'sampled'>> {
  const sample = new Map<string, readonly Place[]>();
  const wanted = columns.filter(
    column => needsCuts(column, 'value') || needsCuts(column, 'length') || hasFrequent(column),
  );
  if (wanted.length === 0) return { sample, sampled: 0 };
  const share = Math.min(1, LIMITS.shadow_sample_rows / rows);
  const { rows: sampled } = yield* ask(side, { kind: 'sample', of: wanted.map(({ at }) => at), share });
  for (const column of wanted)
    for (const what of ['value', 'length'] as const)
      if (needsCuts(column, what)) {
        const { numbers } = yield* ask(side, { kind: 'sampled', of: { column: column.at, of: what } });
        sample.set(`${column.at} ${what}`, numbers);
      }
  return { sample, sampled };
}

const needsCuts = ({ scanned, numbers, lengths }: CountedColumn, of: 'value' | 'length'): boolean =>
  of === 'value'
    ? scanned.numbers !== undefined && numbers === undefined
    : scanned.lengths !== undefined && lengths === undefined;

const hasFrequent = ({ field, counts }: CountedColumn): boolean => isCategorical(field) && counts.level > 0;

/** Categories too many to count each: those that are frequent on either side are counted on both, and every term. */
function* countFrequent(own: Counted, sides: readonly Counted[]): Asking<SurveyStop | undefined> {
  for (const column of own.columns) {
    if (!hasFrequent(column)) continue;
    const keys = new Set<string>();
    let unlisted = 0;
    for (const side of sides) {
      const there = side.columns.find(({ field }) => field.id === column.field.id);
      if (there === undefined) continue;
      if (there.counts.level === 0) {
        for (const { key } of there.counts.counted) keys.add(key);
        continue;
      }
      const most = LIMITS.shadow_heavy_max;
      const { rows } = yield* ask(side.side, { kind: 'frequent', of: there.at, most: most + 1 });
      for (const [key] of rows.slice(0, most)) keys.add(key);
      if (side === own) unlisted = rareShare(rows[most]?.[1] ?? 0, own.sampled) * own.rows;
    }
    const values = spellingsOf(column.field);
    const { rows } = yield* ask(own.side, { kind: 'exactly', of: column.at, keys: [...keys], values });
    const heavy = rows.map(([key, value, count]) => ({ key, value: value ?? undefined, count })).sort(byKey);
    column.counts = { ...column.counts, heavy, unlisted_rows: Math.ceil(unlisted), sought: keys };
    // What was counted for its hash was counted before.
    const before = new Map(column.counts.counted.map(({ key, count }) => [key, count]));
    for (const { key, count } of heavy)
      if (isCounted(key, column.counts.level) && before.get(key) !== count)
        return { kind: 'changed', side: own.side };
  }
  return undefined;
}

/** How large the share of a value may be of which so many rows were drawn, but for one time in a million. */
const rareShare = (drawn: number, sampled: number): number =>
  sampled === 0 ? 1 : Math.min(1, (drawn + 5 * Math.sqrt(drawn) + 14) / sampled);

/** Every way to write a term of the field's vocabulary. */
function spellingsOf({ vocabulary, type }: Field): readonly Value[] {
  if (vocabulary === undefined) return [];
  return vocabulary.terms.flatMap(({ label, aliases, code }): readonly Value[] =>
    type.kind === 'string' ? [label, ...aliases] : code === undefined ? [] : [code],
  );
}

function* rank(own: Counted, sides: readonly Counted[]): Asking<SurveyStop | undefined> {
  const wanted = own.columns.flatMap(column =>
    (['value', 'length'] as const).filter(of => needsCuts(column, of)).map(of => ({ column, of })),
  );
  if (wanted.length === 0) return undefined;
  const measured = wanted.map(({ column, of }) => {
    const samples = sides.flatMap(side => {
      const there = side.columns.find(({ field }) => field.id === column.field.id);
      return (there && side.sample.get(`${there.at} ${of}`)) ?? [];
    });
    const ends: readonly [Place, Place] = of === 'value' ? column.scanned.numbers! : column.scanned.lengths!;
    return { column: column.at, of, cuts: cutsFrom(samples, ends) };
  });
  const { upTo } = yield* ask(own.side, { kind: 'cuts', of: measured });
  for (const [index, { column, of }] of wanted.entries()) {
    const ranks = { at: measured[index]!.cuts, upTo: upTo[index]!, isExact: false, error_rows: 0 };
    if (of === 'value') column.numbers = ranks;
    else column.lengths = { ...ranks, at: ranks.at.map(Number) };
    const { nulls, notFinite, sentinels } = column.scanned;
    const rows = own.rows - nulls - (of === 'value' ? notFinite + sentinels : 0);
    if (ranks.upTo.at(-1) !== rows) return { kind: 'changed', side: own.side };
  }
  return undefined;
}

function* cut({ side, schema, rows: all }: Counted, slice: Slice): Asking<Parts | SurveyStop> {
  const field = fieldOf(schema, slice.field);
  const label = schema.label === undefined ? undefined : schema.fields.indexOf(fieldOf(schema, schema.label));
  const day =
    slice.by === 'value' || !countsTime(field.type.kind) ? undefined : unitsInDay(timeUnitOf(field));
  const most = LIMITS.shadow_part_labels_max;
  const { rows } = yield* ask(side, {
    kind: 'slice',
    of: schema.fields.indexOf(field),
    day,
    label,
    most: most + 1,
  });
  if (rows.length > most) return { kind: 'too-fine', slice: slice.name };
  const { parts, add } = partsMaker(schema, slice);
  for (const [key, value, count] of rows) add(key, label === undefined ? undefined : value, count);
  if (parts.size > LIMITS.shadow_parts_max) return { kind: 'too-fine', slice: slice.name };
  if (total([...parts.values()].map(part => part.rows)) !== all) return { kind: 'changed', side };
  return parts;
}

function summaryOf(
  { rows }: Counted,
  { field, scanned, counts, numbers, lengths }: CountedColumn,
): FieldSummary {
  const { nulls, notFinite, sentinels } = scanned;
  const isUnknown = unknownReader(field);
  const known = (counts.level === 0 ? counts.counted : counts.heavy).filter(
    ({ value }) => value !== undefined && value !== null && isUnknown?.(value) === false,
  );
  const unknown =
    field.vocabulary === undefined
      ? sentinels
      : rows - nulls - notFinite - total(known.map(({ count }) => count));
  return {
    field,
    rows,
    nulls,
    notFinite,
    unknown: isUnknown === undefined ? undefined : unknown,
    counts,
    numbers: numbers ?? (holdsNumbers(field) ? exactRanks([]) : undefined),
    lengths: lengths ?? (holdsLengths(field) ? exactRanks([]) : undefined),
  };
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** @throws TypeError where an answer is to another ask, which is a mistake of whoever answers. */
function* ask<A extends ShadowAsk>(
  side: number,
  asked: A,
): Asking<Extract<ShadowAnswer, { kind: AnswerKind<A> }>> {
  const answer = yield { side, ask: asked };
  const kind = asked.kind === 'exactly' ? 'counts' : asked.kind;
  if (answer.kind !== kind) throw new TypeError(`${kind} was asked and ${answer.kind} answered`);
  return answer as Extract<ShadowAnswer, { kind: AnswerKind<A> }>;
}
type AnswerKind<A extends ShadowAsk> = A['kind'] extends 'exactly' ? 'counts' : A['kind'];
