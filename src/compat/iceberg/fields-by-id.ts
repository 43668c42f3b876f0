import type { IcebergField, IcebergStruct, IcebergType } from '../../native/iceberg/type.ts';

/** Those of structs in structs, lists and maps as well. */
export function fieldsById(root: IcebergStruct): ReadonlyMap<number, IcebergField> {
  const fields = new Map<number, IcebergField>();
  const todo: IcebergType[] = [root];
  for (let type = todo.pop(); type !== undefined; type = todo.pop()) {
    if (type.kind === 'list') todo.push(type.element);
    if (type.kind === 'map') todo.push(type.key, type.value);
    if (type.kind !== 'struct') continue;
    for (const field of type.fields) {
      fields.set(field.id, field);
      todo.push(field.type);
    }
  }
  return fields;
}
