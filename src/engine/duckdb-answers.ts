import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { ScannedColumn, ShadowAnswer, ShadowAsk } from '../shadow/ask.ts';
import { type Laid, liftedFrom } from '../shadow/form.ts';
import { type Place, placeFormOf, placeOfOrdered } from '../shadow/place.ts';
import { SCANNED_COLUMNS } from './duckdb-sql.ts';

/** What the rows of a result say to what was asked. */
export function answerOf(
  schema: Schema,
  ask: ShadowAsk,
  rows: readonly (readonly unknown[])[],
): ShadowAnswer {
  switch (ask.kind) {
    case 'scan':
      return scanOf(schema, rows[0]!);
    case 'counts':
    case 'exactly': {
      const lift = lifter(schema.fields[ask.of]!);
      return {
        kind: 'counts',
        rows: rows.map(([key, value, count]) => [String(key), lift(value), Number(count)] as const),
      };
    }
    case 'lengths':
      return {
        kind: 'lengths',
        rows: rows.map(([length, count]) => [Number(length), Number(count)] as const),
      };
    case 'sample':
      return { kind: 'sample', rows: Number(rows[0]?.[0] ?? 0) };
    case 'sampled':
      return {
        kind: 'sampled',
        numbers: ((rows[0]?.[0] ?? []) as readonly unknown[]).map(
          ask.of.of === 'length' ? Number : placer(schema.fields[ask.of.column]!),
        ),
      };
    case 'frequent':
      return { kind: 'frequent', rows: rows.map(([key, count]) => [String(key), Number(count)] as const) };
    case 'cuts':
      return {
        kind: 'cuts',
        upTo: ask.of.map(({ cuts }, at) => upTo(rows[0]![at] as readonly unknown[] | null, cuts.length)),
      };
    case 'slice': {
      const key = lifter(schema.fields[ask.of]!);
      const label = ask.label === undefined ? (): Value => null : lifter(schema.fields[ask.label]!);
      return {
        kind: 'slice',
        rows: rows.map(([of, value, count]) => [key(of), label(value), Number(count)] as const),
      };
    }
  }
}

function lifter(field: Field): (laid: unknown) => Value {
  const lift = liftedFrom(field);
  return laid => (laid === null || laid === undefined ? null : lift(laid as Laid));
}

function scanOf({ fields }: Schema, row: readonly unknown[]): ShadowAnswer {
  const rows = Number(row[0]);
  return {
    kind: 'scan',
    rows,
    columns: fields.map((field, at): ScannedColumn => {
      const own = row.slice(1 + at * SCANNED_COLUMNS, 1 + (at + 1) * SCANNED_COLUMNS);
      const [values, notFinite, sentinels, unfit, distinct, distinctLengths] = own.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return {
        nulls: rows - values,
        notFinite,
        sentinels,
        unfit,
        distinct,
        distinctLengths,
        numbers: endsOf(own[6], own[7], placer(field)),
        lengths: endsOf(own[8], own[9], Number),
      };
    }),
  };
}

const endsOf = <P extends Place>(
  least: unknown,
  greatest: unknown,
  place: (laid: unknown) => P,
): readonly [P, P] | undefined =>
  least === null || least === undefined ? undefined : [place(least), place(greatest)];

/** What a number is, as it was put in order. */
function placer(field: Field): (laid: unknown) => Place {
  const form = placeFormOf(field);
  if (form === 'double') return Number;
  return form === 'ordered' ? laid => placeOfOrdered(String(laid)) : laid => BigInt(laid as bigint);
}

/** Of bars with upper ends, all rows at or below each. @throws TypeError where there are other bars than were asked for */
function upTo(bars: readonly unknown[] | null, length: number): readonly number[] {
  if (bars?.length !== length)
    throw new TypeError(`${length} bars were asked for, and ${bars?.length ?? 0} came`);
  let sum = 0;
  return bars.map(count => {
    sum += Number(count);
    return sum;
  });
}
