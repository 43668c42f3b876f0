import * as arrow from 'apache-arrow';
import { arrowType } from '../contract/arrow-field.ts';
import { presenceOf } from '../contract/batch.ts';
import type { Field, Kind } from '../contract/field.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { StepPlan } from './conversion-plan.ts';
import type { Rounding } from './converter-shape.ts';
import { wordsOf } from './doubles.ts';
import { type Act, Refused } from './refused.ts';
import { plainActOf } from './step-acts.ts';

/** A column at once, on its numbers as they lie there; what is out or null keeps a number that nobody reads. */
export type Kernel = (data: arrow.Data, isOut: (row: number) => boolean, report: Report) => arrow.Data;
export type Report = (row: number, code: RejectCode) => void;

/**
 * The kernel of a step, where there is one: it gives what the step gives value by value, and asks that for the few numbers
 * that a double can't be trusted with.
 */
export function numberKernel(step: StepPlan): Kernel | undefined {
  if (step.kind === 'promote') return promoteKernel(step.source, step.result);
  if (step.kind !== 'unit' || step.source.sentinels !== undefined) return undefined;
  const { source, result, conversion, rounding } = step;
  const { factor, pi, offset } = conversion;
  if (pi !== 0 || offset.numerator !== 0n || factor.numerator < 0n) return undefined;
  const [times, by] = [Number(factor.numerator), Number(factor.denominator)];
  if (!Number.isSafeInteger(times) || !Number.isSafeInteger(by)) return undefined;
  const { kind } = source.type;
  if (LONGS.has(kind)) return longKernel(result, times, by, rounding, plainActOf(step));
  return isOneRounding(kind, times, by) ? floatKernel(result, times, by) : undefined;
}

const LONGS: ReadonlySet<Kind> = new Set(['int64', 'timestamp', 'duration']);
const WORD = 2 ** 32;
/** Of a word of 32 bits above another, where both are a whole number that a double holds. */
const SAFE_WORD = 2 ** 21;

function longKernel(
  result: Field,
  times: number,
  by: number,
  rounding: Rounding | undefined,
  act: Act,
): Kernel {
  return (data, isOut, report) => {
    const { length } = data;
    const values = data.values as BigInt64Array;
    const made = new BigInt64Array(length);
    const [from, to] = [wordsOf(values), wordsOf(made)];
    const isPresent = presenceOf(data);
    for (let row = 0; row < length; row++) {
      if (isPresent?.(row) === false) continue;
      const high = from[2 * row + 1]!;
      const product =
        high >= -SAFE_WORD && high < SAFE_WORD
          ? (high * WORD + (from[2 * row]! >>> 0)) * times
          : Number.POSITIVE_INFINITY;
      const whole = Number.isSafeInteger(product) ? dividedBy(product, by, rounding) : undefined;
      // What is out is worked out as well, where that is less than to ask.
      if (whole !== undefined && whole === (whole | 0)) {
        to[2 * row] = whole;
        to[2 * row + 1] = whole >> 31;
        continue;
      }
      if (whole !== undefined) {
        const above = Math.floor(whole / WORD);
        to[2 * row + 1] = above;
        to[2 * row] = whole - above * WORD;
        continue;
      }
      if (isOut(row)) continue;
      const exact = act(values[row]!);
      if (exact instanceof Refused) report(row, exact.code);
      else made[row] = exact as bigint;
    }
    return columnOf(result, data, made);
  };
}

/** The remainder of doubles is exact, and so are quotients of multiples. Undefined: it lies between two, and none is named. */
function dividedBy(product: number, by: number, rounding: Rounding | undefined): number | undefined {
  if (by === 1) return product;
  const rest = product % by;
  const nearer = (product - rest) / by;
  if (rest === 0) return nearer;
  const away = nearer + (rest < 0 ? -1 : 1);
  const twice = 2 * Math.abs(rest);
  switch (rounding) {
    case undefined:
      return undefined;
    case 'floor':
      return rest < 0 ? away : nearer;
    case 'ceil':
      return rest < 0 ? nearer : away;
    case 'truncate':
      return nearer;
    case 'half-even':
      return twice > by || (twice === by && nearer % 2 !== 0) ? away : nearer;
    case 'half-away':
      return twice >= by ? away : nearer;
  }
}

/**
 * Whether the machine rounds once, as the exact quotient would be: it multiplies or divides, not both. A 32-bit float is
 * computed as a double and rounded again, which is the same where the product is exact, and always in a quotient of two that 24 bits hold.
 */
function isOneRounding(kind: Kind, times: number, by: number): boolean {
  if (times !== 1 && by !== 1) return false;
  if (kind === 'float64') return true;
  return kind === 'float32' && times < 2 ** 29 && by < 2 ** 24;
}

function floatKernel(result: Field, times: number, by: number): Kernel {
  const Values = result.type.kind === 'float64' ? Float64Array : Float32Array;
  return (data, isOut, report) => {
    const values = data.values as Float64Array | Float32Array;
    const made = new Values(data.length);
    const isPresent = presenceOf(data);
    for (let row = 0; row < data.length; row++) {
      const value = values[row]!;
      made[row] = by === 1 ? value * times : value / by;
      if (Number.isFinite(made[row]!) || !Number.isFinite(value)) continue;
      if (!isOut(row) && isPresent?.(row) !== false) report(row, 'OVERFLOW');
    }
    return columnOf(result, data, made);
  };
}

const NUMBERS: Readonly<Partial<Record<Kind, new (length: number) => NumberColumn>>> = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
};
type NumberColumn =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

function promoteKernel(source: Field, result: Field): Kernel | undefined {
  if (NUMBERS[source.type.kind] === undefined) return undefined;
  const Values = NUMBERS[result.type.kind];
  if (Values !== undefined)
    return data => {
      const made = new Values(data.length);
      made.set((data.values as NumberColumn).subarray(0, data.length));
      return columnOf(result, data, made);
    };
  if (result.type.kind !== 'int64') return undefined;
  return data => {
    const values = data.values as NumberColumn;
    const made = new BigInt64Array(data.length);
    const words = wordsOf(made);
    for (let row = 0; row < data.length; row++) {
      const value = values[row]!;
      words[2 * row] = value;
      words[2 * row + 1] = Math.floor(value / WORD);
    }
    return columnOf(result, data, made);
  };
}

/** What was null stays null. */
function columnOf(field: Field, from: arrow.Data, data: NumberColumn | BigInt64Array): arrow.Data {
  const { length, nullCount, nullBitmap } = from;
  const validity = nullCount === 0 ? {} : { nullBitmap };
  return arrow.makeData({ type: arrowType(field), length, nullCount, ...validity, data } as never);
}
