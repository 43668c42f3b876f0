import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { NativeComparison } from '../../../src/compat/native/compare-native.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';

/** Two Iceberg schemas, both ways. */
export function compareIceberg(writer: Json, reader: Json): NativeComparison {
  const found = FORMATS.iceberg.inline!(writer, reader);
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  return found as NativeComparison;
}

type More = { readonly [key: string]: Json };

/** An optional field. */
export const field = (id: number, name: string, type: Json, more: More = {}): Json => ({
  id,
  name,
  required: false,
  type,
  ...more,
});

export const required = (id: number, name: string, type: Json, more: More = {}): Json =>
  field(id, name, type, { required: true, ...more });

export const schema = (...fields: Json[]): Json => ({ type: 'struct', fields });

export const struct = schema;

export const list = (elementId: number, element: Json, elementRequired = false): Json => ({
  type: 'list',
  'element-id': elementId,
  'element-required': elementRequired,
  element,
});

export const map = (keyId: number, key: Json, valueId: number, value: Json): Json => ({
  type: 'map',
  'key-id': keyId,
  key,
  'value-id': valueId,
  'value-required': false,
  value,
});

export const identified = (ids: readonly number[], ...fields: Json[]): Json => ({
  type: 'struct',
  'identifier-field-ids': ids,
  fields,
});

/** The metadata of a table whose current schema has these fields. */
export const table = (version: number, fields: readonly Json[], more: More = {}): Json => ({
  'format-version': version,
  'current-schema-id': 1,
  schemas: [{ type: 'struct', 'schema-id': 1, fields }],
  ...more,
});
