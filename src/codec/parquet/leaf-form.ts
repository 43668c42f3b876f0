import type { Field, Kind } from '../../contract/field.ts';
import { timeUnitOf } from '../../contract/time-unit.ts';

/** How values follow each other: the least and the greatest of a column are told by it. */
export type LeafOrder =
  | 'signed'
  | 'unsigned'
  /** By value; no NaN is one of them, and a zero may be either. */
  | 'float'
  /** By bytes, as if each had no sign. */
  | 'bytes'
  /** By code points, which is by bytes; what is cut of it stays text. */
  | 'text';

/** How Parquet has the values of a field that is a column: so many words of 32 bits each, bits, or bytes behind their length. */
export type LeafForm = {
  /** The number of Parquet's physical type. */
  readonly physical: number;
  readonly values: 'bits' | 'one word' | 'two words' | 'bytes';
  readonly order: LeafOrder;
};

const [BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY] = [0, 1, 2, 4, 5, 6] as const;

const SHORT = { physical: INT32, values: 'one word', order: 'signed' } as const;
const SHORT_UNSIGNED = { physical: INT32, values: 'one word', order: 'unsigned' } as const;
const LONG = { physical: INT64, values: 'two words', order: 'signed' } as const;

const FORMS: Partial<Readonly<Record<Kind, LeafForm>>> = {
  bool: { physical: BOOLEAN, values: 'bits', order: 'unsigned' },
  int8: SHORT,
  int16: SHORT,
  int32: SHORT,
  date: SHORT,
  uint8: SHORT_UNSIGNED,
  uint16: SHORT_UNSIGNED,
  uint32: SHORT_UNSIGNED,
  int64: LONG,
  timestamp: LONG,
  uint64: { physical: INT64, values: 'two words', order: 'unsigned' },
  float32: { physical: FLOAT, values: 'one word', order: 'float' },
  float64: { physical: DOUBLE, values: 'two words', order: 'float' },
  string: { physical: BYTE_ARRAY, values: 'bytes', order: 'text' },
  bytes: { physical: BYTE_ARRAY, values: 'bytes', order: 'bytes' },
};

/** @param field  in a type that Parquet has; undefined: a column of it is written by the library */
export function leafFormOf(field: Field): LeafForm | undefined {
  if (field.type.kind === 'time') return timeUnitOf(field) === 'ms' ? SHORT : LONG;
  return FORMS[field.type.kind];
}
