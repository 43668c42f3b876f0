import type { Json } from '../../base/canonical-json.ts';
import type { JsonType } from '../../native/json-schema/json-schema.ts';
import { isWritten } from '../draft.ts';

/** The sort of a JSON value; a number that is whole is an integer, however it is written. */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isWritten(value)) return 'object';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'fraction';
}
