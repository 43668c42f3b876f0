import { decimalBits } from '../contract/arrow-field.ts';
import type { Field, Kind } from '../contract/field.ts';
import { childrenOf, sizeOf } from '../contract/nested.ts';

/** How a column is shown to a function, and how what it made is read back: data, as it goes to another process. */
export type Layout = {
  readonly name: string;
  readonly kind: Kind;
  /** What its values count; of a time always s, ms, us or ns. */
  readonly unit: string | null;
  /** Digits of a decimal behind the point. */
  readonly scale: number | null;
  /** Bytes of one value where all have the same, and elements of a tensor. */
  readonly size: number;
  readonly nullable: boolean;
  /** Members of a struct, the element of a list or tensor, key and value of a map. */
  readonly parts: readonly Layout[];
};

export const layoutOf = (field: Field): Layout => ({
  name: field.name,
  kind: field.type.kind,
  unit: field.unit?.code ?? null,
  scale: field.type.kind === 'decimal' ? field.type.scale : null,
  size: sizeIn(field),
  nullable: field.nullable,
  parts: childrenOf(field.type).map(child => layoutOf(child.field)),
});

function sizeIn({ type }: Field): number {
  if (type.kind === 'fixed') return type.size;
  if (type.kind === 'decimal') return decimalBits(type) / 8;
  if (type.kind === 'tensor') return sizeOf(type);
  return WIDTHS[type.kind] ?? 0;
}

/** A narrow float is shown as the wider one that holds it, and what counts time always in 64 bits. */
const WIDTHS: Readonly<Partial<Record<Kind, number>>> = {
  bool: 1,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float16: 4,
  bfloat16: 4,
  float32: 4,
  float64: 8,
  date: 4,
  time: 8,
  timestamp: 8,
  duration: 8,
};
