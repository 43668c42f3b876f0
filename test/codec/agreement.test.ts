import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { AvroDecoder } from '../../src/codec/avro-decode.ts';
import { avroWriterSchemaOf } from '../../src/codec/avro-schema.ts';
import { agreement } from '../../src/codec/container/agreement.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { makeField, makeList, makeMap, makeSchema, makeStruct, unit } from '../contract/make-field.ts';

const recordOf = (...fields: readonly Json[]): Json => ({
  type: 'record',
  name: 'Row',
  namespace: 'x.y',
  fields: [...fields],
});
const of = (type: Json): Json => recordOf({ name: 'value', type });

/** The one row that hex has under the file's schema, as the contract's; or the code of the refusal. */
function row(field: Field | readonly Field[], file: Json, hex: string): unknown {
  const schema = makeSchema([field].flat());
  const agreed = agreement(schema, canonicalJson(file));
  if (agreed instanceof Fault)
    return agreed.code === 'CONTAINER_FIELD_DIFFERS' ? Reflect.get(agreed.facts, 'code') : agreed.code;
  const decoder = new AvroDecoder(schema, agreed.members);
  const refusal = decoder.take(Buffer.from(hex, 'hex'), 1);
  return refusal?.code ?? rowsOf(schema, decoder.finish().batch)[0];
}

const value = makeField;
const stamped = (code: string): Field => makeField('timestamp', { unit: unit(code) });
const long = (logicalType: string): Json => ({ type: 'long', logicalType });
const fixed = (size: number, more: object = {}): Json => ({ type: 'fixed', name: 'F', size, ...more });

describe('a file of another writer agrees with a contract', () => {
  it.each<readonly [string, Field | readonly Field[], Json, string, unknown]>([
    ['that has the same type', value('int32'), of('int'), '04', [2]],
    ['whose null stands last', value('int32', { nullable: true }), of(['int', 'null']), '02', [null]],
    ['whose null stands first', value('int32', { nullable: true }), of(['null', 'int']), '0204', [2]],
    ['that has no null though one may be', value('int32', { nullable: true }), of('int'), '04', [2]],
    [
      'that has a null though none may be, and none is there',
      value('int32'),
      of(['null', 'int']),
      '0204',
      [2],
    ],
    ['with a union of one branch', value('int32'), of(['int']), '0004', [2]],
    [
      'that has an enum for text',
      value('string'),
      of({ type: 'enum', name: 'E', symbols: ['a', 'b'] }),
      '02',
      ['b'],
    ],
    ['that has an int for a long', value('int64'), of('int'), '03', [-2n]],
    ['that has a uuid, as text', value('string'), of({ type: 'string', logicalType: 'uuid' }), '0261', ['a']],
    ['in the same unit', stamped('us'), of(long('timestamp-micros')), '02', [1n]],
    ['in seconds, which Avro has no word for', stamped('s'), of('long'), '02', [1n]],
    [
      'that has a fixed for a decimal',
      value('decimal'),
      of(fixed(4, { logicalType: 'decimal', precision: 9, scale: 2 })),
      'fffffffe',
      [-2n],
    ],
    [
      'that has a fixed of the same size',
      value('fixed'),
      of(fixed(4)),
      '01020304',
      [Uint8Array.of(1, 2, 3, 4)],
    ],
    [
      'in another order, and under a former name',
      [value('int32', { id: 1, name: 'a' }), value('bool', { id: 2, name: 'b', aliases: ['was_b'] })],
      recordOf({ name: 'was_b', type: 'boolean' }, { name: 'a', type: 'int' }),
      '0104',
      [2, true],
    ],
    [
      'without a field that has a default',
      [
        value('int32', { id: 1, name: 'a' }),
        value('bool', { id: 2, name: 'b', default: { kind: 'value', value: true, means: 'value' } }),
      ],
      recordOf({ name: 'a', type: 'int' }),
      '04',
      [2, true],
    ],
    [
      'of structs, lists and maps',
      [
        makeStruct([value('int32', { id: 3, name: 'x' }), value('bool', { id: 4, name: 'y' })], {
          id: 2,
          name: 's',
        }),
        makeList(value('int32', { id: 6, name: 'one', nullable: true }), 0, 9, { id: 5, name: 'l' }),
        makeMap(value('string', { id: 8, name: 'key' }), value('int64', { id: 9, name: 'value' }), 9, {
          id: 7,
          name: 'm',
        }),
      ],
      recordOf(
        {
          name: 's',
          type: {
            type: 'record',
            name: 'S',
            fields: [
              { name: 'y', type: 'boolean' },
              { name: 'x', type: 'int' },
            ],
          },
        },
        { name: 'l', type: { type: 'array', items: ['int', 'null'] } },
        { name: 'm', type: { type: 'map', values: ['long'] } },
      ),
      '0104040002020002026100060' + '0',
      [[2, true], [1, null], [['a', 3n]]],
    ],
  ])('%s', (_, field, file, hex, expected) => expect(row(field, file, hex)).toEqual(expected));

  it('when it is our own', () => {
    const schema = makeSchema([value('time', { unit: unit('ms') })]);
    expect(agreement(schema, canonicalJson(avroWriterSchemaOf(schema)))).not.toBeInstanceOf(Fault);
  });
});

