import type { Json } from '../../base/canonical-json.ts';
import { type Path, type Problem, problemAt } from '../problem.ts';

export type JsonObject = { readonly [key: string]: Json };

export const objectAt = (value: Json, path: Path, expected: string): JsonObject | Problem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : problemAt('ICEBERG_SHAPE', path, { expected });

/** A key that nobody reads is a key that somebody misspelt. */
export function strangerIn(value: JsonObject, known: readonly string[], path: Path): Problem | undefined {
  const stranger = Object.keys(value).find(key => !known.includes(key));
  if (stranger === undefined) return undefined;
  return problemAt('ICEBERG_KEY', path, { key: stranger.slice(0, 100), known: known.join(', ') });
}

/** Ids above are kept for columns that no schema has, such as the name of the file. */
const ID_MAX = 2_147_483_447;

export function idAt(value: Json | undefined, path: Path): number | Problem {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    return problemAt('ICEBERG_SHAPE', path, { expected: 'the id of a field, a whole number' });
  if (value >= 0 && value <= ID_MAX) return value;
  return problemAt('ICEBERG_ID', path, { id: value, problem: `is not between 0 and ${ID_MAX}` });
}

export const flagAt = (value: Json | undefined, path: Path): boolean | Problem =>
  typeof value === 'boolean' ? value : problemAt('ICEBERG_SHAPE', path, { expected: 'true or false' });
