import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { AvroDecoder } from '../../src/codec/avro-decode.ts';
import { avroSchemaOf, canonicalAvroSchema, doubleAvroSchemaOf } from '../../src/codec/avro-schema.ts';
import { canonicalRecords } from '../../src/codec/canonical-record.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { RejectCode } from '../../src/contract/reject.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';
import { avscRecord, avscType } from './avsc-type.ts';
import { decodedRows, encoded } from './codec.suite.ts';

const namesOf = (schema: Json): string[] =>
  (schema as { fields: { name: string }[] }).fields.map(field => field.name);

describe('Avro', () => {
  it('writes the bytes that avsc writes, and reads what avsc wrote, for any schema', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        const avroSchema = avroSchemaOf(schema);
        const type = avscType(avroSchema);
        const theirs = Buffer.concat(
          rows.map(row => type.toBuffer(avscRecord(schema, namesOf(avroSchema), row, avroSchema))),
        );
        expect(Buffer.from(encoded(avroCodec, schema, rows)).equals(theirs)).toBe(true);
        expect(decodedRows(schema, avroCodec.decode(schema, theirs))).toEqual(rows);
      }),
    ));

  it('writes canonical records as avsc does under the canonical record schema', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        const canonical = canonicalAvroSchema(schema);
        const type = avscType(canonical);
        const names = schema.fields.map(field => `f${field.id}`);
        const theirs = rows.map(row =>
          type.toBuffer(avscRecord(schema, names, row, canonical)).toString('hex'),
        );
        const ours = canonicalRecords(schema, batchOf(schema, rows)).map(bytes =>
          Buffer.from(bytes).toString('hex'),
        );
        expect(ours).toEqual(theirs);
      }),
    ));

  it('puts null last where a nullable field has another default, because a default is of the first branch', () => {
    const field = makeField('int64', {
      nullable: true,
      default: { kind: 'value', value: 7n, means: 'value' },
    });
    const schema = makeSchema([field]);
    expect(avroSchemaOf(schema)).toMatchObject({ fields: [{ type: ['long', 'null'], default: 7 }] });
    expect(() => avscType(avroSchemaOf(schema))).not.toThrow();
    const bytes = encoded(avroCodec, schema, [[null], [7n]]);
    expect([...bytes]).toEqual([2, 0, 14]);
    expect(decodedRows(schema, avroCodec.decode(schema, bytes))).toEqual([[null], [7n]]);
  });

  it('leaves out a default no double holds for a reader of doubles, because that would refuse the whole schema for it', () => {
    const wide = 2n ** 53n + 1n;
    const fieldOf = (id: number, value: bigint) =>
      makeField('int64', { id, name: `n${id}`, default: { kind: 'value', value, means: 'value' } });
    const schema = makeSchema([fieldOf(1, wide), fieldOf(2, 2n ** 53n - 1n), fieldOf(3, -wide)]);
    expect(avroSchemaOf(schema)).toMatchObject({ fields: [{ default: wide }, {}, { default: -wide }] });
    const { fields } = doubleAvroSchemaOf(schema) as { fields: readonly object[] };
    expect(fields.map(field => 'default' in field)).toEqual([false, true, false]);
    expect(() => avscType(doubleAvroSchemaOf(schema))).not.toThrow();
  });

  it('names a field by its id where Avro has no letters for its name', () => {
    const fields = [makeField('bool', { id: 5, name: 'été' }), makeField('bool', { id: 6, name: 'f5' })];
    expect(namesOf(avroSchemaOf(makeSchema(fields)))).toEqual(['f5_', 'f5']);
  });

  it('publishes ids, aliases, dates and defaults, and leaves out a default Avro has no text for', () => {
    const fields = [
      makeField('date', { id: 1, name: 'day', aliases: ['date', 'no name'] }),
      makeField('bytes', {
        id: 2,
        name: 'raw',
        default: { kind: 'value', value: Buffer.from([255]), means: 'value' },
      }),
      makeField('float64', {
        id: 3,
        name: 'x',
        default: { kind: 'value', value: Number.NaN, means: 'value' },
      }),
      makeField('bool', {
        id: 4,
        name: 'b',
        nullable: true,
        default: { kind: 'value', value: null, means: 'unknown' },
      }),
    ];
    expect(avroSchemaOf(makeSchema(fields))).toEqual({
      type: 'record',
      name: 'Record',
      fields: [
        { name: 'day', type: { type: 'int', logicalType: 'date' }, aliases: ['date'], 'field-id': 1 },
        { name: 'raw', type: 'bytes', default: '\u00ff', 'field-id': 2 },
        { name: 'x', type: 'double', 'field-id': 3 },
        { name: 'b', type: ['null', 'boolean'], default: null, 'field-id': 4 },
      ],
    });
  });

  it('cannot write a null where the schema has no branch for it, and says in which field', () => {
    const list = makeList(makeField('bool', { id: 2 }), 0, 9, { id: 1 });
    for (const [field, value, told] of [
      [makeField('bool', { id: 2 }), null, 'value (2)'],
      [list, [true, null], 'items (1).value (2)'],
    ] as const) {
      const schema = makeSchema([field]);
      const fault = avroCodec.encode(schema, batchOf(schema, [[value]])) as Fault;
      expect(fault).toBeInstanceOf(Fault);
      expect([fault.code, fault.facts]).toEqual([
        'CODEC_CANNOT_CARRY',
        { codec: 'avro', field: told, what: 'a null' },
      ]);
    }
  });
});

