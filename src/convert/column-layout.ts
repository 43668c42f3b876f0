import type * as arrow from 'apache-arrow';
import { decimalBits } from '../contract/arrow-field.ts';
import type { Type } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';

/** Whether a column of the one is, byte for byte, a column of the other: a decimal of many digits takes more bytes. */
export function sameLayout(from: Type, to: Type): boolean {
  if (from.kind === 'decimal' && to.kind === 'decimal') return decimalBits(from) === decimalBits(to);
  const written = childrenOf(from);
  return childrenOf(to).every(({ field }, at) => sameLayout(written[at]!.field.type, field.type));
}

/** The same buffers under the reader's names and ids, which live in the types of lists. */
export function retyped(data: arrow.Data, type: arrow.DataType): arrow.Data {
  const children = data.children.map((child, at) => retyped(child, type.children[at]!.type));
  return data.clone(type, data.offset, data.length, data.nullCount, undefined, children);
}
