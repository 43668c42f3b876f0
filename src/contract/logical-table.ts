import type { Kind, Logical } from './field.ts';

/** What a logical type asks of the rest of a field. */
export type LogicalRow = {
  readonly physical: readonly Kind[];
  /** `dimensionless`: a unit that only says what is counted, such as `{token}`, and may be left out. */
  readonly unit: 'required' | 'time' | 'dimensionless' | 'none';
  readonly vocabulary: 'required' | 'optional' | 'none';
};

const NUMBERS: readonly Kind[] = ['int32', 'int64', 'float32', 'float64'];
const PLAIN = { unit: 'none', vocabulary: 'none' } as const;

/** A logical type that is not here does not exist; `docs/contract-format.md` prints this table. */
export const LOGICAL_TABLE: Readonly<Record<Logical, LogicalRow>> = {
  quantity: { physical: NUMBERS, unit: 'required', vocabulary: 'none' },
  duration: { physical: NUMBERS, unit: 'time', vocabulary: 'none' },
  number: { physical: NUMBERS, ...PLAIN },
  count: { physical: ['int32', 'int64'], unit: 'dimensionless', vocabulary: 'none' },
  date: { physical: ['date'], ...PLAIN },
  // No float: two floats that print alike are not the same class.
  label: { physical: ['int32', 'int64', 'string'], unit: 'none', vocabulary: 'required' },
  category: { physical: ['int32', 'int64', 'string'], unit: 'none', vocabulary: 'optional' },
  text: { physical: ['string'], ...PLAIN },
  identifier: { physical: ['int32', 'int64', 'string', 'bytes'], ...PLAIN },
  flag: { physical: ['bool'], ...PLAIN },
  binary: { physical: ['bytes'], ...PLAIN },
  // What the elements measure or name is said on the element, which is a field of its own.
  sequence: { physical: ['list'], ...PLAIN },
};
