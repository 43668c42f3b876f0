import type { ColumnType } from '../columnar/column.ts';
import { type Element, type Logical, logicalOf, type Physical } from './element.ts';
import { ThriftStop } from './thrift.ts';

/** The type of a column without parts: its annotation, where it has one that its bytes can carry. */
export function leafType(element: Element): ColumnType {
  const logical = logicalOf(element);
  const { physical, name } = element;
  if (physical === undefined) throw new ThriftStop('a column has neither a type nor columns');
  if (logical === undefined) return bareType(element);
  const type = annotated(logical, element);
  if (type === undefined) throw new ThriftStop(`${physical} can't be ${logical.kind}: ${name.slice(0, 100)}`);
  return type;
}

/** As its bytes lie there. */
export const storedText = ({ physical, length }: Element): string =>
  physical === 'FIXED_LEN_BYTE_ARRAY' ? `${physical}(${length})` : (physical ?? 'group');

function bareType({ physical, length }: Element): ColumnType {
  switch (physical!) {
    case 'BOOLEAN':
      return { kind: 'bool' };
    case 'INT32':
      return { kind: 'int', bits: 32, signed: true };
    case 'INT64':
      return { kind: 'int', bits: 64, signed: true };
    case 'INT96':
      return { kind: 'int96' };
    case 'FLOAT':
      return { kind: 'float', bits: 32 };
    case 'DOUBLE':
      return { kind: 'float', bits: 64 };
    case 'BYTE_ARRAY':
      return { kind: 'binary' };
    case 'FIXED_LEN_BYTE_ARRAY':
      if (length === undefined || length < 1) throw new ThriftStop('a fixed length is missing');
      return { kind: 'fixed', bytes: length };
  }
}

/** Undefined where the bytes can't carry it. */
function annotated(logical: Logical, { physical, length }: Element): ColumnType | undefined {
  const on = (...allowed: readonly Physical[]): boolean => allowed.includes(physical!);
  const fixed = (bytes: number): boolean => on('FIXED_LEN_BYTE_ARRAY') && length === bytes;
  switch (logical.kind) {
    case 'STRING':
      return on('BYTE_ARRAY') ? { kind: 'string' } : undefined;
    case 'ENUM':
      return on('BYTE_ARRAY') ? { kind: 'enum' } : undefined;
    case 'JSON':
      return on('BYTE_ARRAY') ? { kind: 'json' } : undefined;
    case 'BSON':
      return on('BYTE_ARRAY') ? { kind: 'bson' } : undefined;
    case 'GEOMETRY':
      return on('BYTE_ARRAY') ? { kind: 'geometry', frame: logical.frame } : undefined;
    case 'GEOGRAPHY':
      return on('BYTE_ARRAY') ? { kind: 'geography', frame: logical.frame } : undefined;
    case 'UUID':
      return fixed(16) ? { kind: 'uuid' } : undefined;
    case 'FLOAT16':
      return fixed(2) ? { kind: 'float', bits: 16 } : undefined;
    case 'INTERVAL':
      return fixed(12) ? { kind: 'interval', unit: 'months, days, ms' } : undefined;
    case 'DATE':
      return on('INT32') ? { kind: 'date' } : undefined;
    case 'TIME':
      return on(logical.unit === 'ms' ? 'INT32' : 'INT64') ? { kind: 'time', unit: logical.unit } : undefined;
    case 'TIMESTAMP':
      return on('INT64')
        ? { kind: 'timestamp', unit: logical.unit, zone: logical.utc ? 'UTC' : undefined }
        : undefined;
    case 'INT': {
      const { bits, signed } = logical;
      const carries = on('INT32') ? [8, 16, 32] : on('INT64') ? [64] : [];
      return carries.includes(bits) ? { kind: 'int', bits, signed } : undefined;
    }
    case 'DECIMAL':
      return decimalType(logical, physical!, length);
    case 'UNKNOWN':
      return { kind: 'null' };
    case 'LIST':
    case 'MAP':
    case 'VARIANT':
      return undefined;
  }
}

/** Digits that every value of so many bytes has room for; undefined where there is no bound. */
const DIGITS: Readonly<Partial<Record<Physical, number>>> = { INT32: 9, INT64: 18 };

function decimalType(
  { precision, scale }: Extract<Logical, { kind: 'DECIMAL' }>,
  physical: Physical,
  length: number | undefined,
): ColumnType | undefined {
  if (precision < 1 || scale < 0 || scale > precision) return undefined;
  if (physical === 'BYTE_ARRAY') return { kind: 'decimal', precision, scale };
  const room =
    physical === 'FIXED_LEN_BYTE_ARRAY'
      ? Math.floor(Math.log10(2) * (8 * (length ?? 0) - 1))
      : (DIGITS[physical] ?? 0);
  return precision <= room ? { kind: 'decimal', precision, scale } : undefined;
}
