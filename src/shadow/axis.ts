import { decimalText } from '../contract/decimal-text.ts';
import { type FieldPair, inUnitOfAfter } from './pairs.ts';
import { nextBelow, type Place, scaleOf } from './place.ts';
import { isAtom, type Ranks } from './ranks.ts';

/**
 * The numbers of both sides of a field on one axis, in the unit after: as doubles where each place has a double of its own, else
 * as whole numbers, so that what is told apart in the data is told apart here.
 */
export type Axis = {
  readonly before: Ranks;
  readonly after: Ranks;
  /** Of whole numbers: how many make one of the last digit that values have after. */
  readonly times: bigint;
};

/** Undefined where a side has no numbers, or no number leads from one unit to the other. */
export function axisOf({ before: was, after: is, step }: FieldPair): Axis | undefined {
  if (was.numbers === undefined || is.numbers === undefined || step === 'apart') return undefined;
  const [before, after] = [was.numbers, is.numbers];
  const scales = [scaleOf(was.field), scaleOf(is.field)] as const;
  const isNear = isPlain(before, scales[0]) && isPlain(after, scales[1]);
  const [left, right] = [wholes(before), wholes(after)];
  if (!isNear && left !== undefined && right !== undefined) {
    const { numerator, denominator, offset } =
      step === 'same' ? { numerator: 1n, denominator: 1n, offset: 0n } : (step.exactly ?? NEVER);
    if (numerator !== 0n) {
      const [own, other] =
        scales[0] === scales[1] ? [1n, 1n] : [10n ** BigInt(scales[1]), 10n ** BigInt(scales[0])];
      const shift = offset * 10n ** BigInt(scales[1]) * (scales[0] === scales[1] ? 1n : other);
      return {
        before: onAxis(left, numerator * own, shift),
        after: onAxis(right, denominator * other, 0n),
        times: denominator * other,
      };
    }
  }
  // A double beside a whole number is compared as it is; beside a decimal, or converted, as the nearest double.
  if (!isNear && step === 'same' && scales[0] === 0 && scales[1] === 0) return { before, after, times: 1n };
  return {
    before: inUnitOfAfter(plain(before, scales[0]), step),
    after: plain(after, scales[1]),
    times: 1n,
  };
}

const NEVER = { numerator: 0n, denominator: 1n, offset: 0n };

const onAxis = (ranks: Ranks<bigint>, times: bigint, more: bigint): Ranks<bigint> =>
  times === 1n && more === 0n
    ? ranks
    : { ...ranks, at: ranks.at.map(place => place * times + more), grain: times };

/** Undefined where a place is no whole number, or was counted at doubles between two. */
function wholes(ranks: Ranks): Ranks<bigint> | undefined {
  const isWhole = ranks.at.every(
    place => typeof place === 'bigint' || (ranks.isExact && Number.isInteger(place)),
  );
  return isWhole ? { ...ranks, at: ranks.at.map(BigInt) } : undefined;
}

/** Whether each place has a double of its own: of whole numbers to 2^53, of decimals to 15 digits. */
export function isPlain({ at }: Ranks, scale: number): boolean {
  const most = scale === 0 ? 2n ** 53n : 10n ** 15n;
  return [at[0], at.at(-1)].every(end => typeof end !== 'bigint' || (end <= most && end >= -most));
}

/** The same with the nearest doubles; what stands at one number alone stays apart. */
export function plain(ranks: Ranks, scale: number): Ranks<number> {
  const { at, upTo, isExact, error_rows } = ranks;
  const numbers: number[] = [];
  const counts: number[] = [];
  const keep = (number: number, count: number): void => {
    if (numbers.at(-1) === number) counts[counts.length - 1] = count;
    else if (numbers.length === 0 || number > numbers.at(-1)!) {
      numbers.push(number);
      counts.push(count);
    }
  };
  for (const [place, own] of at.entries()) {
    const number = nearPlace(own, scale);
    if (!isExact && place > 0 && typeof own === 'bigint' && isAtom(ranks, place))
      keep(nextBelow(number), upTo[place - 1]!);
    keep(number, upTo[place]!);
  }
  return { at: numbers, upTo: counts, isExact, error_rows };
}

const nearPlace = (place: Place, scale: number): number =>
  typeof place === 'bigint' ? Number(decimalText(place, scale)) : place;

/** A number, or all digits of one that no double has. */
export type ToldNumber = number | string;

export const toldPlace = (place: Place, scale: number): ToldNumber =>
  typeof place === 'bigint' ? decimalText(place, scale) : place;

/** How far one told number is above another: of digits that no double has it is taken off exactly first. */
export function toldApart(to: ToldNumber, from: ToldNumber): number {
  const texts = [String(to), String(from)] as const;
  if (!texts.every(text => DIGITS.test(text))) return Number(to) - Number(from);
  const digits = Math.max(...texts.map(text => text.split('.')[1]?.length ?? 0));
  const [left, right] = texts.map(text => {
    const [whole = '', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(digits, '0'));
  }) as [bigint, bigint];
  return Number(decimalText(left - right, digits));
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;
