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
  /** Of a written column cells are doubles that tell all its literals apart, else literals. */
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64; readonly isWritten: boolean }
  /** Days since 1970-01-01; `form` is how they were spelled, in files that spell them. */
  | { readonly kind: 'date'; readonly form: string | undefined }
  /** Bigints in the unit. */
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly zone: Zone }
  /** A time of day; bigints in the unit. */
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  /** Bigints in the unit. */
  | { readonly kind: 'duration'; readonly unit: TimeUnit }
  | { readonly kind: 'text' }
  /** Hexadecimal. */
  | { readonly kind: 'bytes' }
  /** What is nested, or cells of several kinds: as typed texts where a schema has their shape, else as canonical JSON. */
  | { readonly kind: 'json'; readonly shape: Shape | undefined };

/** What a schema says that stands in a cell, or in an element of one. */
export type Shape =
  | Exclude<ColumnType, { kind: 'json' }>
  | { readonly kind: 'list'; readonly element: Shape }
  /** By name. */
  | { readonly kind: 'struct'; readonly members: ReadonlyMap<string, Shape> }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: Shape };

export type TypedColumn = {
  readonly name: string;
  readonly type: ColumnType;
  readonly cells: readonly Value[];
  readonly absent: number;
  /** Of moments that are what a clock showed: rows at which it showed nothing of the kind, and those at which it did twice. */
  readonly clock?: {
    readonly zone: string;
    readonly skipped: readonly number[];
    readonly twice: readonly number[];
  };
};

export type Table = { readonly columns: readonly TypedColumn[]; readonly rows: number };

/** Significant digits that two decimals may have, and still be equal exactly where their doubles are. */
export const DOUBLE_DIGITS = 15;

/** `int`, `decimal`, `float32`, `timestamp` and so on, as a report names it. */
export const typeName = (type: ColumnType): string =>
  type.kind === 'float' ? `float${type.bits}` : type.kind === 'json' ? 'nested' : type.kind;

type Names = { readonly old: string; readonly new: string };

/** What two types are called beside each other: with what is inside them where that alone tells them apart. */
export function typeNames(types: { readonly old: ColumnType; readonly new: ColumnType }): Names {
  const names = { old: typeName(types.old), new: typeName(types.new) };
  if (names.old !== names.new) return names;
  const [old, later] = [wholeName(types.old), wholeName(types.new)];
  return old === undefined || later === undefined || old === later ? names : { old, new: later };
}

/** Undefined of what no schema describes. */
const wholeName = (type: ColumnType): string | undefined =>
  type.kind === 'json' ? type.shape && shapeName(type.shape) : shapeName(type);

function shapeName(shape: Shape): string {
  switch (shape.kind) {
    case 'list':
      return `list<${shapeName(shape.element)}>`;
    case 'map':
      return `map<${shapeName(shape.key)}, ${shapeName(shape.value)}>`;
    case 'struct':
      return `struct<${[...shape.members].map(([name, member]) => `${name}: ${shapeName(member)}`).join(', ')}>`;
    case 'timestamp':
      return `timestamp ${shape.zone}`;
    default:
      return typeName(shape);
  }
}
