import { KINDS, type Kind, type Logical } from './field.ts';
import { type Family, KIND_TABLE } from './kind-table.ts';

/** What a logical type asks of the rest of a field. */
export type LogicalRow = {
  readonly physical: readonly Kind[];
  /** `dimensionless`: a unit that only says what is counted, such as `{token}`, and may be left out. */
  readonly unit: 'required' | 'time' | 'dimensionless' | 'none';
  readonly vocabulary: 'required' | 'optional' | 'none';
  /** What a list or tensor of it may hold; anything where it is left out. */
  readonly element?: readonly Kind[];
};

const of = (...families: readonly Family[]): readonly Kind[] =>
  KINDS.filter(kind => families.includes(KIND_TABLE[kind].family));

const INTEGERS = of('integer');
const FLOATS = of('float');
const NUMBERS = of('integer', 'float', 'decimal');
const PLAIN = { unit: 'none', vocabulary: 'none' } as const;

/** A logical type that is not here does not exist; `docs/contract-format.md` prints this table. */
export const LOGICAL_TABLE: Readonly<Record<Logical, LogicalRow>> = {
  quantity: { physical: NUMBERS, unit: 'required', vocabulary: 'none' },
  duration: { physical: [...NUMBERS, 'duration'], unit: 'time', vocabulary: 'none' },
  number: { physical: NUMBERS, ...PLAIN },
  count: { physical: INTEGERS, unit: 'dimensionless', vocabulary: 'none' },
  // What a sample counts for in the loss.
  weight: { physical: [...FLOATS, 'decimal'], ...PLAIN },
  date: { physical: ['date'], ...PLAIN },
  time: { physical: ['time'], unit: 'time', vocabulary: 'none' },
  timestamp: { physical: ['timestamp', 'int64'], unit: 'time', vocabulary: 'none' },
  // No float: two floats that print alike are not the same class.
  label: { physical: [...INTEGERS, 'string'], unit: 'none', vocabulary: 'required' },
  category: { physical: [...INTEGERS, 'string'], unit: 'none', vocabulary: 'optional' },
  split: { physical: ['string'], unit: 'none', vocabulary: 'optional' },
  text: { physical: ['string'], ...PLAIN },
  identifier: { physical: [...INTEGERS, 'string', 'bytes', 'fixed'], ...PLAIN },
  flag: { physical: ['bool'], ...PLAIN },
  // Which elements beside it count: one truth, or one for each.
  mask: { physical: ['bool', 'list', 'tensor'], ...PLAIN, element: ['bool', 'uint8'] },
  binary: { physical: ['bytes', 'fixed'], ...PLAIN },
  // What the elements measure or name is said on the element, which is a field of its own.
  sequence: { physical: ['list'], ...PLAIN },
  tokens: { physical: ['list'], ...PLAIN, element: INTEGERS },
  embedding: { physical: ['list', 'tensor'], ...PLAIN, element: FLOATS },
  structure: { physical: ['struct'], ...PLAIN },
  mapping: { physical: ['map'], ...PLAIN },
  tensor: { physical: ['tensor'], ...PLAIN },
};
