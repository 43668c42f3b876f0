import { canonicalJson } from '../../base/canonical-json.ts';
import type { Value } from '../../contract/value.ts';
import { exactText } from './exact-text.ts';
import type { Shape } from './typed-column.ts';

type Leaf = Exclude<Shape, { kind: 'list' | 'struct' | 'map' }>;

/**
 * A value with its kind, in its one spelling: two are one text exactly where they are one value of one kind, and numbers
 * where they are one number. Truths, numbers and texts are as JSON has them; a letter stands before the text of all else,
 * which nothing in JSON has.
 */
export function typedText(type: Leaf, cell: Value): string {
  if (cell === null) return 'null';
  const exact = exactText(type, cell);
  switch (type.kind) {
    case 'text':
      return canonicalJson(exact);
    case 'date':
      return `d"${exact}"`;
    case 'time':
      return `c"${exact}"`;
    case 'timestamp':
      return type.zone === 'instant' ? `i"${exact}"` : `l"${exact}"`;
    case 'duration':
      return `s"${exact}"`;
    case 'bytes':
      return `x"${exact}"`;
    case 'float':
      return typeof cell === 'number' && !Number.isFinite(cell) ? `n"${exact}"` : exact;
    default:
      return exact;
  }
}

export const listText = (items: readonly string[]): string => `[${items.join(',')}]`;

export const structText = (members: readonly (readonly [name: string, text: string])[]): string =>
  `{${members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${canonicalJson(name)}:${text}`)
    .join(',')}}`;

/** In whatever order the entries were written. */
export const mapText = (entries: readonly (readonly [key: string, value: string])[]): string =>
  `m[${entries
    .map(([key, value]) => `${key}:${value}`)
    .toSorted()
    .join(',')}]`;
