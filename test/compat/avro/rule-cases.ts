import type { Json } from '../../../src/base/canonical-json.ts';
import type { AvroRule } from '../../../src/compat/avro/avro-rules.ts';

/** One pair that a rule tells of, with everything else told beside it, and one next to it that is not told of. */
export type RuleCase = {
  readonly trips: readonly [writer: Json, reader: Json];
  readonly beside?: readonly AvroRule[];
  readonly holds: readonly [writer: Json, reader: Json];
};

const record = (...fields: Json[]): Json => ({ type: 'record', name: 'R', fields });
const field = (name: string, type: Json, more: { readonly [key: string]: Json } = {}): Json => ({
  name,
  type,
  ...more,
});
const enumOf = (symbols: readonly string[], fallback?: string): Json => ({
  type: 'enum',
  name: 'E',
  symbols,
  ...(fallback === undefined ? {} : { default: fallback }),
});
const fixed = (size: number, more: { readonly [key: string]: Json } = {}): Json => ({
  type: 'fixed',
  name: 'F',
  size,
  ...more,
});
const logical = (type: string, logicalType: string, more: { readonly [key: string]: Json } = {}): Json => ({
  type,
  logicalType,
  ...more,
});
const decimal = (precision: number, scale: number): Json => logical('bytes', 'decimal', { precision, scale });

