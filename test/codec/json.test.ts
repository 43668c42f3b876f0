import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { jsonSchemaOf } from '../../src/codec/json-schema.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { RejectCode } from '../../src/contract/reject.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema, makeVocabulary } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';
import { decodedRows, encoded } from './codec.suite.ts';

const id = 9;
const decode = (field: Field, text: string | Uint8Array) =>
  jsonCodec.decode(makeSchema([field]), typeof text === 'string' ? Buffer.from(text) : text);
const read = (field: Field, text: string): Value =>
  decodedRows(makeSchema([field]), decode(field, `{"value":${text}}`))[0]![0]!;

const bool = makeField('bool', { id });
const int32 = makeField('int32', { id });
const int64 = makeField('int64', { id });
const float32 = makeField('float32', { id });
const float64 = makeField('float64', { id });
const string = makeField('string', { id });
const bytes = makeField('bytes', { id });
const date = makeField('date', { id });
const ints = makeList(makeField('int32', { id: 10 }), 0, 2, { id, name: 'value' });

/** Values that are taken: the field, the text, and what it is. */
const TAKEN: readonly (readonly [Field, string, Value])[] = [
  [bool, ' true', true],
  [int32, '-0', 0],
  [int64, '9007199254740993', 9007199254740993n],
  [int64, '-9223372036854775808', -(2n ** 63n)],
  [int64, '999999999999999', 999999999999999n],
  [int64, '-4294967297', -4294967297n],
  [float64, '-0', -0],
  [float64, '-0.0e5', -0],
  [float64, '1E+2', 100],
  [float64, '5e-324', 5e-324],
  [float64, '9007199254740993', 9007199254740992],
  [float32, '0.1', Math.fround(0.1)],
  [float32, '0.100000001', Math.fround(0.1)],
  [float32, '0.10000000149011612', Math.fround(0.1)],
  [float32, '3.4028235e38', 3.4028234663852886e38],
  [string, '"\\u0041\\ud83d\\ude00\\n\\/"', 'A😀\n/'],
  [string, '"\\ufeff"', '\ufeff'],
  [string, `"${'é'.repeat(200)}\\t${'x'.repeat(400)}"`, `${'é'.repeat(200)}\t${'x'.repeat(400)}`],
  [bytes, '"AP8="', Uint8Array.of(0, 255)],
  [bytes, '""', Uint8Array.of()],
  [date, '"2000-02-29"', 11_016],
  [date, '"0000-01-01"', -719_528],
  [date, '"1969-12-31"', -1],
  [ints, '[ ]', []],
  [ints, '[1 , 2]', [1, 2]],
];

