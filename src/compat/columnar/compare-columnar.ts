import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { Fault } from '../../base/fault.ts';
import type { Column, ColumnarSchema, ColumnType } from '../../native/columnar/column.ts';
import { hasColumn } from '../../native/columnar/with-lists.ts';
import { compareNative, type NativeComparison } from '../native/compare-native.ts';
import { COLUMNAR_RULES } from './columnar-rules.ts';
import { columnsById } from './ids.ts';
import { judgeColumnar } from './judge-columnar.ts';

/**
 * The schemas of two files, both ways: by id where every column of both has one of its own, else by name.
 *
 * @faults NATIVE_TOO_LARGE
 */
export function compareColumnar(older: ColumnarSchema, newer: ColumnarSchema): NativeComparison | Fault {
  const binds = [older, newer].every(schema => columnsById(schema) !== undefined) ? 'id' : 'name';
  const isSame =
    !hasColumn(older, isUnread) && canonicalJson(documentOf(older)) === canonicalJson(documentOf(newer));
  return compareNative(isSame ? () => [] : judgeColumnar, COLUMNAR_RULES, older, newer, binds);
}

/** Two lists that nobody knows are not the same. */
const isUnread = ({ dictionary }: Column): boolean => typeof dictionary?.values === 'string';

const documentOf = ({ columns, keys, said = new Map() }: ColumnarSchema): Json => ({
  columns: columns.map(columnDocument),
  keys,
  said: [...said].map(pair => [...pair]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
});

const columnDocument = ({ name, id, nullable, type, stored, properties, dictionary }: Column): Json => ({
  name,
  id: id ?? null,
  nullable,
  type: typeDocument(type),
  stored,
  properties: [...properties].map(pair => [...pair]),
  values: dictionary?.values ?? null,
});

function typeDocument(type: ColumnType): Json {
  switch (type.kind) {
    case 'list':
      return { ...type, element: columnDocument(type.element), size: type.size ?? null };
    case 'map':
      return { ...type, key: columnDocument(type.key), value: columnDocument(type.value) };
    case 'struct':
    case 'union':
      return { ...type, fields: type.fields.map(columnDocument) };
    case 'timestamp':
      return { ...type, zone: type.zone ?? null };
    default:
      return { ...type };
  }
}
