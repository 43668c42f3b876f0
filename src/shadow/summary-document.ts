import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { pathText, shapeProblem } from '../contract/shape-problem.ts';
import { valueDocument, valueFromDocument } from '../contract/value-document.ts';
import { type Place, placeFormOf } from './place.ts';
import { type Ranks, sizeOfRanks } from './ranks.ts';
import type { PartSummary, Parts } from './slices.ts';
import {
  countedRanks,
  type DataSummary,
  type FieldSummary,
  holdsLengths,
  holdsNumbers,
  valuesIn,
} from './summary.ts';
import { NO_COUNTS, type ValueCount, type ValueCounts } from './value-counts.ts';

/** Statistics of a part of a data set, to be put together with those of others. */
const FORMAT = 'assay.shadow-summary/2';
/** By what values are told apart: two programs that hash otherwise count other values. */
const HASHED_BY = 'duckdb-1.5 hash(value, 1)';

/** @param withheld  fields of which no value, and no hash of one, is told: a hash can be guessed */
export function summaryDocument(
  { schema, rows, fields, slices }: DataSummary,
  recordSchema: Digest,
  withheld: readonly FieldId[],
): Json {
  const hidden = new Set(withheld);
  const labelHidden = schema.label !== undefined && hidden.has(schema.label);
  return {
    format: FORMAT,
    recordSchema,
    hashedBy: HASHED_BY,
    rows,
    fields: fields.map(field => fieldDocument(field, hidden.has(field.field.id))),
    slices: slices.map(({ slice, parts }) => ({
      slice: slice.name,
      parts: parts === undefined || labelHidden || hidden.has(slice.field) ? null : partsDocument(parts),
    })),
  };
}

function fieldDocument({ field, nulls, notFinite, unknown, ...own }: FieldSummary, isHidden: boolean): Json {
  const isTold = !isHidden && own.isWithheld !== true;
  return {
    field: field.id,
    nulls,
    notFinite,
    unknown: unknown ?? null,
    counts: isTold ? countsDocument(field, own.counts) : null,
    numbers: isTold && own.numbers !== undefined && own.counts.level > 0 ? ranksDocument(own.numbers) : null,
    lengths: isTold && own.lengths !== undefined ? ranksDocument(own.lengths) : null,
  };
}

const countsDocument = ({ type }: Field, { level, counted, heavy, unlisted_rows }: ValueCounts): Json => {
  const listed = (counts: readonly ValueCount[]): Json =>
    counts.map(({ key, value, count }) => [
      key,
      value === undefined ? null : valueDocument(type, value),
      count,
    ]);
  return { level, counted: listed(counted), heavy: listed(heavy), unlistedRows: unlisted_rows };
};

/** Doubles as documents have them: by their bits. */
const DOUBLE = { kind: 'float64' } as const;
/** Numbers that are kept as bigints stand with all their digits, decimals without their point. */
const WHOLE = /^(?:0|-?[1-9][0-9]{0,77})$/;

const placeDocument = (place: Place): Json =>
  typeof place === 'bigint' ? String(place) : valueDocument(DOUBLE, place);

const ranksDocument = ({ at, upTo, isExact, error_rows }: Ranks): Json => ({
  at: at.map(placeDocument),
  upTo,
  isExact,
  errorRows: error_rows,
});

const partsDocument = (parts: Parts): Json =>
  [...parts].map(([part, { rows, unknown, labels }]) => ({
    part,
    rows,
    unknown,
    labels: [...labels].map(([key, { text, count }]) => [key, text, count]),
  }));

const count = z.int().min(0);
const text = z.string().max(LIMITS.shadow_text_chars_max * 2);
const Counted = z.array(z.tuple([z.string().regex(/^[0-9a-f]{16}$/), z.json(), z.int().min(1)]));
const RanksShape = z.strictObject({
  at: z.array(z.string()),
  upTo: z.array(count),
  isExact: z.boolean(),
  errorRows: count,
});
const Shape = z.strictObject({
  format: z.literal(FORMAT),
  recordSchema: z.string(),
  hashedBy: z.literal(HASHED_BY),
  rows: count,
  fields: z.array(
    z.strictObject({
      field: z.int(),
      nulls: count,
      notFinite: count,
      unknown: count.nullable(),
      counts: z
        .strictObject({
          level: z.int().min(0).max(60),
          counted: Counted,
          heavy: Counted,
          unlistedRows: count,
        })
        .nullable(),
      numbers: RanksShape.nullable(),
      lengths: RanksShape.nullable(),
    }),
  ),
  slices: z.array(
    z.strictObject({
      slice: text,
      parts: z
        .array(
          z.strictObject({
            part: text.nullable(),
            rows: count,
            unknown: count,
            labels: z.array(z.tuple([text, text, z.int().min(1)])),
          }),
        )
        .nullable(),
    }),
  ),
});
type Shaped = z.output<typeof Shape>;