/** One broken input a row: its field, the whole line, and what must be said of it. */
const REFUSED: readonly (readonly [
  name: string,
  field: Field,
  text: string,
  code: RejectCode,
  at: { readonly row?: number; readonly field?: number | undefined; readonly offset: number },
])[] = [
  [
    'a key that no field has',
    int32,
    '{"value":1,"other":2}',
    'UNKNOWN_FIELD',
    { field: undefined, offset: 11 },
  ],
  [
    '__proto__ where no field has that name',
    int32,
    '{"__proto__":1}',
    'UNKNOWN_FIELD',
    { field: undefined, offset: 1 },
  ],
  ['a key twice', int32, '{"value":1,"value":1}', 'DUPLICATE_KEY', { offset: 18 }],
  ['a key twice, once in escapes', int32, '{"value":1,"\\u0076alue":1}', 'DUPLICATE_KEY', { offset: 23 }],
  ['no key', int32, '{}', 'MISSING_FIELD', { offset: 0 }],
  [
    'no key where null may be',
    makeField('int32', { id, nullable: true }),
    '{}',
    'MISSING_FIELD',
    { offset: 0 },
  ],
  ['null where none may be', int32, '{"value":null}', 'NULL_NOT_ALLOWED', { offset: 9 }],
  [
    'null among items where none may be',
    ints,
    '{"value":[1,null]}',
    'NULL_NOT_ALLOWED',
    { field: 10, offset: 12 },
  ],
  ['1.0 for an integer', int32, '{"value":1.0}', 'TYPE_MISMATCH', { offset: 9 }],
  ['1e3 for an integer', int64, '{"value":1e3}', 'TYPE_MISMATCH', { offset: 9 }],
  ['a string for an integer', int64, '{"value":"1"}', 'TYPE_MISMATCH', { offset: 9 }],
  ['a number for a string', string, '{"value":1}', 'TYPE_MISMATCH', { offset: 9 }],
  ['a list for a bool', bool, '{"value":[[[[', 'TYPE_MISMATCH', { offset: 9 }],
  ['an object for a list', ints, '{"value":{}}', 'TYPE_MISMATCH', { offset: 9 }],
  ['2^31 for an int32', int32, '{"value":2147483648}', 'OVERFLOW', { offset: 9 }],
  ['2^63 for an int64', int64, '{"value":9223372036854775808}', 'OVERFLOW', { offset: 9 }],
  ['a thousand digits', int64, `{"value":${'9'.repeat(1000)}}`, 'OVERFLOW', { offset: 9 }],
  ['1e400', float64, '{"value":1e400}', 'OVERFLOW', { offset: 9 }],
  ['1e-400, because it would become 0', float64, '{"value":1e-400}', 'OVERFLOW', { offset: 9 }],
  ['3.5e38 for a float32', float32, '{"value":3.5e38}', 'OVERFLOW', { offset: 9 }],
  ['1e-60 for a float32, because it would become 0', float32, '{"value":1e-60}', 'OVERFLOW', { offset: 9 }],
  ['16777217 for a float32, because none is', float32, '{"value":16777217}', 'TYPE_MISMATCH', { offset: 9 }],
  ['NaN', float64, '{"value":NaN}', 'MALFORMED', { offset: 9 }],
  ['a leading zero', int32, '{"value":01}', 'MALFORMED', { offset: 9 }],
  ['a plus', int32, '{"value":+1}', 'MALFORMED', { offset: 9 }],
  ['a million digits', float64, `{"value":0.${'1'.repeat(1_000_000)}}`, 'MALFORMED', { offset: 9 }],
  ['a lone high surrogate', string, '{"value":"a\\ud800"}', 'INVALID_UTF8', { offset: 11 }],
  ['a lone low surrogate', string, '{"value":"\\udc00"}', 'INVALID_UTF8', { offset: 10 }],
  ['a surrogate in a key', string, '{"\\ud800":1}', 'INVALID_UTF8', { field: undefined, offset: 2 }],
  ['an escape that is none', string, '{"value":"\\x41"}', 'MALFORMED', { offset: 10 }],
  ['an escape with a letter that is no hex', string, '{"value":"\\u00g0"}', 'MALFORMED', { offset: 10 }],
  ['a control character', string, '{"value":"a\u0001"}', 'MALFORMED', { offset: 11 }],
  ['base64 without padding', bytes, '{"value":"AP8"}', 'TYPE_MISMATCH', { offset: 9 }],
  ['base64 with bits to spare', bytes, '{"value":"AP9="}', 'TYPE_MISMATCH', { offset: 9 }],
  ['base64 for addresses', bytes, '{"value":"_-8="}', 'TYPE_MISMATCH', { offset: 9 }],
  ['29 February of no leap year', date, '{"value":"1900-02-29"}', 'TYPE_MISMATCH', { offset: 9 }],
  ['a date with slashes', date, '{"value":"2012/01/01"}', 'TYPE_MISMATCH', { offset: 9 }],
  ['a date with a time', date, '{"value":"2012-01-01T00:00"}', 'TYPE_MISMATCH', { offset: 9 }],
  ['three items where two may be', ints, '{"value":[1,2,3]}', 'ARRAY_TOO_LONG', { offset: 14 }],
  ['a comma before the end of a list', ints, '{"value":[1,]}', 'MALFORMED', { field: 10, offset: 12 }],
  [
    'a comma before the end of an object',
    int32,
    '{"value":1,}',
    'MALFORMED',
    { field: undefined, offset: 11 },
  ],
  ['a half word', bool, '{"value":tru', 'TRUNCATED', { offset: 9 }],
  ['a word that is none', bool, '{"value":trie}', 'MALFORMED', { offset: 9 }],
  ['a record cut short', int32, '{"value":1', 'TRUNCATED', { field: undefined, offset: 10 }],
  ['a string cut short', string, '{"value":"a', 'TRUNCATED', { offset: 9 }],
  ['a record over two lines', int32, '{"value":1}\n{"value":\n1}', 'TRUNCATED', { row: 1, offset: 21 }],
  ['an empty line', int32, '{"value":1}\n\n', 'TRUNCATED', { row: 1, field: undefined, offset: 12 }],
  [
    'two records on a line',
    int32,
    '{"value":1}{"value":2}',
    'TRAILING_BYTES',
    { field: undefined, offset: 11 },
  ],
  ['an array of records', int32, '[{"value":1}]', 'TYPE_MISMATCH', { field: undefined, offset: 0 }],
  ['a byte order mark', int32, '\ufeff{"value":1}', 'MALFORMED', { field: undefined, offset: 0 }],
];

