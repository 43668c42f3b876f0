import type { Json } from '../../base/canonical-json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Default, Field, Kind, TypeOf } from '../../contract/field.ts';
import { timeUnitOf } from '../../contract/time-unit.ts';
import type { Written } from '../draft.ts';
import { writtenValue } from '../written-value.ts';
import { icebergDefaultOf } from './iceberg-default.ts';

/** The schema of an Iceberg table that keeps the records of a contract. */
export const icebergDocument = (contract: Contract): Written => ({
  type: 'struct',
  'schema-id': 0,
  ...(contract.schema.key.length > 0 && { 'identifier-field-ids': [...contract.schema.key] }),
  fields: contract.schema.fields.map(field => fieldOf(field, contract)),
});

function fieldOf(field: Field, contract: Contract): Written {
  const type = typeOf(field, contract);
  const doc = contract.governance.get(field.id)?.doc;
  const [initial, write] = [
    defaultOf(field, type, field.default),
    defaultOf(field, type, field.writeDefault),
  ];
  return {
    id: field.id,
    name: field.name,
    required: !field.nullable,
    type,
    ...(doc !== undefined && { doc }),
    ...(initial !== undefined && { 'initial-default': initial }),
    ...(write !== undefined && { 'write-default': write }),
  };
}

function defaultOf(field: Field, type: Json, given: Default | undefined): Json | undefined {
  if (given === undefined || given.kind === 'none') return undefined;
  const written = writtenValue(field, given.value);
  return written === undefined ? undefined : icebergDefaultOf(type, written);
}

type Types = { readonly [K in Kind]: (type: TypeOf<K>, field: Field, contract: Contract) => Json };

const listOf = ({ element }: { readonly element: Field }, _: Field, contract: Contract): Json => ({
  type: 'list',
  'element-id': element.id,
  'element-required': !element.nullable,
  element: typeOf(element, contract),
});

/** The narrowest type of Iceberg that holds every value; what it then says less is a note. */
const TYPES: Types = {
  bool: () => 'boolean',
  int8: () => 'int',
  int16: () => 'int',
  int32: () => 'int',
  int64: () => 'long',
  uint8: () => 'int',
  uint16: () => 'int',
  uint32: () => 'long',
  uint64: () => 'decimal(20, 0)',
  float16: () => 'float',
  bfloat16: () => 'float',
  float32: () => 'float',
  float64: () => 'double',
  decimal: ({ precision, scale }) => (precision <= DIGITS ? `decimal(${precision}, ${scale})` : 'string'),
  string: () => 'string',
  bytes: () => 'binary',
  fixed: ({ size }) => `fixed[${size}]`,
  date: () => 'date',
  // Of a day it counts microseconds.
  time: (_, field) => (timeUnitOf(field) === 'ns' ? 'long' : 'time'),
  timestamp: ({ zone }, field) =>
    `timestamp${zone === 'instant' ? 'tz' : ''}${timeUnitOf(field) === 'ns' ? '_ns' : ''}`,
  duration: () => 'long',
  list: listOf,
  struct: ({ fields }, _, contract) => ({
    type: 'struct',
    fields: fields.map(field => fieldOf(field, contract)),
  }),
  map: ({ key, value }, _, contract) => ({
    type: 'map',
    'key-id': key.id,
    key: typeOf(key, contract),
    'value-id': value.id,
    'value-required': !value.nullable,
    value: typeOf(value, contract),
  }),
  tensor: listOf,
};

const DIGITS = 38;

function typeOf(field: Field, contract: Contract): Json {
  const written = TYPES[field.type.kind] as (type: Field['type'], field: Field, contract: Contract) => Json;
  return written(field.type, field, contract);
}