export const AVRO_CASES: Readonly<Record<AvroRule, RuleCase>> = {
  TYPE_MISMATCH: { trips: ['long', 'int'], holds: ['long', 'long'] },
  NAME_MISMATCH: {
    trips: [
      { type: 'record', name: 'A', fields: [] },
      { type: 'record', name: 'B', fields: [] },
    ],
    holds: [
      { type: 'record', name: 'A', fields: [] },
      { type: 'record', name: 'A', fields: [] },
    ],
  },
  FIXED_SIZE_MISMATCH: { trips: [fixed(4), fixed(8)], holds: [fixed(4), fixed(4)] },
  DECIMAL_MISMATCH: { trips: [decimal(4, 2), decimal(6, 2)], holds: [decimal(4, 2), decimal(4, 2)] },
  MISSING_UNION_BRANCH: { trips: [['null', 'string'], ['null']], holds: [['null'], ['null']] },
  MISSING_ENUM_SYMBOLS: {
    trips: [enumOf(['A', 'B']), enumOf(['A'])],
    holds: [enumOf(['A']), enumOf(['A'])],
  },
  READER_FIELD_MISSING_DEFAULT_VALUE: {
    trips: [record(), record(field('a', 'int'))],
    holds: [record(field('a', 'int')), record(field('a', 'int'))],
  },
  ALIAS_AMBIGUOUS: {
    trips: [record(field('a', 'int'), field('b', 'int')), record(field('c', 'int', { aliases: ['a', 'b'] }))],
    beside: ['ALIASES_CHANGED'],
    holds: [
      record(field('c', 'int', { aliases: ['a', 'b'] })),
      record(field('c', 'int', { aliases: ['a', 'b'] })),
    ],
  },
  UNION_DEFAULT_NOT_FIRST: {
    trips: [record(), record(field('a', ['int', 'null'], { default: null }))],
    beside: ['READER_DEFAULT_FILLED'],
    holds: [
      record(field('a', ['int', 'null'], { default: null })),
      record(field('a', ['int', 'null'], { default: null })),
    ],
  },
  FIELD_REORDERED: {
    trips: [record(field('a', 'int'), field('b', 'int')), record(field('b', 'int'), field('a', 'int'))],
    holds: [record(field('a', 'int'), field('b', 'int')), record(field('a', 'int'), field('b', 'int'))],
  },
  INT_TO_FLOAT_LOSSY: { trips: ['int', 'float'], holds: ['float', 'float'] },
  LONG_TO_FLOAT_LOSSY: { trips: ['long', 'float'], holds: ['float', 'float'] },
  LONG_TO_DOUBLE_LOSSY: { trips: ['long', 'double'], holds: ['double', 'double'] },
  BYTES_TO_STRING_UTF8_RISK: { trips: ['bytes', 'string'], holds: ['bytes', 'bytes'] },
  ENUM_DEFAULT_COLLAPSE: {
    trips: [enumOf(['A', 'B'], 'A'), enumOf(['A'], 'A')],
    holds: [enumOf(['A', 'B'], 'A'), enumOf(['A', 'B'], 'A')],
  },
  UNION_BRANCH_AMBIGUOUS: {
    trips: [['int'], ['long', 'int']],
    beside: ['INT_TO_LONG'],
    holds: [
      ['long', 'int'],
      ['long', 'int'],
    ],
  },
  WRITER_UNION_COLLAPSED: { trips: [['int'], 'int'], holds: [['int'], ['int']] },
  READER_UNION_WIDENED: {
    trips: ['int', ['null', 'int']],
    holds: [
      ['null', 'int'],
      ['null', 'int'],
    ],
  },
  UNION_REORDERED: {
    trips: [
      ['null', 'int'],
      ['int', 'null'],
    ],
    holds: [
      ['null', 'int'],
      ['null', 'int'],
    ],
  },
  ENUM_SYMBOL_ADDED: {
    trips: [enumOf(['A']), enumOf(['A', 'B'])],
    holds: [enumOf(['A', 'B']), enumOf(['A', 'B'])],
  },
  INT_TO_LONG: { trips: ['int', 'long'], holds: ['int', 'int'] },
  INT_TO_DOUBLE: { trips: ['int', 'double'], holds: ['int', 'int'] },
  FLOAT_TO_DOUBLE: { trips: ['float', 'double'], holds: ['float', 'float'] },
  STRING_TO_BYTES: { trips: ['string', 'bytes'], holds: ['string', 'string'] },
  LOGICAL_TYPE_CHANGED: {
    trips: [logical('long', 'timestamp-micros'), logical('long', 'time-micros')],
    holds: [logical('long', 'time-micros'), logical('long', 'time-micros')],
  },
  TIME_UNIT_CHANGED: {
    trips: [logical('long', 'timestamp-millis'), logical('long', 'timestamp-micros')],
    holds: [logical('long', 'timestamp-micros'), logical('long', 'timestamp-micros')],
  },
  DECIMAL_SCALE_CHANGED: {
    trips: [decimal(4, 2), decimal(4, 4)],
    beside: ['DECIMAL_MISMATCH'],
    holds: [decimal(4, 4), decimal(4, 4)],
  },
  UNIT_PROPERTY_CHANGED: {
    trips: [record(field('a', 'int', { unit: 's' })), record(field('a', 'int', { unit: 'ms' }))],
    holds: [record(field('a', 'int', { unit: 'ms' })), record(field('a', 'int', { unit: 'ms' }))],
  },
  VALUE_NAME_CHANGED: {
    trips: [
      record(field('a', 'int', { enumNames: ['cat', 'dog'] })),
      record(field('a', 'int', { enumNames: ['cat', 'cow'] })),
    ],
    beside: ['PROPERTY_CHANGED'],
    holds: [
      record(field('a', 'int', { enumNames: ['cat', 'dog'] })),
      record(field('a', 'int', { enumNames: ['cat', 'dog'] })),
    ],
  },
  DOC_UNIT_CHANGED: {
    trips: [
      record(field('a', 'int', { doc: 'latency in seconds' })),
      record(field('a', 'int', { doc: 'latency in milliseconds' })),
    ],
    beside: ['DOC_CHANGED'],
    holds: [
      record(field('a', 'int', { doc: 'latency in ms' })),
      record(field('a', 'int', { doc: 'latency in ms' })),
    ],
  },
  ENUM_SYMBOLS_REORDERED: {
    trips: [enumOf(['A', 'B']), enumOf(['B', 'A'])],
    holds: [enumOf(['B', 'A']), enumOf(['B', 'A'])],
  },
  ENUM_DEFAULT_CHANGED: {
    trips: [enumOf(['A', 'B'], 'A'), enumOf(['A', 'B'], 'B')],
    holds: [enumOf(['A', 'B'], 'B'), enumOf(['A', 'B'], 'B')],
  },
  DEFAULT_VALUE_CHANGED: {
    trips: [record(field('a', 'int', { default: 0 })), record(field('a', 'int', { default: 1 }))],
    holds: [record(field('a', 'int', { default: 1 })), record(field('a', 'int', { default: 1 }))],
  },
  DEFAULT_CONFUSES_UNKNOWN: {
    trips: [record(), record(field('a', 'int', { default: 0 }))],
    beside: ['READER_DEFAULT_FILLED'],
    holds: [record(field('a', 'int', { default: 0 })), record(field('a', 'int', { default: 0 }))],
  },
  READER_DEFAULT_FILLED: {
    trips: [record(), record(field('a', ['null', 'int'], { default: null }))],
    holds: [
      record(field('a', ['null', 'int'], { default: null })),
      record(field('a', ['null', 'int'], { default: null })),
    ],
  },
  DEFAULT_ADDED: {
    trips: [record(field('a', 'int')), record(field('a', 'int', { default: 0 }))],
    holds: [record(field('a', 'int', { default: 0 })), record(field('a', 'int', { default: 0 }))],
  },
  DEFAULT_REMOVED: {
    trips: [record(field('a', 'int', { default: 0 })), record(field('a', 'int'))],
    holds: [record(field('a', 'int')), record(field('a', 'int'))],
  },
  WRITER_FIELD_DROPPED: {
    trips: [record(field('a', 'int')), record()],
    holds: [record(), record()],
  },
  ALIAS_USED: {
    trips: [record(field('a', 'int')), record(field('b', 'int', { aliases: ['a'] }))],
    beside: ['ALIASES_CHANGED'],
    holds: [record(field('b', 'int', { aliases: ['a'] })), record(field('b', 'int', { aliases: ['a'] }))],
  },
  NAMESPACE_CHANGED: {
    trips: [
      { type: 'record', name: 'v1.R', fields: [] },
      { type: 'record', name: 'v2.R', fields: [] },
    ],
    holds: [
      { type: 'record', name: 'v1.R', fields: [] },
      { type: 'record', name: 'R', namespace: 'v1', fields: [] },
    ],
  },
  ALIASES_CHANGED: {
    trips: [record(field('a', 'int', { aliases: ['b'] })), record(field('a', 'int'))],
    holds: [record(field('a', 'int')), record(field('a', 'int', { aliases: [] }))],
  },
  SORT_ORDER_CHANGED: {
    trips: [record(field('a', 'int')), record(field('a', 'int', { order: 'ignore' }))],
    holds: [record(field('a', 'int')), record(field('a', 'int', { order: 'ascending' }))],
  },
  NAME_REUSED: {
    trips: [
      record(field('lon', 'int', { aliases: ['lat'] }), field('lat', 'int', { aliases: ['lon'] })),
      record(field('lon', 'int'), field('lat', 'int')),
    ],
    beside: ['NAME_REUSED', 'ALIASES_CHANGED', 'ALIASES_CHANGED'],
    holds: [
      record(field('lon', 'int', { aliases: ['x'] }), field('lat', 'int')),
      record(field('lon', 'int', { aliases: ['x'] }), field('lat', 'int')),
    ],
  },
  FIELD_ID_CHANGED: {
    trips: [record(field('a', 'int', { 'field-id': 1 })), record(field('a', 'int', { 'field-id': 2 }))],
    holds: [record(field('a', 'int', { 'field-id': 1 })), record(field('a', 'int', { 'field-id': 1 }))],
  },
  CONTRACT_MEANING_CHANGED: {
    trips: [
      record(field('a', 'int', { assay: { unit: 's' } })),
      record(field('a', 'int', { assay: { unit: 'ms' } })),
    ],
    holds: [
      record(field('a', 'int', { assay: { unit: 's', owner: 'a' } })),
      record(field('a', 'int', { assay: { owner: 'a', unit: 's' } })),
    ],
  },
  CONTRACT_WORDS_CHANGED: {
    trips: [
      record(field('a', 'int', { assay: { owner: 'a' } })),
      record(field('a', 'int', { assay: { owner: 'b' } })),
    ],
    holds: [
      record(field('a', 'int', { assay: { owner: 'a' } })),
      record(field('a', 'int', { assay: { owner: 'a' } })),
    ],
  },
  DOC_CHANGED: {
    trips: [record(field('a', 'int', { doc: 'one' })), record(field('a', 'int', { doc: 'two' }))],
    holds: [record(field('a', 'int', { doc: 'one' })), record(field('a', 'int', { doc: 'one' }))],
  },
  PROPERTY_CHANGED: {
    trips: [
      record(field('a', { type: 'string', 'avro.java.string': 'String' })),
      record(field('a', 'string')),
    ],
    holds: [record(field('a', { type: 'string' })), record(field('a', 'string'))],
  },
};