describe('guarded JSON decoding', () => {
  it.each(TAKEN)('takes the text of case %#', (field, text, value) =>
    expect(read(field, text)).toEqual(value),
  );

  it.each(REFUSED)('refuses %s', (_, field, text, code, at) =>
    expect(decode(field, text)).toMatchObject({ kind: 'refused', code, row: 0, field: id, ...at }),
  );

  it('refuses bytes that are not UTF-8 before all else, with the row and offset of the first', () => {
    const text = Buffer.concat([
      Buffer.from('{"value":"a"}\n{"value":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    expect(decode(string, text)).toEqual({
      kind: 'refused',
      code: 'INVALID_UTF8',
      row: 1,
      field: undefined,
      offset: 24,
    });
  });

  it('takes keys in any order, white space and Windows line ends', () => {
    const schema = makeSchema([
      makeField('int32', { id: 1, name: 'a' }),
      makeField('bool', { id: 2, name: 'b' }),
    ]);
    const text = Buffer.from('{ "b" : true , "a" : 1 }\r\n{"a":2,"b":false}\r\n');
    expect(decodedRows(schema, jsonCodec.decode(schema, text))).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('fills an absent key from the default of the field and counts it, and keeps a null a null', () => {
    const field = makeField('int32', {
      id,
      nullable: true,
      default: { kind: 'value', value: 5, means: 'unknown' },
    });
    const result = decode(field, '{}\n{"value":null}\n{"value":0}\n{}\n');
    expect(decodedRows(makeSchema([field]), result)).toEqual([[5], [null], [0], [5]]);
    expect(result).toMatchObject({ absentFilled: new Map([[id, 2]]) });
  });

  it('stops filling before it runs out of memory, because `{}` is two bytes and a default may be a million', () => {
    const value = 'x'.repeat(2 ** 20);
    const field = makeField('string', { id, default: { kind: 'value', value, means: 'value' } });
    const result = decode(field, '{}\n'.repeat(1000));
    expect(result).toMatchObject({ kind: 'refused', code: 'OVERFLOW', field: id });
  });

  it('never makes a zero or an empty string of what it cannot read', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(int32, int64, float32, float64, string),
        fc.string({ maxLength: 6 }),
        (field, text) => {
          const result = decode(field, `{"value":${text}}`);
          if (result.kind === 'refused') return;
          const [[value]] = decodedRows(makeSchema([field]), result) as [[Value]];
          if (value === 0 || value === 0n) expect(text.trim()).toMatch(/^-?0(\.0+)?([eE][+-]?[0-9]+)?$/);
          if (value === '') expect(text.trim()).toBe('""');
        },
      ),
      { numRuns: 2000 },
    ));
});

describe('JSON encoding', () => {
  it('writes what JSON.parse reads as the same values', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ unit: 'binary' })),
        ),
        rows => {
          const schema = makeSchema([
            makeField('float64', { id: 1, name: 'x' }),
            makeField('string', { id: 2, name: '"' }),
          ]);
          const text = Buffer.from(encoded(jsonCodec, schema, rows)).toString('utf8');
          const lines = text.split('\n').filter(line => line !== '');
          expect(lines.map(line => Object.values(JSON.parse(line) as object))).toEqual(rows);
        },
      ),
    ));

  it.each<readonly [string, Field, RecordValues, string]>([
    ['NaN', float64, [Number.NaN], 'NaN or an infinity'],
    ['an infinity', float32, [Number.NEGATIVE_INFINITY], 'NaN or an infinity'],
    ['the year 10000', date, [2_932_897], 'a year outside 0000 to 9999'],
  ])('refuses %s, because JSON has no text for it', (_, field, row, what) => {
    const schema = makeSchema([field]);
    const fault = jsonCodec.encode(schema, batchOf(schema, [row])) as Fault;
    expect(fault).toBeInstanceOf(Fault);
    expect([fault.code, fault.facts]).toEqual([
      'CODEC_CANNOT_CARRY',
      { codec: 'json', field: `value (${id})`, what },
    ]);
  });
});

