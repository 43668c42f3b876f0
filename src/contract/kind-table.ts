import type { Kind, NestedKind } from './field.ts';

/** What sort of thing a physical type holds. Days, times and durations are counts of a unit of time. */
export type Family = 'truth' | 'integer' | 'float' | 'decimal' | 'time' | 'text' | 'bytes' | NestedKind;

export type KindRow = {
  readonly family: Family;
  /** How `value.ts` keeps one. */
  readonly held: 'boolean' | 'number' | 'bigint' | 'string' | 'bytes' | 'list';
  /** The whole numbers it can hold; undefined where it holds others, or where a parameter or unit says how many. */
  readonly bounds: readonly [min: bigint, max: bigint] | undefined;
};

const signed = (bits: bigint): KindRow['bounds'] => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
const unsigned = (bits: bigint): KindRow['bounds'] => [0n, 2n ** bits - 1n];

export const KIND_TABLE: Readonly<Record<Kind, KindRow>> = {
  bool: { family: 'truth', held: 'boolean', bounds: undefined },
  int8: { family: 'integer', held: 'number', bounds: signed(8n) },
  int16: { family: 'integer', held: 'number', bounds: signed(16n) },
  int32: { family: 'integer', held: 'number', bounds: signed(32n) },
  int64: { family: 'integer', held: 'bigint', bounds: signed(64n) },
  uint8: { family: 'integer', held: 'number', bounds: unsigned(8n) },
  uint16: { family: 'integer', held: 'number', bounds: unsigned(16n) },
  uint32: { family: 'integer', held: 'number', bounds: unsigned(32n) },
  uint64: { family: 'integer', held: 'bigint', bounds: unsigned(64n) },
  float16: { family: 'float', held: 'number', bounds: undefined },
  bfloat16: { family: 'float', held: 'number', bounds: undefined },
  float32: { family: 'float', held: 'number', bounds: undefined },
  float64: { family: 'float', held: 'number', bounds: undefined },
  decimal: { family: 'decimal', held: 'bigint', bounds: undefined },
  string: { family: 'text', held: 'string', bounds: undefined },
  bytes: { family: 'bytes', held: 'bytes', bounds: undefined },
  fixed: { family: 'bytes', held: 'bytes', bounds: undefined },
  date: { family: 'time', held: 'number', bounds: signed(32n) },
  time: { family: 'time', held: 'bigint', bounds: undefined },
  timestamp: { family: 'time', held: 'bigint', bounds: signed(64n) },
  duration: { family: 'time', held: 'bigint', bounds: signed(64n) },
  list: { family: 'list', held: 'list', bounds: undefined },
  struct: { family: 'struct', held: 'list', bounds: undefined },
  map: { family: 'map', held: 'list', bounds: undefined },
  tensor: { family: 'tensor', held: 'list', bounds: undefined },
};

export const isInteger = (kind: Kind): boolean => KIND_TABLE[kind].family === 'integer';
export const isFloat = (kind: Kind): boolean => KIND_TABLE[kind].family === 'float';

const ORDERED: ReadonlySet<Family> = new Set(['integer', 'float', 'decimal', 'time']);

/** Whether one value can be below another: numbers, and whatever counts time. */
export const hasOrder = (kind: Kind): boolean => ORDERED.has(KIND_TABLE[kind].family);

/** Whether values of it are numbers or bigints that a column has as they are: a term's code can be one. */
export const asHeld = (kind: Kind, value: bigint): number | bigint =>
  KIND_TABLE[kind].held === 'bigint' ? value : Number(value);
