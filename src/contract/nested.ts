import { bareField } from './bare-field.ts';
import { type Field, type Kind, NESTED, type NestedKind, type Type, type TypeOf } from './field.ts';
import type { Path } from './yaml-document.ts';

/** A field that lies directly in another, with the path from that to where a contract writes it. */
export type Child = { readonly field: Field; readonly path: Path };

/** What lies directly in a type; nothing in a scalar. */
export function childrenOf(type: Type): readonly Child[] {
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return [{ field: type.element, path: ['element'] }];
    case 'struct':
      return type.fields.map((field, index) => ({ field, path: ['fields', index] }));
    case 'map':
      return [
        { field: type.key, path: ['key'] },
        { field: type.value, path: ['value'] },
      ];
    default:
      return NOTHING;
  }
}

const NOTHING: readonly Child[] = [];

export const isNested = (type: Type): type is TypeOf<NestedKind> =>
  (NESTED as readonly Kind[]).includes(type.kind);

/** A field and every one inside it, with the path of each. */
export const withNested = (field: Field, path: Path): Array<readonly [field: Field, path: Path]> => [
  [field, path],
  ...childrenOf(field.type).flatMap(child => withNested(child.field, [...path, ...child.path])),
];

/** How many elements a tensor has. */
export const sizeOf = ({ shape }: TypeOf<'tensor'>): number => shape.reduce((size, each) => size * each, 1);

/** The entries of a map, as what they are stored as: a list of pairs. */
export const entryOf = ({ key, value }: TypeOf<'map'>): Field =>
  bareField(0, 'entries', { kind: 'struct', fields: [key, value] }, 'structure');