describe('the JSON Schema of a record', () => {
  const validator = (fields: readonly Field[]) =>
    new Ajv({ strictTypes: false }).compile(jsonSchemaOf(makeSchema(fields)) as object);

  it('lets ajv take every record the codec writes, int64 beyond 2^53 included', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        // Plain names: ajv keeps them in plain objects and in generated code, and some get lost there.
        const plain = makeSchema(schema.fields.map(field => ({ ...field, name: `n${field.id}` })));
        const validate = validator(plain.fields);
        const lines = Buffer.from(encoded(jsonCodec, plain, rows))
          .toString('utf8')
          .split('\n')
          .slice(0, -1);
        for (const line of lines) expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
      }),
      { numRuns: 40 },
    ));

  it('takes a sentinel beyond the range and the terms, because it is written all the same', () => {
    const means = 'unknown';
    const fields = [
      makeField('int64', {
        id: 1,
        name: 'far',
        range: { min: 0n, max: 100n },
        sentinels: [{ value: 9_007_199_254_740_993n, means }],
      }),
      makeField('float64', {
        id: 2,
        name: 'cold',
        range: { min: -40, max: 50 },
        sentinels: [{ value: -999, means }],
      }),
      makeField('string', {
        id: 3,
        name: 'label',
        vocabulary: makeVocabulary('1: rain', '2: sun'),
        unknownPolicy: { kind: 'reject' },
        sentinels: [{ value: 'n/a', means }],
      }),
    ];
    const validate = validator(fields);
    const record = { far: 1, cold: 0, label: 'rain' };
    for (const lawful of [{}, { cold: -999 }, { label: 'n/a' }, { far: 9_007_199_254_740_992 }])
      expect([lawful, validate({ ...record, ...lawful })]).toEqual([lawful, true]);
    for (const wrong of [{ far: -1 }, { cold: -1000 }, { cold: 51 }, { label: 'hail' }])
      expect([wrong, validate({ ...record, ...wrong })]).toEqual([wrong, false]);
  });

  it('has the default of a decimal that a double has, however many zeros are written with it', () => {
    const defaultOf = (unscaled: bigint) => {
      const fallback = { kind: 'value', value: unscaled, means: 'value' } as const;
      const type = { kind: 'decimal', precision: 49, scale: 18 } as const;
      const field = { ...makeField('decimal', { id: 1, name: 'd', default: fallback }), type };
      const { properties } = jsonSchemaOf(makeSchema([field])) as { properties: { d: { default?: number } } };
      return properties.d.default;
    };
    expect([0n, 7n, -25n * 10n ** 17n].map(defaultOf)).toEqual([0, 7e-18, -2.5]);
    expect(defaultOf(10n ** 18n + 1n)).toBeUndefined();
  });

  it('knows ranges, terms, lengths and defaults', () => {
    const fields = [
      makeField('int64', { id: 1, name: 'ms', range: { min: 0n, max: 600_000n } }),
      makeField('string', {
        id: 2,
        name: 'label',
        nullable: true,
        vocabulary: makeVocabulary('1: rain|rainy', '2: sun'),
        unknownPolicy: { kind: 'reject' },
      }),
      makeList(makeField('bool', { id: 4 }), 1, 2, { id: 3, name: 'flags' }),
      makeField('date', { id: 5, name: 'day', default: { kind: 'value', value: 0, means: 'value' } }),
    ];
    const schema = jsonSchemaOf(makeSchema(fields)) as {
      properties: Record<string, object>;
      required: string[];
    };
    expect(schema.required).toEqual(['ms', 'label', 'flags']);
    expect(schema.properties['day']).toMatchObject({ default: '1970-01-01' });
    const validate = validator(fields);
    const record = { ms: 5, label: 'rainy', flags: [true], day: '2012-01-01' };
    expect(validate(record)).toBe(true);
    expect(validate({ ...record, label: null })).toBe(true);
    // A newer writer knows more, and an ordinary reader takes what it knows.
    expect(validate({ ...record, more: 1 })).toBe(true);
    for (const wrong of [{ ms: -1 }, { label: 'hail' }, { flags: [] }, { flags: [true, true, true] }])
      expect(validate({ ...record, ...wrong })).toBe(false);
  });
});