describe('a file of another writer is refused, and nothing is converted', () => {
  it.each<readonly [string, Field | readonly Field[], Json, string, unknown]>([
    ['because micros are no millis', stamped('ms'), of(long('timestamp-micros')), '', 'LOGICAL_CHANGED'],
    ['because a plain long says no unit', stamped('ms'), of('long'), '', 'LOGICAL_CHANGED'],
    ['because millis are no seconds', stamped('s'), of(long('timestamp-millis')), '', 'LOGICAL_CHANGED'],
    [
      'because local time is no instant',
      stamped('ms'),
      of(long('local-timestamp-millis')),
      '',
      'LOGICAL_CHANGED',
    ],
    [
      'because Iceberg calls local time so',
      stamped('us'),
      of({ type: 'long', logicalType: 'timestamp-micros', 'adjust-to-utc': false }),
      '',
      'LOGICAL_CHANGED',
    ],
    ['because a long may not fit', value('int32'), of('long'), '', 'TYPE_CHANGED'],
    ['because a double is no float', value('float32'), of('double'), '', 'TYPE_CHANGED'],
    ['because a float is no double', value('float64'), of('float'), '', 'TYPE_CHANGED'],
    ['because bytes are no text', value('string'), of('bytes'), '', 'TYPE_CHANGED'],
    [
      'because of another scale',
      value('decimal'),
      of({ type: 'bytes', logicalType: 'decimal', precision: 9, scale: 3 }),
      '',
      'LOGICAL_CHANGED',
    ],
    ['because of another size', value('fixed'), of(fixed(5)), '', 'TYPE_CHANGED'],
    ['because a value has one type', value('int32'), of(['int', 'string']), '', 'TYPE_CHANGED'],
    [
      'because nothing but null is no value',
      value('int32', { nullable: true }),
      of('null'),
      '',
      'TYPE_CHANGED',
    ],
    [
      'because it has a field the contract has not',
      value('int32'),
      recordOf({ name: 'value', type: 'int' }, { name: 'other', type: 'int' }),
      '',
      'UNKNOWN_FIELD',
    ],
    [
      'because it lacks a field without a default',
      [value('int32'), value('bool', { id: 2, name: 'b' })],
      of('int'),
      '',
      'MISSING_DEFAULT',
    ],
    [
      'because the name is that of another field now',
      value('int32'),
      recordOf({ name: 'value', type: 'int', 'field-id': 2 }),
      '',
      'ID_CHANGED',
    ],
    [
      'because its records have no bytes',
      value('int32', { default: { kind: 'value', value: 1, means: 'value' } }),
      recordOf(),
      '',
      'MALFORMED',
    ],
    ['because it is no record', value('int32'), 'int', '', 'TYPE_CHANGED'],
    [
      'because a struct in it lacks a field',
      makeStruct([value('int32', { id: 3, name: 'x' })]),
      recordOf({ name: 'parts', type: { type: 'record', name: 'S', fields: [] } }),
      '',
      'MISSING_FIELD',
    ],
    ['because it is no Avro schema', value('int32'), of('integer'), '', 'AVRO_NAME_UNKNOWN'],
    ['because a null stands where none may', value('int32'), of(['null', 'int']), '00', 'NULL_NOT_ALLOWED'],
    ['because there is no such branch', value('int32'), of(['null', 'int']), '04', 'MALFORMED'],
    [
      'because there is no such symbol',
      value('string'),
      of({ type: 'enum', name: 'E', symbols: ['a'] }),
      '02',
      'UNKNOWN_ENUM',
    ],
  ])('%s', (_, field, file, hex, code) => expect(row(field, file, hex)).toBe(code));
});
