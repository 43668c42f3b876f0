import type { RecordBatch } from 'apache-arrow';
import { columnReader } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import type { Schema } from '../contract/schema.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Unit } from '../contract/unit.ts';
import { type Conversion, isIdentity, unitConversion } from '../contract/unit-conversion.ts';
import type { FieldComparison } from './field-comparison.ts';
import { indexOf, type Sides } from './key.ts';
import { unitGuess } from './patterns/unit-guess.ts';
import { AGREE_MIN, isNear, PAIRS_MIN, scaleEstimate } from './scale-estimate.ts';
import { isUnwritten, type UnwrittenCells } from './unwritten-cells.ts';

export const FACTOR_CODES = ['VALUES_SCALED_WITHOUT_UNIT', 'UNIT_CHANGED_WITHOUT_VALUES'] as const;

/** That the numbers of a field and the unit it declares did not change together. */
export type FactorSuspect<V = never> = {
  readonly code: (typeof FACTOR_CODES)[number];
  readonly field: FieldId;
  readonly name: string;
  /** Codes of the units that are declared on either side; null where there is none. */
  readonly unit: { readonly before: string | null; readonly after: string | null };
  /** What the numbers were multiplied by, or what they should have been. */
  readonly factor: number | V;
  /** Pairs that hold a number other than zero on both sides, and how many of them say so. */
  readonly pairs: number;
  readonly agree: number;
  /** What such a factor could mean, as `s → ms`: a guess. */
  readonly guess: string | V | undefined;
};

/**
 * Of each field whose numbers nearly all differ: whether they were all multiplied though the unit stayed, or are what they were though the
 * unit is another.
 *
 * @param before  as the side after would have it: where the unit changed, converted to the new one
 * @param units  what fields were declared to be in before, where that was another unit
 */
export function factorSuspects(
  schema: Schema,
  { before, after }: Sides<RecordBatch>,
  pairs: Sides<Uint32Array>,
  compared: readonly FieldComparison[],
  units: ReadonlyMap<FieldId, Unit | undefined> = new Map(),
  unwritten: Partial<Sides<UnwrittenCells>> = {},
): readonly FactorSuspect[] {
  return compared.flatMap(({ field: id, number }) => {
    if (number === undefined || number.differ < PAIRS_MIN) return [];
    const index = indexOf(schema, id);
    const field = schema.fields[index]!;
    if (isMoment(field)) return [];
    const numbers = numbersOf(
      field,
      {
        before: columnReader(field, before.data.children[index]!),
        after: columnReader(field, after.data.children[index]!),
      },
      pairs,
      unwritten,
    );
    const unitBefore = units.has(id) ? units.get(id) : field.unit;
    return suspectOf(field, unitBefore, numbers) ?? [];
  });
}

/** A day or a moment is a place on a line, and no size that has a factor. */
const isMoment = ({ type }: Field): boolean =>
  KIND_TABLE[type.kind].family === 'time' && type.kind !== 'duration';

type Numbers = Sides<Float64Array>;

function suspectOf(field: Field, unitBefore: Unit | undefined, numbers: Numbers): FactorSuspect | undefined {
  const { id, name, unit } = field;
  const said = {
    field: id,
    name,
    unit: { before: unitBefore?.code ?? null, after: unit?.code ?? null },
  };
  // A factor leaves zeros alone; whatever else stayed was not multiplied.
  const stayed = numbers.before.reduce((sum, value, at) => sum + Number(value === numbers.after[at]), 0);
  if (stayed > numbers.before.length * (1 - AGREE_MIN)) return undefined;
  const conversion = unitBefore && unit && unitConversion(unitBefore, unit);
  if (conversion !== undefined && !isIdentity(conversion)) {
    const kept = keptCount(conversion, numbers);
    if (kept.pairs >= PAIRS_MIN && kept.agree >= kept.pairs * AGREE_MIN)
      return {
        code: 'UNIT_CHANGED_WITHOUT_VALUES',
        ...said,
        factor: factorOf(conversion),
        ...kept,
        guess: undefined,
      };
  }
  const estimate = scaleEstimate(numbers.before, numbers.after);
  if (estimate === undefined) return undefined;
  return {
    code: 'VALUES_SCALED_WITHOUT_UNIT',
    ...said,
    ...estimate,
    guess: unitGuess(estimate.factor, name),
  };
}

const factorOf = ({ factor, pi }: Conversion): number =>
  (Number(factor.numerator) / Number(factor.denominator)) * Math.PI ** pi;

/** How many numbers are what they were before anybody converted them. */
function keptCount(
  conversion: Conversion,
  { before, after }: Numbers,
): Pick<FactorSuspect, 'pairs' | 'agree'> {
  const { offset } = conversion;
  const [factor, by] = [factorOf(conversion), Number(offset.numerator) / Number(offset.denominator)];
  let [pairs, agree] = [0, 0];
  for (const [at, converted] of before.entries()) {
    const raw = (converted - by) / factor;
    // Where both are the same number nothing is shown.
    if (isNear(converted, raw)) continue;
    pairs++;
    if (isNear(after[at]!, raw)) agree++;
  }
  return { pairs, agree };
}

function numbersOf(
  field: Field,
  read: Sides<(row: number) => unknown>,
  pairs: Sides<Uint32Array>,
  unwritten: Partial<Sides<UnwrittenCells>>,
): Numbers {
  const scale = field.type.kind === 'decimal' ? 10 ** field.type.scale : 1;
  const [left, right] = [
    isUnwritten(unwritten.before, field.id) ?? NEVER,
    isUnwritten(unwritten.after, field.id) ?? NEVER,
  ];
  const numbers = {
    before: new Float64Array(pairs.before.length),
    after: new Float64Array(pairs.before.length),
  };
  let count = 0;
  for (let pair = 0; pair < pairs.before.length; pair++) {
    const [rowBefore, rowAfter] = [pairs.before[pair]!, pairs.after[pair]!];
    const [from, to] = [read.before(rowBefore), read.after(rowAfter)];
    if (!isSize(field, from) || !isSize(field, to) || left(rowBefore) || right(rowAfter)) continue;
    numbers.before[count] = Number(from) / scale;
    numbers.after[count] = Number(to) / scale;
    count++;
  }
  return { before: numbers.before.subarray(0, count), after: numbers.after.subarray(0, count) };
}

const NEVER = (): boolean => false;

/** Finite, and neither zero, which any factor leaves, nor what stands for none. */
const isSize = (field: Field, value: unknown): value is number | bigint =>
  (typeof value === 'bigint' ? value !== 0n : Number.isFinite(value) && value !== 0) &&
  sentinelOf(field, value as number | bigint) === undefined;
