import { categoryReader } from './category.ts';
import type { Field } from './field.ts';
import { entryOf, isNested } from './nested.ts';
import type { Value } from './value.ts';

/**
 * Reads one text a value, equal exactly where two values of the field mean the same: a label is its alias, -0 is 0, and
 * the order of a set or a map says nothing. Each part has its length in front, and null has none.
 */
export function valueKeyReader(field: Field): (value: Value) => string {
  const present = presentReader(field);
  return value => {
    if (value === null) return '~';
    const text = present(value);
    return `${text.length}:${text}`;
  };
}

function presentReader(field: Field): (value: Exclude<Value, null>) => string {
  const { type } = field;
  if (!isNested(type)) {
    const category = categoryReader(field);
    return value => category(value).key;
  }
  if (type.kind === 'struct') {
    const members = type.fields.map(valueKeyReader);
    return value => members.map((member, at) => member((value as readonly Value[])[at]!)).join('');
  }
  const item = valueKeyReader(type.kind === 'map' ? entryOf(type) : type.element);
  const hasOrder = type.kind === 'tensor' || (type.kind === 'list' && type.order !== 'set');
  return value => {
    const items = (value as readonly Value[]).map(item);
    return (hasOrder ? items : items.sort()).join('');
  };
}
