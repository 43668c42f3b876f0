import type { Field, Kind } from '../contract/field.ts';
import { entryOf } from '../contract/nested.ts';
import { nullBranch } from './avro-schema.ts';

/** How the values of a field stand in Avro's bytes: as we write them, or as a file's own schema has them. */
export type Wire = {
  /** Undefined where the value stands by itself. */
  readonly union: Union | undefined;
  readonly shape: Shape;
};

/** Which branch is which; -1 for a null that has none. */
export type Union = { readonly nullAt: number; readonly valueAt: number };

export type Shape =
  /** What its kind has by itself. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'symbols'; readonly symbols: readonly Uint8Array[] }
  /** A decimal in as many bytes as every other. */
  | { readonly kind: 'fixed-decimal'; readonly size: number }
  | { readonly kind: 'items'; readonly item: Wire }
  /** In the order they stand in; `at` is where the contract has them. */
  | { readonly kind: 'record'; readonly members: readonly WireMember[] };

export type WireMember = { readonly at: number; readonly wire: Wire };

/** As we write it. */
export const ordinaryMembers = (fields: readonly Field[]): readonly WireMember[] =>
  fields.map((field, at) => ({ at, wire: ordinaryWire(field, nullBranch(field)) }));

const NONE = undefined;
const PLAIN: Shape = { kind: 'plain' };

function ordinaryWire(field: Field, nullAt: 0 | 1): Wire {
  const union = field.nullable ? { nullAt, valueAt: 1 - nullAt } : NONE;
  return { union, shape: ordinaryShape(field) };
}

function ordinaryShape({ type }: Field): Shape {
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { kind: 'items', item: ordinaryWire(type.element, 0) };
    case 'map': {
      const { type: entry } = entryOf(type);
      if (entry.kind !== 'struct') throw new TypeError('an entry of a map is a struct');
      const members = entry.fields.map((field, at) => ({ at, wire: ordinaryWire(field, 0) }));
      return { kind: 'items', item: { union: NONE, shape: { kind: 'record', members } } };
    }
    case 'struct':
      return { kind: 'record', members: ordinaryMembers(type.fields) };
    default:
      return PLAIN;
  }
}

/**
 * The fewest bytes a value can take. Where that is not none, a count can be checked against the bytes left before room is
 * made for so many.
 */
export function leastBytes({ type }: Field, { union, shape }: Wire): number {
  if (union !== undefined) return 1;
  if (shape.kind === 'fixed-decimal') return shape.size;
  if (type.kind === 'fixed') return type.size;
  if (shape.kind === 'record') {
    if (type.kind !== 'struct') throw new TypeError('only a struct is a record');
    return leastBytesOf(type.fields, shape.members);
  }
  return LEAST_BYTES[type.kind] ?? 1;
}

export const leastBytesOf = (fields: readonly Field[], members: readonly WireMember[]): number =>
  members.reduce((sum, { at, wire }) => sum + leastBytes(fields[at]!, wire), 0);

const LEAST_BYTES: Readonly<Partial<Record<Kind, number>>> = {
  uint64: 8,
  float16: 2,
  bfloat16: 2,
  float32: 4,
  float64: 8,
  decimal: 2,
};
