import { dateOfDays } from '../../contract/calendar-date.ts';
import { everyPair, type Family, type PatternRule } from './pattern.ts';

/** Counts since 1970: days as numbers, everything finer as bigints. */
export type Moment = number | bigint;

/** @param perSecond  how many counts a second has; undefined where they are days */
export const timeFamilies = (perSecond: bigint | undefined): readonly Family<Moment>[] => [
  cut(perSecond),
  shifted(perSecond),
  swapped(perSecond),
  zoneShifted(perSecond),
  recounted(perSecond),
];

const DAY_S = 86_400;

/** Seconds, with a fraction where the counts are finer. */
const secondsOf = (counts: bigint, perSecond: bigint | undefined): number =>
  perSecond === undefined ? Number(counts) * DAY_S : Number(counts) / Number(perSecond);

const shifted =
  (perSecond: bigint | undefined): Family<Moment> =>
  pairs => {
    const by = BigInt(pairs.new[0]!) - BigInt(pairs.old[0]!);
    const obeys = (old: Moment, later: Moment): boolean => BigInt(later) - BigInt(old) === by;
    return everyPair(pairs, obeys)
      ? { rule: { kind: 'shifted', seconds: secondsOf(by, perSecond) }, obeys }
      : undefined;
  };

const STEPS: readonly (readonly [factor: bigint, coarse: string, fine: string])[] = [
  [1_000n, 's', 'ms'],
  [1_000_000n, 's', 'us'],
  [1_000_000_000n, 's', 'ns'],
];

/** The counts are those of another unit: what was written as seconds was read as milliseconds, or the other way round. */
const recounted =
  (perSecond: bigint | undefined): Family<Moment> =>
  pairs => {
    if (perSecond === undefined) return undefined;
    for (const [factor, coarse, fine] of STEPS) {
      const grew = (old: Moment, later: Moment): boolean => BigInt(later) === BigInt(old) * factor;
      if (everyPair(pairs, grew))
        return { rule: { kind: 'scaled', factor: Number(factor), unit: `${coarse} → ${fine}` }, obeys: grew };
      // What the finer unit had beyond the coarser one is cut.
      const shrank = (old: Moment, later: Moment): boolean => BigInt(old) / factor === BigInt(later);
      if (everyPair(pairs, shrank))
        return {
          rule: { kind: 'scaled', factor: 1 / Number(factor), unit: `${fine} → ${coarse}` },
          obeys: shrank,
        };
    }
    return undefined;
  };

/** Half a day and two hours: no zone is further from another, in quarters of an hour. */
const ZONE_S = 26 * 3600;

const zoneShifted =
  (perSecond: bigint | undefined): Family<Moment> =>
  pairs => {
    if (perSecond === undefined) return undefined;
    const moves = new Set<bigint>();
    for (let at = 0; at < pairs.old.length && moves.size <= 2; at++)
      moves.add(BigInt(pairs.new[at]!) - BigInt(pairs.old[at]!));
    if (moves.size !== 2) return undefined;
    const [low, high] = [...moves].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
    const seconds = [secondsOf(low, perSecond), secondsOf(high, perSecond)] as const;
    const isZone = seconds.every(by => Math.abs(by) <= ZONE_S && by % 900 === 0);
    if (!isZone || seconds[1] - seconds[0] !== 3600) return undefined;
    return {
      rule: { kind: 'zone-shifted', seconds },
      obeys: (old, later) => moves.has(BigInt(later) - BigInt(old)),
    };
  };

const CUTS: readonly (readonly [
  to: Extract<PatternRule, { kind: 'time-cut' }>['to'],
  parts: (perSecond: bigint) => bigint,
])[] = [
  ['microsecond', perSecond => perSecond / 1_000_000n],
  ['millisecond', perSecond => perSecond / 1_000n],
  ['second', perSecond => perSecond],
  ['minute', perSecond => 60n * perSecond],
  ['hour', perSecond => 3600n * perSecond],
  ['day', perSecond => 86_400n * perSecond],
];

const cut =
  (perSecond: bigint | undefined): Family<Moment> =>
  pairs => {
    if (perSecond === undefined) return undefined;
    for (const [to, partsOf] of CUTS) {
      const parts = partsOf(perSecond);
      if (parts <= 1n) continue;
      const obeys = (old: Moment, later: Moment): boolean => {
        const value = BigInt(old);
        const rest = ((value % parts) + parts) % parts;
        return BigInt(later) === value - rest;
      };
      if (everyPair(pairs, obeys)) return { rule: { kind: 'time-cut', to }, obeys };
    }
    return undefined;
  };

const swapped =
  (perSecond: bigint | undefined): Family<Moment> =>
  pairs => {
    if (perSecond !== undefined) return undefined;
    const obeys = (old: Moment, later: Moment): boolean => {
      const [from, to] = [dateOfDays(Number(old)), dateOfDays(Number(later))];
      if (from === undefined || to === undefined) return false;
      return to === `${from.slice(0, 4)}-${from.slice(8, 10)}-${from.slice(5, 7)}`;
    };
    return everyPair(pairs, obeys)
      ? // A day above the twelfth is no month, and stayed.
        { rule: { kind: 'day-month-swapped' }, obeys: (old, later) => old === later || obeys(old, later) }
      : undefined;
  };
