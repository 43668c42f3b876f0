import { valueText } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import type { ColumnType, Shape } from '../golden/tables/typed-column.ts';
import { listText, mapText, structText, typedText } from '../golden/tables/typed-text.ts';

type Present = Exclude<Value, null>;

/** How values of a field stand in a table that is compared. */
export type Cell = { readonly type: ColumnType; readonly read: (value: Present) => Value };

export function cellOf(field: Field): Cell {
  const { shape, text } = insideOf(field);
  if (shape.kind === 'list' || shape.kind === 'struct' || shape.kind === 'map')
    return { type: { kind: 'json', shape }, read: text };
  return { type: shape, read: leafReader(field) };
}

type Inside = { readonly shape: Shape; readonly text: (value: Value) => string };

function insideOf(field: Field): Inside {
  const { type } = field;
  switch (type.kind) {
    case 'list':
    case 'tensor': {
      const element = insideOf(type.element);
      return inside({ kind: 'list', element: element.shape }, items => listText(items.map(element.text)));
    }
    case 'struct': {
      const members = type.fields.map(member => ({ name: member.name, ...insideOf(member) }));
      return inside(
        { kind: 'struct', members: new Map(members.map(({ name, shape }) => [name, shape])) },
        values => structText(members.map(({ name, text }, at) => [name, text(values[at]!)])),
      );
    }
    case 'map': {
      const [key, held] = [insideOf(type.key), insideOf(type.value)];
      return inside({ kind: 'map', key: key.shape, value: held.shape }, entries =>
        mapText(
          (entries as readonly (readonly [Value, Value])[]).map(([k, v]) => [key.text(k), held.text(v)]),
        ),
      );
    }
    default: {
      const [shape, read] = [leafType(field), leafReader(field)];
      return { shape, text: value => (value === null ? 'null' : typedText(shape, read(value))) };
    }
  }
}

const inside = (shape: Shape, text: (items: readonly Value[]) => string): Inside => ({
  shape,
  text: value => (value === null ? 'null' : text(value as readonly Value[])),
});

function leafType(field: Field): Exclude<ColumnType, { kind: 'json' }> {
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return { kind: 'bool' };
    case 'float16':
      return { kind: 'float', bits: 16, isWritten: false };
    case 'bfloat16':
    case 'float32':
      return { kind: 'float', bits: 32, isWritten: false };
    case 'float64':
      return { kind: 'float', bits: 64, isWritten: false };
    case 'decimal':
      return { kind: 'decimal', digits: type.precision, scale: type.scale };
    case 'date':
      return { kind: 'date', form: undefined };
    case 'timestamp':
      return { kind: 'timestamp', unit: timeUnitOf(field), zone: type.zone };
    case 'time':
    case 'duration':
      return { kind: type.kind, unit: timeUnitOf(field) };
    case 'string':
      return { kind: 'text' };
    case 'bytes':
    case 'fixed':
      return { kind: 'bytes' };
    default:
      return { kind: 'int' };
  }
}

/** A value as a cell of its column's type. */
function leafReader(field: Field): (value: Present) => Value {
  switch (field.type.kind) {
    case 'decimal':
    case 'bytes':
    case 'fixed':
      return value => valueText(field, value);
    case 'int64':
    case 'uint64':
      return value => (isSafe(value as bigint) ? Number(value) : value);
    default:
      return value => value;
  }
}

const isSafe = (value: bigint): boolean =>
  value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER;
