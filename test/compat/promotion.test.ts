import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/compat/finding.ts';
import { promotions } from '../../src/compat/promotion.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { KINDS, type Kind, SCALARS, type Scalar } from '../../src/contract/field.ts';
import { isFloat, isInteger, KIND_TABLE } from '../../src/contract/kind-table.ts';
import { meaningOf, sameMeaning } from '../../src/contract/meaning.ts';
import { NEAREST } from '../../src/contract/narrow-float.ts';
import { readPlan } from '../../src/contract/read-plan.ts';
import type { Value } from '../../src/contract/value.ts';
import { applyPlan } from '../../src/convert/apply-plan.ts';
import { scalarValues } from '../contract/any-scalar.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';

const kind = fc.constantFrom<Kind>(...KINDS);
const isPromoted = (from: Scalar, to: Scalar): boolean => from !== to && promotions(from, to).includes('id');
const PAIRS = SCALARS.flatMap(from => SCALARS.map(to => [from, to] as const)).filter(([a, b]) => a !== b);

/** The ends of each type, where a cast that loses anything loses it. */
const ENDS: Readonly<Partial<Record<Scalar, readonly Value[]>>> = {
  float16: [65_504, -65_504, 2 ** -24, -0, Number.POSITIVE_INFINITY, Number.NaN],
  bfloat16: [(2 - 2 ** -7) * 2 ** 127, 2 ** -133, -0, Number.NEGATIVE_INFINITY, Number.NaN],
  float32: [(2 - 2 ** -23) * 2 ** 127, 2 ** -149, -0, Number.POSITIVE_INFINITY, Number.NaN],
  string: ['', '\u0000', '\u{10ffff}', '\ufeff'],
  fixed: [Uint8Array.of(0, 0, 0, 0), Uint8Array.of(255, 254, 253, 252)],
};
const endsOf = (from: Scalar): readonly Value[] =>
  ENDS[from] ??
  KIND_TABLE[from].bounds?.map(end => (KIND_TABLE[from].held === 'bigint' ? end : Number(end))) ??
  [];

function readAs(from: Scalar, to: Scalar, values: readonly Value[]): readonly Value[] {
  const [writer, reader] = [makeField(from), makeField(to, { logical: makeField(from).logical })].map(field =>
    makeSchema([field]),
  );
  const batch = batchOf(
    writer!,
    values.map(value => [value]),
  );
  const applied = applyPlan(readPlan(writer!, reader!), writer!, reader!, batch);
  if (applied.kind === 'refused') throw new Error(`refused: ${applied.refusals[0]!.code}`);
  return rowsOf(reader!, applied.accepted).map(row => row[0]!);
}

describe('promotion', () => {
  it('takes an int32 for an int64 by every access path, because its bytes are the same', () =>
    expect(promotions('int32', 'int64')).toEqual(ACCESS));

  it('takes an int32 for a float64 only where the writer is known, because its bytes are others', () =>
    expect(promotions('int32', 'float64')).toEqual(['id', 'name']));

  it('takes a float16 for a float32 by id alone, because ordinary readers see two bytes that are no number', () =>
    expect(promotions('float16', 'float32')).toEqual(['id']));

  it.each(PAIRS.filter(([from, to]) => isPromoted(from, to)))(
    'reads every %s as the same %s, at its ends and between them',
    (from, to) => {
      const keeps = (value: Value) => {
        const [read] = readAs(from, to, [value]);
        const [before, after] = [meaningOf(makeField(from), value), meaningOf(makeField(to), read!)];
        expect(sameMeaning(before, after), `${String(value)} as ${String(read)}`).toBe(true);
      };
      expect(endsOf(from).length).toBeGreaterThan(0);
      endsOf(from).forEach(keeps);
      fc.assert(
        fc.property(scalarValues(makeField(from)), value => {
          keeps(value);
        }),
        { numRuns: 10 },
      );
    },
  );

  it.each(PAIRS.filter(([from, to]) => !isPromoted(from, to) && isNumber(from) && isNumber(to)))(
    'does not take %s for %s, because a value of it has none there',
    (from, to) => {
      const lost = witnesses(from).filter(value => !hasIn(to, value));
      expect(lost.length).toBeGreaterThan(0);
    },
  );

  it.each<[Kind, Kind, string]>([
    ['bytes', 'string', 'not every byte sequence is UTF-8'],
    ['bytes', 'fixed', 'not every length is the one'],
    ['decimal', 'float64', '0.1 has none'],
    ['int32', 'decimal', 'the digits are no matter of the kind'],
    ['date', 'int32', 'a day is no number'],
    ['date', 'timestamp', 'a day is no moment'],
    ['duration', 'int64', 'a length of time is no number'],
    ['timestamp', 'int64', 'a moment is no number'],
    ['int64', 'timestamp', 'a number is no moment'],
    ['time', 'duration', 'a time of day is no length of time'],
    ['bool', 'int8', 'a truth is no number'],
  ])('never takes %s for %s, because %s', (from, to) => expect(promotions(from, to)).toEqual([]));

  it('is transitive by every access path: two safe steps are one safe step', () => {
    for (const a of KINDS)
      for (const b of KINDS)
        for (const c of KINDS)
          for (const path of ACCESS) {
            const isSafe = (from: Kind, to: Kind) => promotions(from, to).includes(path);
            expect(!(isSafe(a, b) && isSafe(b, c)) || isSafe(a, c), `${a} ${b} ${c} by ${path}`).toBe(true);
          }
  });

  it('never runs both ways between different types, because one of the two ways would lose something', () =>
    fc.assert(
      fc.property(kind, kind, (a, b) => {
        expect(a === b || promotions(a, b).length === 0 || promotions(b, a).length === 0).toBe(true);
      }),
    ));
});

const isNumber = (of: Scalar): boolean => isInteger(of) || isFloat(of);

/** Numbers of a type of which any narrower or coarser one lacks some. */
function witnesses(from: Scalar): readonly (number | bigint)[] {
  if (isFloat(from))
    return [
      0.5,
      (NEAREST[from]!(2 / 3) as number) || 1,
      ...((ENDS[from] as number[] | undefined) ?? [5e-324]),
    ].filter(Number.isFinite);
  const [min, max] = KIND_TABLE[from].bounds!;
  return [min, max, 257n, 2_049n, 2n ** 24n + 1n, 2n ** 53n + 1n].filter(
    value => value >= min && value <= max,
  );
}

function hasIn(to: Scalar, value: number | bigint): boolean {
  if (isInteger(to)) {
    const [min, max] = KIND_TABLE[to].bounds!;
    return (typeof value === 'bigint' || Number.isInteger(value)) && value >= min && value <= max;
  }
  const near = NEAREST[to]!(Number(value));
  return Number.isFinite(near) && (typeof value === 'bigint' ? BigInt(near) === value : near === value);
}
