import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { PlainReader } from '../../src/engine/plain-reader.ts';
import { parseSaid } from '../../src/engine/plain-wire.ts';
import type { PlainOutcome, Selection } from '../../src/matrix/plain-lane.ts';

const avroRecord = (...fields: Json[]): Json => ({ type: 'record', name: 'r', fields });
const WHOLE: Selection = { kind: 'record' };

const avro = (
  bytes: Uint8Array,
  writerSchema: Json,
  readerSchema = writerSchema,
  select: Selection = WHOLE,
): PlainOutcome => new PlainReader().read('k', { codec: 'avro', bytes, writerSchema, readerSchema, select });
const json = (text: string, readerSchema: Json, select: Selection = WHOLE): PlainOutcome =>
  new PlainReader().read('k', {
    codec: 'json',
    bytes: Buffer.from(text, 'latin1'),
    writerSchema: readerSchema,
    readerSchema,
    select,
  });

describe('an ordinary Avro reader', () => {
  const TEXT = avroRecord({ name: 'text', type: 'string' });

  it('decodes invalid UTF-8 to U+FFFD in silence', () =>
    expect(avro(Uint8Array.of(4, 0xc3, 0x28), TEXT)).toEqual({
      kind: 'read',
      values: [['text', { kind: 'string', value: '\ufffd(' }]],
    }));

  it.each([
    ['TRUNCATED', Uint8Array.of(4, 0x61)],
    ['TRAILING_BYTES', Uint8Array.of(2, 0x61, 0x62)],
  ])('refuses with %s', (code, bytes) => expect(avro(bytes, TEXT)).toEqual({ kind: 'refused', code }));

  it('refuses a long beyond 2^53, because its numbers are doubles', () => {
    const long = avroRecord({ name: 'n', type: 'long' });
    // zigzag of 2^53 + 1
    const bytes = Uint8Array.of(0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20);
    expect(avro(bytes, long)).toEqual({ kind: 'refused', code: 'PRECISION_LOSS' });
  });

  it('fills a missing field from its default, and refuses one without', () => {
    const added = (field: Json): Json => avroRecord({ name: 'text', type: 'string' }, field);
    expect(avro(Uint8Array.of(0), TEXT, added({ name: 'n', type: 'int', default: 0 }))).toMatchObject({
      kind: 'read',
      values: [
        ['text', {}],
        ['n', { kind: 'number', text: '0' }],
      ],
    });
    expect(avro(Uint8Array.of(0), TEXT, added({ name: 'n', type: 'int' }))).toMatchObject({
      kind: 'refused',
    });
  });

  it('keeps NaN, infinities, -0 and bytes apart from everything JSON would make of them', () => {
    const double = avroRecord({ name: 'x', type: 'double' });
    const of = (value: number): Uint8Array => {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value);
      return bytes;
    };
    for (const [value, text] of [
      [Number.NaN, 'NaN'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
      [-0, '-0'],
    ] as const)
      expect(avro(of(value), double)).toEqual({ kind: 'read', values: [['x', { kind: 'number', text }]] });
    expect(avro(Uint8Array.of(4, 0, 255), avroRecord({ name: 'b', type: 'bytes' }))).toEqual({
      kind: 'read',
      values: [['b', { kind: 'bytes', base64: 'AP8=' }]],
    });
  });
});

describe('an ordinary JSON reader', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', default: 0 }, b: { type: 'string' } },
    required: ['b'],
    additionalProperties: false,
  };

  it('takes the last of two equal keys in silence', () =>
    expect(json('{"a":1,"a":2,"b":""}', schema)).toMatchObject({
      values: [
        ['a', { text: '2' }],
        ['b', {}],
      ],
    }));

  it('rounds an integer beyond 2^53 in silence', () =>
    expect(json('{"a":9007199254740993,"b":""}', schema)).toMatchObject({
      values: [
        ['a', { text: '9007199254740992' }],
        ['b', {}],
      ],
    }));

  it('fills a default nobody wrote', () =>
    expect(json('{"b":""}', schema)).toMatchObject({
      values: [
        ['b', {}],
        ['a', { text: '0' }],
      ],
    }));

  it.each([
    ['SCHEMA_REQUIRED', '{"a":1}'],
    ['SCHEMA_TYPE', '{"a":"1","b":""}'],
    ['SCHEMA_ADDITIONALPROPERTIES', '{"b":"","c":1}'],
    ['JSON_SYNTAX', '{"b":'],
  ])('refuses with %s', (code, text) => expect(json(text, schema)).toEqual({ kind: 'refused', code }));

  it('reads one field whatever the others hold', () =>
    expect(json('{"a":5,"b":7,"c":1}', schema, { kind: 'field', name: 'a' })).toEqual({
      kind: 'read',
      values: [['a', { kind: 'number', text: '5' }]],
    }));
});

describe('the lines between parent and child', () => {
  it.each([
    '',
    '{',
    '{"kind":"ready","more":1}',
    '{"kind":"answer","outcome":{"kind":"refused","code":"a record"}}',
  ])('has no meaning for %s, because what died may have said anything', line =>
    expect(parseSaid(line)).toBeUndefined(),
  );
});
