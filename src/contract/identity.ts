import type { Field, Type, TypeOf } from './field.ts';
import { entryOf } from './nested.ts';
import type { Value } from './value.ts';

/**
 * A text of a value, the same for two values of a field exactly where their canonical bytes are: every NaN is one, -0 is
 * not 0, and the order of a set or a map says nothing.
 */
export function identityOf(field: Pick<Field, 'type'>, value: Value): string {
  if (value === null) return '~';
  const text = textOf(field.type, value);
  // Its length in front tells where it ends.
  return `${text.length}:${text}`;
}

/** The place of the first key or element of a map or set that was there before; undefined where each stands once. */
export function duplicateIn(
  type: TypeOf<'map'> | TypeOf<'list'>,
  values: readonly Value[],
): number | undefined {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const identity =
      type.kind === 'map'
        ? identityOf(type.key, (value as readonly Value[])[0]!)
        : identityOf(type.element, value);
    if (seen.has(identity)) return index;
    seen.add(identity);
  }
  return undefined;
}

/** Sorted by identity, which is an order that files in any order share. */
export const inOrder = (field: Pick<Field, 'type'>, values: readonly Value[]): readonly Value[] =>
  values
    .map(value => [identityOf(field, value), value] as const)
    .sort(([a], [b]) => Number(a > b) - Number(a < b))
    .map(([, value]) => value);

function textOf(type: Type, value: Exclude<Value, null>): string {
  switch (type.kind) {
    case 'list': {
      const items = (value as readonly Value[]).map(item => identityOf(type.element, item));
      return (type.order === 'set' ? items.sort() : items).join('');
    }
    case 'tensor':
      return (value as readonly Value[]).map(item => identityOf(type.element, item)).join('');
    case 'struct':
      return type.fields.map((field, at) => identityOf(field, (value as readonly Value[])[at]!)).join('');
    case 'map': {
      const entry = entryOf(type);
      return (value as readonly Value[])
        .map(item => identityOf(entry, item))
        .sort()
        .join('');
    }
    default:
      if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
      return Object.is(value, -0) ? '-0' : String(value);
  }
}
