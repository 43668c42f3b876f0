import { Fault } from '../base/fault.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitIn } from '../contract/time-unit.ts';
import type { NativeColumn, NativeFiles } from '../engine/port.ts';
import type { Column } from '../native/columnar/column.ts';
import { PARQUET_FILES } from './columnar-formats.ts';
import { openNativeFile } from './native-format.ts';
import type { ShadowInput } from './shadow-inputs.ts';

/**
 * The files that may be counted where they lie, because whoever counts reads of their columns exactly the values that we do: Parquet
 * whose columns have the very types of the schema, of those that are read without a loss. All others are read by our own readers.
 */
export function nativeFiles(
  schema: Schema,
  inputs: readonly ShadowInput[],
): { readonly native: readonly NativeFiles[]; readonly others: readonly ShadowInput[] } {
  const groups = new Map<string, { columns: readonly NativeColumn[]; places: string[] }>();
  const others: ShadowInput[] = [];
  for (const input of inputs) {
    const columns = input.format === 'parquet' ? nativeColumns(schema, input) : undefined;
    if (columns === undefined) {
      others.push(input);
      continue;
    }
    const key = columns.map(({ name, reads }) => `${reads} ${name}`).join('\n');
    const group = groups.get(key) ?? { columns, places: [] };
    groups.set(key, group);
    group.places.push(input.place);
  }
  return { native: [...groups.values()], others };
}

function nativeColumns(
  { fields }: Schema,
  { path, place }: ShadowInput,
): readonly NativeColumn[] | undefined {
  // Of such a name another reader may make a pattern.
  if (/[*?[\]{}]/.test(place)) return undefined;
  const file = openNativeFile(path, place);
  const found = file instanceof Fault ? file : PARQUET_FILES.schemaIn(file);
  if (found instanceof Fault) return undefined;
  const { columns } = found;
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (columns.length !== fields.length || names.size !== columns.length) return undefined;
  const byId = columns.some(({ id }) => id !== undefined);
  const native = fields.map(field => {
    const column = columns.find(({ id, name }) => (byId ? id === field.id : name === field.name));
    const reads = column && readsAs(field, column);
    return reads && { name: column.name, reads };
  });
  return native.every(column => column !== undefined) ? native : undefined;
}

/** How values of a column become those of the field; undefined where they would not, or where it was not shown that they do. */
function readsAs(field: Field, column: Column): NativeColumn['reads'] | undefined {
  const { type } = field;
  const of = column.type;
  switch (type.kind) {
    case 'bool':
    case 'string':
      return of.kind === type.kind ? 'as-is' : undefined;
    case 'bytes':
      return of.kind === 'binary' ? 'as-is' : undefined;
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'uint64':
      return of.kind === 'int' && `${of.signed ? '' : 'u'}int${of.bits}` === type.kind ? 'as-is' : undefined;
    case 'float32':
    case 'float64':
      return of.kind === 'float' && `float${of.bits}` === type.kind ? 'as-is' : undefined;
    case 'decimal':
      return of.kind === 'decimal' &&
        of.precision === type.precision &&
        of.scale === type.scale &&
        of.precision <= 38
        ? 'as-is'
        : undefined;
    case 'date':
      return of.kind === 'date' ? 'date' : undefined;
    // Nanoseconds of a moment, and times of day, would be cut to microseconds.
    case 'timestamp': {
      const unit = timeUnitIn(field);
      const isSame =
        of.kind === 'timestamp' && of.unit === unit && (of.zone !== undefined) === (type.zone === 'instant');
      return isSame && (unit === 'us' || unit === 'ms') ? unit : undefined;
    }
    case 'list': {
      if (of.kind !== 'list' || of.size !== undefined || type.order === 'set') return undefined;
      const element = readsAs(type.element, of.element);
      const isWhole = of.element.type.kind === 'int' && type.element.type.kind !== 'uint64';
      return element === 'as-is' && isWhole ? 'as-is' : undefined;
    }
    default:
      return undefined;
  }
}
