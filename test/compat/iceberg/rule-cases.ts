import type { Json } from '../../../src/base/canonical-json.ts';
import type { IcebergRule } from '../../../src/compat/iceberg/iceberg-rules.ts';
import type { RuleCase } from '../native/rule-suite.ts';
import { field, identified, list, map, required, schema, struct, table } from './compare-iceberg.ts';

const one = (type: Json, more: { readonly [key: string]: Json } = {}): Json =>
  schema(field(1, 'a', type, more));

const same = (value: Json): readonly [Json, Json] => [value, value];

const partitioned = (transform: string, type: string): Json =>
  table(3, [field(1, 'a', type)], {
    'default-spec-id': 0,
    'partition-specs': [
      { 'spec-id': 0, fields: [{ 'source-id': 1, 'field-id': 1000, name: 'p', transform }] },
    ],
  });

const a = field(1, 'a', 'string');
const b = field(2, 'b', 'string');
const past = (...fields: Json[]): Json => ({
  'format-version': 2,
  'last-column-id': 2,
  'current-schema-id': 1,
  schemas: [
    { type: 'struct', 'schema-id': 1, fields: [a] },
    { type: 'struct', 'schema-id': 0, fields: [a, ...fields] },
  ],
});

export const ICEBERG_CASES: Readonly<Record<IcebergRule, RuleCase<Json, IcebergRule>>> = {
  ID_REUSED: {
    trips: [schema(field(1, 'age', 'int')), schema(field(1, 'tags', list(2, 'string')))],
    holds: [schema(field(1, 'age', 'int')), schema(field(1, 'years', 'long'))],
  },
  TYPE_MISMATCH: { trips: [one('long'), one('int')], holds: [one('int'), one('long')] },
  DATE_NEEDS_VERSION_3: {
    trips: [one('date'), one('timestamp')],
    beside: ['DATE_TO_TIMESTAMP'],
    holds: [table(3, [field(1, 'a', 'date')]), table(3, [field(1, 'a', 'timestamp')])],
  },
  PARTITION_SOURCE_CHANGED: {
    trips: [partitioned('bucket[16]', 'date'), partitioned('bucket[16]', 'timestamp')],
    beside: ['DATE_TO_TIMESTAMP'],
    holds: [partitioned('day', 'date'), partitioned('day', 'timestamp')],
  },
  FORMAT_VERSION_NEWER: { trips: [table(3, [a]), table(2, [a])], holds: [table(2, [a]), table(3, [a])] },
  FIELD_MOVED: {
    trips: [
      schema(field(1, 's', struct()), field(2, 'x', 'int')),
      schema(field(1, 's', struct(field(2, 'x', 'int')))),
    ],
    holds: [schema(field(1, 's', struct())), schema(field(1, 's', struct(field(2, 'x', 'int'))))],
  },
  NESTED_ID_CHANGED: { trips: [one(list(2, 'int')), one(list(3, 'int'))], holds: same(one(list(2, 'int'))) },
  MAP_KEY_CHANGED: {
    trips: [one(map(2, 'int', 3, 'string')), one(map(2, 'long', 3, 'string'))],
    holds: [one(map(2, 'int', 3, 'int')), one(map(2, 'int', 3, 'long'))],
  },
  OPTIONAL_TO_REQUIRED: {
    trips: [schema(field(1, 'a', 'int')), schema(required(1, 'a', 'int'))],
    holds: [schema(required(1, 'a', 'int')), schema(field(1, 'a', 'int'))],
  },
  REQUIRED_FIELD_MISSING: {
    trips: [schema(a), schema(a, required(2, 'n', 'int'))],
    holds: [schema(a), schema(a, required(2, 'n', 'int', { 'initial-default': 1, 'write-default': 1 }))],
  },
  FIELD_RENAMED: {
    trips: [schema(field(1, 'a', 'int')), schema(field(1, 'b', 'int'))],
    holds: same(schema(field(1, 'a', 'int'))),
  },
  FIELD_REORDERED: { trips: [schema(a, b), schema(b, a)], holds: [schema(a), schema(a, b)] },
  DATE_BEYOND_NANOSECONDS: {
    trips: [one('date'), one('timestamp_ns')],
    beside: ['DATE_TO_TIMESTAMP'],
    holds: [table(3, [field(1, 'a', 'date')]), table(3, [field(1, 'a', 'timestamp')])],
  },
  INT_TO_LONG: { trips: [one('int'), one('long')], holds: same(one('int')) },
  FLOAT_TO_DOUBLE: { trips: [one('float'), one('double')], holds: same(one('float')) },
  DECIMAL_WIDENED: {
    trips: [one('decimal(4, 2)'), one('decimal(6,2)')],
    holds: [one('decimal(6,2)'), one('decimal(6, 2)')],
  },
  DATE_TO_TIMESTAMP: {
    trips: [table(3, [field(1, 'a', 'date')]), table(3, [field(1, 'a', 'timestamp')])],
    holds: same(one('date')),
  },
  UNKNOWN_TO_TYPE: { trips: [one('unknown'), one(list(2, 'int'))], holds: same(one('unknown')) },
  REQUIRED_TO_OPTIONAL: {
    trips: [schema(required(1, 'a', 'int')), schema(field(1, 'a', 'int'))],
    holds: [schema(field(1, 'a', 'int')), schema(required(1, 'a', 'int'))],
  },
  ZONE_CHANGED: {
    trips: [one('timestamp'), one('timestamptz')],
    beside: ['TYPE_MISMATCH'],
    holds: [one('timestamp'), one('timestamp_ns')],
  },
  TIME_UNIT_CHANGED: {
    trips: [one('timestamp'), one('timestamp_ns')],
    beside: ['TYPE_MISMATCH'],
    holds: [one('timestamp'), one('timestamptz')],
  },
  DECIMAL_SCALE_CHANGED: {
    trips: [one('decimal(4, 2)'), one('decimal(6, 3)')],
    beside: ['TYPE_MISMATCH'],
    holds: [one('decimal(4, 2)'), one('decimal(3, 2)')],
  },
  COORDINATES_CHANGED: {
    trips: [one('geometry'), one('geometry(EPSG:3857)')],
    beside: ['TYPE_MISMATCH'],
    holds: [one('geometry'), one('geometry(OGC:CRS84)')],
  },
  INITIAL_DEFAULT_CHANGED: {
    trips: [one('int', { 'initial-default': 1 }), one('int', { 'initial-default': 2 })],
    holds: [one('int', { 'initial-default': null }), one('int')],
  },
  DEFAULT_CONFUSES_UNKNOWN: {
    trips: [schema(a), schema(a, field(2, 'n', 'int', { 'initial-default': 0 }))],
    beside: ['FIELD_FILLED'],
    holds: [schema(a), schema(a, field(2, 'n', 'int', { 'initial-default': null }))],
  },
  NAME_REUSED: {
    trips: [schema(a, field(2, 'note', 'string')), schema(a, field(3, 'note', 'string'))],
    beside: ['FIELD_DROPPED', 'FIELD_FILLED'],
    holds: [schema(a, field(2, 'note', 'string')), schema(a, field(3, 'remark', 'string'))],
  },
  DOC_UNIT_CHANGED: {
    trips: [one('long', { doc: 'in ms' }), one('long', { doc: 'in seconds' })],
    beside: ['DOC_CHANGED'],
    holds: [one('long', { doc: 'in ms' }), one('long', { doc: 'milliseconds' })],
  },
  WRITE_DEFAULT_CHANGED: {
    trips: [
      one('int', { 'initial-default': 5, 'write-default': 5 }),
      one('int', { 'initial-default': 5, 'write-default': null }),
    ],
    holds: same(one('int', { 'write-default': 5 })),
  },
  FIELD_FILLED: { trips: [schema(a), schema(a, b)], holds: [schema(a, b), schema(a)] },
  ID_BELOW_LAST: {
    trips: [past(b), table(2, [a, b])],
    beside: ['FIELD_FILLED'],
    holds: [past(b), table(2, [a, field(3, 'c', 'string')])],
  },
  IDENTIFIERS_CHANGED: {
    trips: [
      identified([1], required(1, 'a', 'int'), required(2, 'b', 'int')),
      identified([1, 2], required(1, 'a', 'int'), required(2, 'b', 'int')),
    ],
    holds: [
      identified([2, 1], required(1, 'a', 'int'), required(2, 'b', 'int')),
      identified([1, 2], required(1, 'a', 'int'), required(2, 'b', 'int')),
    ],
  },
  FIELD_DROPPED: { trips: [schema(a, b), schema(a)], holds: [schema(a), schema(a, b)] },
  DOC_CHANGED: {
    trips: [one('int', { doc: 'x' }), one('int', { doc: 'y' })],
    holds: same(one('int', { doc: 'x' })),
  },
};
