import { LIMITS } from '../base/limits.ts';
import type { Value } from '../contract/value.ts';

/** One value, and in how many rows it stands. */
export type ValueCount = {
  /** Equal for two values exactly when they are one: 16 hex digits of a hash, or the value's own text. */
  readonly key: string;
  /** Undefined where nobody needs to know it, or nobody may. */
  readonly value: Value | undefined;
  readonly count: number;
};

/**
 * How often each value of a column occurs. Of many distinct values those are counted whose hash is small, and they are
 * counted exactly: the same values on either side, and in every part of a data set, so that counts of parts add up to
 * what the whole gives, to the last row.
 */
export type ValueCounts = {
  /** One of 2^level values is counted, by the leading bits of its hash; at 0 each is. */
  readonly level: number;
  /** By key. */
  readonly counted: readonly ValueCount[];
  /** Frequent values, counted exactly whatever their hash is; empty at level 0. */
  readonly heavy: readonly ValueCount[];
  /** Rows that a value may have which is in neither list, but for one time in a million; 0 at level 0. */
  readonly unlisted_rows: number;
  /** Keys that were looked for: one of them that is in neither list stands in no row. */
  readonly sought?: ReadonlySet<string>;
};

export const NO_COUNTS: ValueCounts = { level: 0, counted: [], heavy: [], unlisted_rows: 0 };

/** Whether a value is one of those that are counted at a level. */
export function isCounted(key: string, level: number): boolean {
  const digits = level >> 2;
  for (let at = 0; at < digits; at++) if (key.charCodeAt(at) !== ZERO) return false;
  const bits = level & 3;
  return bits === 0 || Number(`0x${key[digits]!}`) < 1 << (4 - bits);
}

const ZERO = 0x30;

/** At the least level that holds no more values than may be kept: whoever counts the same values comes to the same. */
export function settledCounts({ level: from, counted, heavy, unlisted_rows }: ValueCounts): ValueCounts {
  let [level, kept] = [from, counted];
  while (kept.length > LIMITS.shadow_values_max) {
    level++;
    kept = kept.filter(({ key }) => isCounted(key, level));
  }
  return { level, counted: kept, heavy, unlisted_rows };
}

/** Of parts of a data set, as of the whole. */
export function mergedCounts(parts: readonly ValueCounts[]): ValueCounts {
  const level = parts.reduce((most, part) => Math.max(most, part.level), 0);
  const counted = summed(parts.map(part => part.counted.filter(({ key }) => isCounted(key, level)))).sort(
    byKey,
  );
  const merged = settledCounts({ level, counted, heavy: [], unlisted_rows: 0 });
  return merged.level === 0 ? merged : { ...merged, ...mergedHeavy(parts) };
}

/** A value that one part lists and another does not may have been a little too rare there: that much is not known. */
function mergedHeavy(parts: readonly ValueCounts[]): Pick<ValueCounts, 'heavy' | 'unlisted_rows'> {
  const listed = parts.map(({ level, counted, heavy }) => (level === 0 ? counted : heavy));
  const all = summed(listed).sort((one, other) => other.count - one.count || byKey(one, other));
  const dropped = all[LIMITS.shadow_heavy_max]?.count ?? 0;
  return {
    heavy: all.slice(0, LIMITS.shadow_heavy_max).sort(byKey),
    unlisted_rows: parts.reduce((sum, part) => sum + part.unlisted_rows, dropped),
  };
}

function summed(lists: readonly (readonly ValueCount[])[]): ValueCount[] {
  const sums = new Map<string, ValueCount>();
  for (const one of lists.flat()) {
    const known = sums.get(one.key);
    sums.set(one.key, known === undefined ? one : { ...known, count: known.count + one.count });
  }
  return [...sums.values()];
}

/** How many distinct values there are, and how far that may be off, one time in a thousand. */
export function distinctOf({ level, counted }: ValueCounts): {
  readonly count: number;
  readonly error: number;
} {
  if (level === 0) return { count: counted.length, error: 0 };
  const times = 2 ** level;
  return {
    count: counted.length * times,
    error: Math.ceil(Z * Math.sqrt(counted.length * times * (times - 1))),
  };
}

/** Standard normal, one in a thousand, both tails. */
const Z = 3.29;

export const byKey = (a: ValueCount, b: ValueCount): number => Number(a.key > b.key) - Number(a.key < b.key);
