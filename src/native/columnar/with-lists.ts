import type { Column, ColumnarSchema, ColumnType, Listed } from './column.ts';

/** The schema of an Arrow file with what its dictionaries list. @param lists  by their ids */
export function withLists(schema: ColumnarSchema, lists: ReadonlyMap<number, Listed>): ColumnarSchema {
  const listed = (column: Column): Column => {
    const { dictionary } = column;
    const values = dictionary && (lists.get(dictionary.id) ?? 'its records can not be read');
    return {
      ...column,
      type: typeOf(column.type),
      ...(dictionary && values !== undefined && { dictionary: { ...dictionary, values } }),
    };
  };
  const typeOf = (type: ColumnType): ColumnType => {
    switch (type.kind) {
      case 'list':
        return { ...type, element: listed(type.element) };
      case 'map':
        return { ...type, key: listed(type.key), value: listed(type.value) };
      case 'struct':
      case 'union':
        return { ...type, fields: type.fields.map(listed) };
      default:
        return type;
    }
  };
  return { ...schema, columns: schema.columns.map(listed) };
}

/** Whether a column is such a one, wherever it stands. */
export const hasColumn = ({ columns }: ColumnarSchema, isSuch: (column: Column) => boolean): boolean =>
  columns.some(column => isSuch(column) || hasInside(column.type, isSuch));

function hasInside(type: ColumnType, isSuch: (column: Column) => boolean): boolean {
  const some = (columns: readonly Column[]): boolean => hasColumn({ columns, keys: [] }, isSuch);
  switch (type.kind) {
    case 'list':
      return some([type.element]);
    case 'map':
      return some([type.key, type.value]);
    case 'struct':
    case 'union':
      return some(type.fields);
    default:
      return false;
  }
}
