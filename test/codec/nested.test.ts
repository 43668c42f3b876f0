import { describe, expect, it } from 'vitest';
import { avroCodec } from '../../src/codec/avro.ts';
import { avroSchemaOf } from '../../src/codec/avro-schema.ts';
import { canonicalRecords } from '../../src/codec/canonical-record.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { RejectCode } from '../../src/contract/reject.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeSet,
  makeStruct,
  makeTensor,
} from '../contract/make-field.ts';
import { decodedRows } from './codec.suite.ts';

const counts = makeMap(
  makeField('string', { id: 2, name: 'key' }),
  makeField('int32', { id: 3, name: 'value' }),
  3,
  {
    id: 1,
    name: 'v',
  },
);
const byId = makeMap(
  makeField('int32', { id: 2, name: 'key' }),
  makeField('bool', { id: 3, name: 'value' }),
  3,
  {
    id: 1,
    name: 'v',
  },
);
const set = makeSet(makeField('int32', { id: 2 }), 0, 3, { id: 1, name: 'v' });
const point = makeStruct(
  [
    makeField('int32', { id: 2, name: 'x' }),
    makeField('int32', { id: 3, name: 'y', default: { kind: 'value', value: 7, means: 'unknown' } }),
  ],
  { id: 1, name: 'v' },
);
const pair = makeTensor(makeField('int32', { id: 2 }), [2], { id: 1, name: 'v' });

const json = (field: Field, text: string) =>
  jsonCodec.decode(makeSchema([field]), Buffer.from(`{"v":${text}}\n`));
const avro = (field: Field, ...bytes: number[]) =>
  avroCodec.decode(makeSchema([field]), Uint8Array.from(bytes));

describe('in JSON', () => {
  it.each<[string, Field, string, RejectCode, number]>([
    ['a key of a map twice', counts, '{"a":1,"a":1}', 'DUPLICATE_KEY', 1],
    ['a key twice, once escaped', counts, '{"a":1,"\\u0061":2}', 'DUPLICATE_KEY', 1],
    [
      'a key twice in a list of entries',
      byId,
      '[{"key":1,"value":true},{"key":1,"value":false}]',
      'DUPLICATE_KEY',
      1,
    ],
    ['an element of a set twice', set, '[1,2,1]', 'DUPLICATE_ELEMENT', 1],
    ['too many entries', counts, '{"a":1,"b":1,"c":1,"d":1}', 'ARRAY_TOO_LONG', 1],
    ['a map as a list', counts, '[]', 'TYPE_MISMATCH', 1],
    ['an unknown key of a struct', point, '{"x":1,"z":2}', 'UNKNOWN_FIELD', 1],
    ['a key of a struct twice', point, '{"x":1,"x":1}', 'DUPLICATE_KEY', 2],
    ['a struct without a field that has no default', point, '{"y":1}', 'MISSING_FIELD', 2],
    ['a struct as a list', point, '[1,2]', 'TYPE_MISMATCH', 1],
    ['a tensor too short', pair, '[1]', 'ARRAY_TOO_SHORT', 1],
    ['a tensor too long', pair, '[1,2,3]', 'ARRAY_TOO_LONG', 1],
    ['a tensor in a tensor', pair, '[[1,2]]', 'TYPE_MISMATCH', 2],
  ])('%s is refused', (_, field, text, code, id) =>
    expect(json(field, text)).toMatchObject({
      kind: 'refused',
      code,
      row: 0,
      field: id,
    }),
  );

  it.each([
    ['{"a":1,"a":1}', 12],
    ['{"a":1, "b":2, "\\u0061" :2}', 20],
  ])('a key of a map that stands twice is refused where it does: %s', (text, offset) => {
    expect(json(counts, text)).toMatchObject({ code: 'DUPLICATE_KEY', offset });
  });

  it('a field a struct lacks is filled from its own default, and counted', () => {
    const result = json(point, '{"x":1}');
    expect(result).toMatchObject({ absentFilled: new Map([[3, 1]]) });
    expect(decodedRows(makeSchema([point]), result)).toEqual([[[1, 7]]]);
  });

  it('keys that objects of JavaScript treat otherwise are keys like others', () => {
    const rows = decodedRows(makeSchema([counts]), json(counts, '{"__proto__":1,"10":2,"9":3}'));
    expect(rows).toEqual([
      [
        [
          ['__proto__', 1],
          ['10', 2],
          ['9', 3],
        ],
      ],
    ]);
  });
});

describe('in Avro', () => {
  it.each<[string, Field, readonly number[], RejectCode]>([
    ['a key of a map twice', counts, [4, 2, 97, 2, 2, 97, 4, 0], 'DUPLICATE_KEY'],
    ['a key twice in two blocks', counts, [2, 2, 97, 2, 2, 2, 97, 4, 0], 'DUPLICATE_KEY'],
    ['an element of a set twice', set, [4, 2, 2, 0], 'DUPLICATE_ELEMENT'],
    ['too many entries', counts, [8, 2, 97, 2, 2, 98, 2, 2, 99, 2, 2, 100, 2, 0], 'ARRAY_TOO_LONG'],
    ['a key that is not UTF-8', counts, [2, 2, 255, 2, 0], 'INVALID_UTF8'],
    ['more entries than there are bytes for', counts, [6, 2, 97, 2], 'TRUNCATED'],
    ['a tensor too short', pair, [2, 2, 0], 'ARRAY_TOO_SHORT'],
    ['a tensor too long', pair, [6, 2, 2, 2, 0], 'ARRAY_TOO_LONG'],
    ['a struct cut short', point, [2], 'TRUNCATED'],
  ])('%s is refused', (_, field, bytes, code) =>
    expect(avro(field, ...bytes)).toMatchObject({ kind: 'refused', code, row: 0 }),
  );

  it('is published with ids, and records named by them', () => {
    const fields = avroSchemaOf(makeSchema([point, { ...counts, id: 4, name: 'm' }])) as {
      readonly fields: unknown;
    };
    expect(fields.fields).toMatchObject([
      {
        name: 'v',
        type: {
          type: 'record',
          name: 'r1',
          fields: [
            { name: 'x', 'field-id': 2 },
            { name: 'y', default: 7 },
          ],
        },
      },
      { name: 'm', type: { type: 'map', values: 'int', 'key-id': 2, 'value-id': 3 } },
    ]);
  });
});

describe('a canonical record', () => {
  it.each([
    [
      'a key of a map',
      counts,
      [
        ['a', 1],
        ['a', 2],
      ],
    ],
    ['an element of a set', set, [1, 1]],
    ['an element of a set in a list', makeList(set, 0, 9, { id: 9, name: 'w' }), [[1, 1]]],
  ] as const)('has no form for %s twice, and throws, because gates refuse it before', (_, field, value) => {
    const schema = makeSchema([field]);
    expect(() => canonicalRecords(schema, batchOf(schema, [[value]]))).toThrow(TypeError);
  });

  it('is the same for a set or a map in any order', () => {
    const schema = makeSchema([set, { ...counts, id: 4, name: 'm' }]);
    const [one, other] = [
      [
        [1, 2, 3],
        [
          ['b', 1],
          ['a', 2],
        ],
      ],
      [
        [3, 1, 2],
        [
          ['a', 2],
          ['b', 1],
        ],
      ],
    ].map(row => canonicalRecords(schema, batchOf(schema, [row]))[0]);
    expect(one).toEqual(other);
  });
});
