import type * as arrow from 'apache-arrow';
import type { Kind } from '../contract/field.ts';

const SMALL: ReadonlySet<Kind> = new Set([
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
  'float32',
  'float64',
  'date',
]);
const LONGS: ReadonlySet<Kind> = new Set(['int64', 'uint64', 'timestamp', 'duration']);
const WORD = 2 ** 32;

export const hasDoubles = (kind: Kind): boolean => SMALL.has(kind) || LONGS.has(kind);

/** An end that is compared with them; undefined where no double is the same number. */
export function endOf(end: bigint | number | undefined, none: number): number | undefined {
  if (end === undefined) return none;
  const made = Number(end);
  return typeof end === 'number' || Number.isSafeInteger(made) ? made : undefined;
}

/**
 * The numbers of a column as doubles, without a bigint of each. What has 64 bits is rounded, never past a whole number that a double
 * holds exactly: compared with such a one it compares as itself.
 */
export function doublesOf(kind: Kind, data: arrow.Data): ((row: number) => number) | undefined {
  if (SMALL.has(kind)) {
    const values = data.values as ArrayLike<number>;
    return row => values[row]!;
  }
  if (!LONGS.has(kind)) return undefined;
  const words = wordsOf(data.values as BigInt64Array);
  return kind === 'uint64'
    ? row => (words[2 * row + 1]! >>> 0) * WORD + (words[2 * row]! >>> 0)
    : row => words[2 * row + 1]! * WORD + (words[2 * row]! >>> 0);
}

/** The words of 64-bit numbers, the lower one first, as every machine that runs Node has them. */
export const wordsOf = ({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array): Int32Array =>
  new Int32Array(buffer, byteOffset, 2 * length);