const id = 9;
const list = (element: Field, max = 100): Field => makeList(element, 0, max, { id });
const ints = list(makeField('int32', { id: 10 }));
const VARINT_2_POW_60 = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20];

/** One hostile or broken input a row: what it is, its field and bytes, and what must be said of it. */
const REFUSED: readonly (readonly [
  name: string,
  field: Field,
  bytes: readonly number[],
  code: RejectCode,
  at: { readonly row?: number; readonly field?: number; readonly offset: number },
])[] = [
  ['a bool that is 2', makeField('bool', { id }), [1, 2], 'MALFORMED', { row: 1, offset: 1 }],
  [
    'a branch that no union has',
    makeField('bool', { id, nullable: true }),
    [4, 1],
    'MALFORMED',
    { offset: 0 },
  ],
  ['a negative branch', makeField('bool', { id, nullable: true }), [1, 1], 'MALFORMED', { offset: 0 }],
  [
    'a branch beyond 2^32',
    makeField('bool', { id, nullable: true }),
    [...VARINT_2_POW_60, 1],
    'MALFORMED',
    { offset: 0 },
  ],
  ['an int of 2^31', makeField('int32', { id }), [0x80, 0x80, 0x80, 0x80, 0x10], 'OVERFLOW', { offset: 0 }],
  ['a date of 2^31', makeField('date', { id }), [0x80, 0x80, 0x80, 0x80, 0x10], 'OVERFLOW', { offset: 0 }],
  [
    'a number of more than 64 bits',
    makeField('int64', { id }),
    [...Array(9).fill(0xff), 0x02],
    'OVERFLOW',
    { offset: 0 },
  ],
  [
    'a number of eleven bytes',
    makeField('int64', { id }),
    [...Array(10).fill(0x80), 0x00],
    'MALFORMED',
    { offset: 0 },
  ],
  ['a number cut short', makeField('int64', { id }), [0x02, 0x80], 'TRUNCATED', { row: 1, offset: 1 }],
  ['a float cut short', makeField('float32', { id }), [0, 0, 0], 'TRUNCATED', { offset: 0 }],
  ['a double cut short', makeField('float64', { id }), [0, 0, 0, 0, 0, 0, 0], 'TRUNCATED', { offset: 0 }],
  [
    'a string longer than the bytes left',
    makeField('string', { id }),
    [6, 0x61, 0x62],
    'TRUNCATED',
    { offset: 0 },
  ],
  [
    'a string of 2^60 bytes',
    makeField('string', { id }),
    [...VARINT_2_POW_60, 0x61],
    'TRUNCATED',
    { offset: 0 },
  ],
  ['a string of -1 bytes', makeField('string', { id }), [1, 0x61], 'MALFORMED', { offset: 0 }],
  ['bytes of 2^60 bytes', makeField('bytes', { id }), [...VARINT_2_POW_60], 'TRUNCATED', { offset: 0 }],
  [
    'a string that is not UTF-8',
    makeField('string', { id }),
    [6, 0x61, 0x62, 0xff],
    'INVALID_UTF8',
    { offset: 3 },
  ],
  ['an overlong slash', makeField('string', { id }), [4, 0xc0, 0xaf], 'INVALID_UTF8', { offset: 1 }],
  [
    'a surrogate in UTF-8',
    makeField('string', { id }),
    [8, 0x61, 0xed, 0xa0, 0x80],
    'INVALID_UTF8',
    { offset: 2 },
  ],
  [
    'a character cut short',
    makeField('string', { id }),
    [6, 0x61, 0xe2, 0x82],
    'INVALID_UTF8',
    { offset: 2 },
  ],
  [
    'a long string with its last byte wrong',
    makeField('string', { id }),
    [100, ...Array(49).fill(0x61), 0x80],
    'INVALID_UTF8',
    { offset: 50 },
  ],
  ['an array over its length', list(makeField('bool'), 2), [6, 1, 1, 1, 0], 'ARRAY_TOO_LONG', { offset: 0 }],
  [
    'an array over its length in two blocks',
    list(makeField('bool'), 2),
    [4, 1, 1, 2, 1, 0],
    'ARRAY_TOO_LONG',
    { offset: 3 },
  ],
  [
    'an array of 2^60 items',
    list(makeField('bool'), 2 ** 62),
    [...VARINT_2_POW_60, 1],
    'TRUNCATED',
    { offset: 0 },
  ],
  ['an array of 2^60 items where 100 may be', ints, [...VARINT_2_POW_60, 1], 'ARRAY_TOO_LONG', { offset: 0 }],
  [
    'an array of -2^60 items',
    ints,
    [...VARINT_2_POW_60.slice(0, 8).map((b, i) => (i === 0 ? b | 1 : b)), 0x20, 2, 1],
    'ARRAY_TOO_LONG',
    { offset: 0 },
  ],
  ['a block with a wrong size', ints, [3, 6, 2, 4, 0], 'MALFORMED', { offset: 0 }],
  ['a block with a negative size', ints, [3, 1, 2, 4, 0], 'MALFORMED', { offset: 0 }],
  ['a block larger than the bytes left', ints, [3, 40, 2, 4, 0], 'TRUNCATED', { offset: 0 }],
  ['an array without its end', ints, [4, 2, 4], 'TRUNCATED', { offset: 3 }],
  ['an item out of range', ints, [2, 0x80, 0x80, 0x80, 0x80, 0x10, 0], 'OVERFLOW', { field: 10, offset: 1 }],
  [
    'an item that is not UTF-8',
    list(makeField('string', { id: 10 })),
    [2, 2, 0xff, 0],
    'INVALID_UTF8',
    { field: 10, offset: 2 },
  ],
];

