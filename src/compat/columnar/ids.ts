import type { Column, ColumnarSchema } from '../../native/columnar/column.ts';

/**
 * Every column by its id, those in structs as well; undefined where one has none, or two have the same. An element, a
 * key and a value need none: there is one of each.
 */
export function columnsById({ columns }: ColumnarSchema): ReadonlyMap<number, Column> | undefined {
  const found = new Map<number, Column>();
  const todo: { readonly column: Column; readonly isField: boolean }[] = columns.map(column => ({
    column,
    isField: true,
  }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { column, isField } = next;
    const { id, type } = column;
    if (id === undefined ? isField : found.has(id)) return undefined;
    if (id !== undefined) found.set(id, column);
    for (const below of parts(column)) todo.push({ column: below, isField: type.kind === 'struct' });
  }
  return found.size === 0 ? undefined : found;
}

function parts({ type }: Column): readonly Column[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'struct':
    case 'union':
      return type.fields;
    default:
      return [];
  }
}