/** The inverse, or what is wrong with the document. */
export function summaryFromDocument(
  document: unknown,
  schema: Schema,
  recordSchema: Digest,
): DataSummary | string {
  const { data, error } = Shape.safeParse(document);
  if (data === undefined) {
    const problem = shapeProblem(Shape, error);
    return problem.kind === 'unknown'
      ? `${pathText(problem.path)} has a key ${problem.key.slice(0, LIMITS.echoed_chars_max)}, which it can't have`
      : `${pathText(problem.path)} should be ${problem.expected}`;
  }
  if (data.recordSchema !== recordSchema)
    return 'it was written under another version, or under another wording of this one';
  if (data.fields.length !== schema.fields.length || data.slices.length !== schema.slices.length)
    return 'it has not the fields and slices of the version';
  const fields: FieldSummary[] = [];
  for (const [at, field] of schema.fields.entries()) {
    const summary = fieldFrom(field, data.fields[at]!, data.rows);
    if (typeof summary === 'string') return `${field.name}: ${summary}`;
    fields.push(summary);
  }
  const slices = schema.slices.map((slice, at) => ({ slice, parts: partsFrom(data.slices[at]!.parts) }));
  const short = slices.find(({ parts }) => parts !== undefined && rowsIn(parts) !== data.rows);
  if (short !== undefined) return `the parts of slice ${short.slice.name} are not all rows`;
  return { schema, rows: data.rows, fields, slices };
}

function fieldFrom(field: Field, own: Shaped['fields'][number], rows: number): FieldSummary | string {
  const { nulls, notFinite } = own;
  if (own.field !== field.id) return 'it is another field there';
  const values = valuesIn({ rows, nulls, notFinite });
  if (values < 0 || (own.unknown ?? 0) > rows) return 'more rows are counted than there are';
  const shared = { field, rows, nulls, notFinite, unknown: own.unknown ?? undefined };
  if (own.counts === null)
    return { ...shared, counts: NO_COUNTS, numbers: undefined, lengths: undefined, isWithheld: true };
  const counts = countsFrom(field, own.counts);
  if (counts === undefined) return 'a value is none of its type';
  if (counts.level === 0 && counts.counted.reduce((sum, one) => sum + one.count, 0) !== values)
    return 'its values are not all rows';
  const numbers = holdsNumbers(field)
    ? (countedRanks(field, counts) ?? numbersFrom(field, own.numbers))
    : undefined;
  const lengths = holdsLengths(field) ? ranksFrom(own.lengths, doubleFrom) : undefined;
  if ((holdsNumbers(field) && numbers === undefined) || (holdsLengths(field) && lengths === undefined))
    return 'its distribution is missing or not in order';
  // What is not finite inside of a value has a length all the same.
  if (sizeOfRanks(numbers ?? NONE) > values || sizeOfRanks(lengths ?? NONE) > rows - nulls)
    return 'its distribution has more rows than there are';
  return { ...shared, counts, numbers, lengths };
}

const NONE: Ranks = { at: [], upTo: [], isExact: true, error_rows: 0 };

function countsFrom(
  { type }: Field,
  { level, counted, heavy, unlistedRows }: NonNullable<Shaped['fields'][number]['counts']>,
): ValueCounts | undefined {
  const listed = (rows: z.output<typeof Counted>): readonly ValueCount[] | undefined => {
    const counts = rows.map(([key, value, rowCount]) => ({
      key,
      value: value === null ? undefined : valueFromDocument(type, value),
      count: rowCount,
      isTold: value !== null,
    }));
    if (counts.some(({ value, isTold }) => isTold && value === undefined)) return undefined;
    return counts.map(({ key, value, count: own }) => ({ key, value, count: own }));
  };
  const [all, frequent] = [listed(counted), listed(heavy)];
  return all && frequent && { level, counted: all, heavy: frequent, unlisted_rows: unlistedRows };
}

const numbersFrom = (field: Field, shaped: z.output<typeof RanksShape> | null): Ranks | undefined =>
  placeFormOf(field) === 'double' ? ranksFrom(shaped, doubleFrom) : ranksFrom(shaped, wholeFrom);

function doubleFrom(bits: string): number | undefined {
  const number = valueFromDocument(DOUBLE, bits);
  return typeof number === 'number' ? number : undefined;
}

const wholeFrom = (digits: string): bigint | undefined => (WHOLE.test(digits) ? BigInt(digits) : undefined);

function ranksFrom<P extends Place>(
  shaped: z.output<typeof RanksShape> | null,
  placeFrom: (text: string) => P | undefined,
): Ranks<P> | undefined {
  if (shaped === null) return undefined;
  const at: P[] = [];
  for (const each of shaped.at) {
    const place = placeFrom(each);
    const last = at.at(-1);
    if (place === undefined || !(last === undefined || place > last)) return undefined;
    at.push(place);
  }
  const { upTo, isExact, errorRows } = shaped;
  const isRising = upTo.every((own, place) => place === 0 || own >= upTo[place - 1]!);
  if (!isRising || at.length !== upTo.length) return undefined;
  return { at, upTo, isExact, error_rows: errorRows };
}

function partsFrom(shaped: Shaped['slices'][number]['parts']): Parts | undefined {
  if (shaped === null) return undefined;
  return new Map(
    shaped.map(({ part, rows, unknown, labels }): readonly [string | null, PartSummary] => [
      part,
      { rows, unknown, labels: new Map(labels.map(([key, name, own]) => [key, { text: name, count: own }])) },
    ]),
  );
}

const rowsIn = (parts: Parts): number => [...parts.values()].reduce((sum, { rows }) => sum + rows, 0);