describe('guarded Avro decoding', () => {
  it.each(REFUSED)('refuses %s', (_, field, bytes, code, at) => {
    const result = avroCodec.decode(makeSchema([field]), Uint8Array.from(bytes));
    expect(result).toEqual({ kind: 'refused', code, row: 0, field: id, ...at });
  });

  it('takes a block with a negative count and a right size, because other writers write them', () => {
    const schema = makeSchema([ints]);
    const result = avroCodec.decode(schema, Uint8Array.from([3, 4, 2, 4, 2, 6, 0]));
    expect(decodedRows(schema, result)).toEqual([[[1, 2, 3]]]);
  });

  it('takes a number spelled longer than it need be, because Avro forbids it nowhere', () => {
    const schema = makeSchema([makeField('int32')]);
    const result = avroCodec.decode(schema, Uint8Array.from([0x82, 0x80, 0x80, 0x00]));
    expect(decodedRows(schema, result)).toEqual([[1]]);
  });

  it('refuses the six bytes that abort avsc, because an item takes at least a byte here', () => {
    const bomb = Uint8Array.from([0x80, 0x80, 0x80, 0x80, 0x20, 0x00]);
    const nulls = list(makeField('bool', { id: 10, nullable: true }), 2 ** 53);
    const result = avroCodec.decode(makeSchema([nulls]), bomb);
    expect(result).toEqual({ kind: 'refused', code: 'TRUNCATED', row: 0, field: id, offset: 0 });
  });

  it('refuses what follows the records that were announced', () => {
    const decoder = new AvroDecoder(makeSchema([makeField('bool')]));
    expect(decoder.take(Uint8Array.from([1, 0]), 2)).toBeUndefined();
    expect(decoder.take(Uint8Array.from([1, 0, 1]), 2)).toEqual({
      kind: 'refused',
      code: 'TRAILING_BYTES',
      row: 4,
      field: undefined,
      offset: 2,
    });
  });

  it('refuses bytes under a schema without fields, and ends, because such records have no bytes', () => {
    const schema = makeSchema([]);
    expect(avroCodec.decode(schema, Uint8Array.from([0]))).toMatchObject({ code: 'TRAILING_BYTES' });
    expect(new AvroDecoder(schema).take(new Uint8Array(), 2 ** 40)).toBeUndefined();
  });

  it('keeps a field named __proto__ as a field, because a column has no prototype', () => {
    const schema = makeSchema([makeField('int32', { name: '__proto__' })]);
    const bytes = encoded(avroCodec, schema, [[7]]);
    expect(decodedRows(schema, avroCodec.decode(schema, bytes))).toEqual([[7]]);
  });
});
