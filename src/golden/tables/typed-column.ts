import type { Zone } from '../../contract/field.ts';
import type { TimeUnit } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';

/** What a column was found to hold, by its schema or by all of its cells. */
export type ColumnType =
  /** No cell holds anything. */
  | { readonly kind: 'null' }
  | { readonly kind: 'bool' }
  /** Cells are numbers, and bigints where those don't hold them. */
  | { readonly kind: 'int' }
  /** Written numbers: cells are doubles where `digits` are few enough for those to tell all apart, else literals. */
  | { readonly kind: 'decimal'; readonly digits: number; readonly scale: number }
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 }
  /** Days since 1970-01-01; `form` is how they were spelled, in files that spell them. */
  | { readonly kind: 'date'; readonly form: string | undefined }
  /** Bigints in the unit. */
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly zone: Zone }
  | { readonly kind: 'text' }
  /** Hexadecimal. */
  | { readonly kind: 'bytes' }
  /** Canonical JSON of what is nested, or of cells of several kinds. */
  | { readonly kind: 'json' };

export type TypedColumn = {
  readonly name: string;
  readonly type: ColumnType;
  readonly cells: readonly Value[];
  readonly absent: number;
};

export type Table = { readonly columns: readonly TypedColumn[]; readonly rows: number };

/** Significant digits that two decimals may have, and still be equal exactly where their doubles are. */
export const DOUBLE_DIGITS = 15;

/** `int`, `decimal`, `float32`, `timestamp` and so on, as a report names it. */
export const typeName = (type: ColumnType): string =>
  type.kind === 'float' ? `float${type.bits}` : type.kind === 'json' ? 'nested' : type.kind;
