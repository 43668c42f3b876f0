import { Fault } from '../../../src/base/fault.ts';
import { compareColumnar } from '../../../src/compat/columnar/compare-columnar.ts';
import type { NativeComparison } from '../../../src/compat/native/compare-native.ts';
import {
  type Column,
  type ColumnarSchema,
  type ColumnType,
  columnTypeText,
} from '../../../src/native/columnar/column.ts';

/** A nullable column without an id. */
export const column = (name: string, type: ColumnType, more: Partial<Column> = {}): Column => ({
  name,
  id: undefined,
  nullable: true,
  type,
  stored: 'plain',
  properties: new Map(),
  ...more,
});

export const file = (...columns: Column[]): ColumnarSchema => ({ columns, keys: [] });

export const int = (bits: number, signed = true): ColumnType => ({ kind: 'int', bits, signed });
export const float = (bits: number): ColumnType => ({ kind: 'float', bits });
export const decimal = (precision: number, scale: number): ColumnType => ({
  kind: 'decimal',
  precision,
  scale,
});
export const fixed = (bytes: number): ColumnType => ({ kind: 'fixed', bytes });
export const STRING: ColumnType = { kind: 'string' };
export const BINARY: ColumnType = { kind: 'binary' };
export const DATE: ColumnType = { kind: 'date' };
export const timestamp = (unit: 's' | 'ms' | 'us' | 'ns', zone?: string): ColumnType => ({
  kind: 'timestamp',
  unit,
  zone,
});
export const list = (element: ColumnType, size?: number): ColumnType => ({
  kind: 'list',
  element: column('element', element),
  size,
});
export const struct = (...fields: Column[]): ColumnType => ({ kind: 'struct', fields });

export function compareFiles(writer: ColumnarSchema, reader: ColumnarSchema): NativeComparison {
  const found = compareColumnar(writer, reader);
  if (found instanceof Fault) throw new Error(found.message);
  return found;
}

/** Two files of one column of these types. */
export const compareTypes = (from: ColumnType, to: ColumnType): NativeComparison =>
  compareFiles(file(column('a', from)), file(column('a', to)));

export const typeName = (type: ColumnType): string => columnTypeText(type);
