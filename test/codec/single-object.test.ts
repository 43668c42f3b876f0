import { createHash } from 'node:crypto';
import avsc from 'avsc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { avroWriterSchemaOf } from '../../src/codec/avro-schema.ts';
import { decodeSingleObject, singleObjects } from '../../src/codec/single-object.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { avroFingerprint, parsingCanonicalForm } from '../../src/native/avro/fingerprint.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { makeField, makeSchema, makeSet } from '../contract/make-field.ts';
import { anySchema, schemaAndRows } from './any-schema.ts';

const parsed = (schema: Json) => {
  const type = parseAvro(schema);
  if (isProblem(type)) throw type.fault([]);
  return type;
};

const foo = (more: object, type = 'record'): Json => ({ type, name: 'foo', ...more }) as Json;
const PIG = {
  name: 'PigValue',
  type: 'record',
  fields: [{ name: 'value', type: ['null', 'int', 'long', 'PigValue'] }],
};

describe('the fingerprint of a schema', () => {
  // Avro's own vectors (share/test/data/schema-tests.txt), which its Java library checks by another algorithm.
  it.each<readonly [canonical: string, schema: Json, print: bigint]>([
    ['"null"', 'null', 7195948357588979594n],
    ['"boolean"', { type: 'boolean' }, -6970731678124411036n],
    ['"int"', 'int', 8247732601305521295n],
    ['"long"', { type: 'long', logicalType: 'timestamp-millis' }, -3434872931120570953n],
    ['"float"', 'float', 5583340709985441680n],
    ['"double"', 'double', -8181574048448539266n],
    ['"bytes"', 'bytes', 5746618253357095269n],
    ['"string"', 'string', -8142146995180207161n],
    ['[]', [], -1241056759729112623n],
    ['["int"]', ['int'], -5232228896498058493n],
    ['["int","boolean"]', ['int', { type: 'boolean' }], 5392556393470105090n],
    [
      '{"name":"foo","type":"record","fields":[]}',
      foo({ fields: [], doc: 'Useful info' }),
      -4824392279771201922n,
    ],
    [
      '{"name":"x.y.foo","type":"record","fields":[]}',
      foo({ fields: [], namespace: 'x.y' }),
      5916914534497305771n,
    ],
    [
      '{"name":"a.b.foo","type":"record","fields":[]}',
      { fields: [], type: 'record', name: 'a.b.foo', namespace: 'x.y' },
      -4616218487480524110n,
    ],
    [
      '{"name":"foo","type":"record","fields":[{"name":"f1","type":"boolean"}]}',
      foo({ fields: [{ type: { type: 'boolean' }, name: 'f1' }] }),
      7843277075252814651n,
    ],
    [
      '{"name":"foo","type":"record","fields":[{"name":"f1","type":"boolean"},{"name":"f2","type":"int"}]}',
      foo({
        fields: [
          { type: 'boolean', aliases: [], name: 'f1', default: true },
          { order: 'descending', name: 'f2', doc: 'Hello', type: 'int' },
        ],
      }),
      -4860222112080293046n,
    ],
    [
      '{"name":"foo","type":"enum","symbols":["A1"]}',
      foo({ symbols: ['A1'] }, 'enum'),
      -6342190197741309591n,
    ],
    [
      '{"name":"x.y.z.foo","type":"enum","symbols":["A1","A2"]}',
      foo({ symbols: ['A1', 'A2'], namespace: 'x.y.z', doc: 'foo bar' }, 'enum'),
      -4448647247586288245n,
    ],
    ['{"name":"foo","type":"fixed","size":15}', foo({ size: 15 }, 'fixed'), 1756455273707447556n],
    ['{"type":"array","items":"null"}', { items: { type: 'null' }, type: 'array' }, -589620603366471059n],
    ['{"type":"map","values":"string"}', { values: 'string', type: 'map' }, -8732877298790414990n],
    [
      '{"name":"PigValue","type":"record","fields":[{"name":"value","type":["null","int","long","PigValue"]}]}',
      PIG,
      -1759257747318642341n,
    ],
  ])('of %s is that of the specification', (canonical, schema, print) => {
    expect(parsingCanonicalForm(parsed(schema))).toBe(canonical);
    expect(BigInt.asIntN(64, avroFingerprint(parsed(schema)))).toBe(print);
  });

  it('is of the same canonical form that avsc has', () =>
    fc.assert(
      fc.property(anySchema, schema => {
        const written = avroWriterSchemaOf(schema);
        const theirs = avsc.Type.forSchema(written as avsc.Schema, { wrapUnions: true });
        const form = parsingCanonicalForm(parsed(written));
        expect(createHash('sha256').update(form).digest('hex')).toBe(
          theirs.fingerprint('sha256').toString('hex'),
        );
      }),
      { numRuns: 60 },
    ));
});

describe('a message in the single-object encoding', () => {
  it('has a marker, the fingerprint with its low byte first, and the record', () => {
    const schema = makeSchema([makeField('int32')]);
    const [message] = singleObjects(schema, batchOf(schema, [[1]])) as Uint8Array[];
    const print = Buffer.alloc(8);
    print.writeBigUInt64LE(avroFingerprint(parsed(avroWriterSchemaOf(schema))));
    expect(Buffer.from(message!).toString('hex')).toBe(`c301${print.toString('hex')}02`);
  });

  it('gives back any record, and bytes behind it are refused', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        const batch = batchOf(schema, rows);
        const messages = singleObjects(schema, batch) as Uint8Array[];
        expect(Buffer.concat(messages.map(message => message.subarray(10)))).toEqual(
          Buffer.from(avroCodec.encode(schema, batch) as Uint8Array),
        );
        for (const [row, message] of messages.entries()) {
          const result = decodeSingleObject(schema, message);
          if (result instanceof Fault || result.kind === 'refused') throw new Error('refused');
          expect(rowsOf(schema, result.batch)).toEqual([rows[row]]);
          const longer = Buffer.concat([message, Uint8Array.of(0)]);
          expect(decodeSingleObject(schema, longer)).toMatchObject({
            code: 'TRAILING_BYTES',
            offset: message.length,
          });
        }
      }),
      { numRuns: 60 },
    ));

  it('is refused under another schema, cut short, or without its marker', () => {
    const schema = makeSchema([makeField('int32')]);
    const [message] = singleObjects(schema, batchOf(schema, [[300]])) as [Uint8Array];
    const other = makeSchema([makeField('int64')]);
    expect(decodeSingleObject(other, message)).toMatchObject({
      code: 'SINGLE_OBJECT_SCHEMA',
      facts: { found: Buffer.from(message.subarray(2, 10)).toString('hex') },
    });
    expect(decodeSingleObject(schema, message.subarray(0, 9))).toMatchObject({
      code: 'SINGLE_OBJECT_HEADER',
    });
    expect(decodeSingleObject(schema, message.subarray(1))).toMatchObject({ code: 'SINGLE_OBJECT_HEADER' });
    expect(decodeSingleObject(schema, message.subarray(0, 10))).toMatchObject({
      code: 'TRUNCATED',
      offset: 10,
    });
    expect(decodeSingleObject(schema, message.subarray(0, 11))).toMatchObject({
      code: 'TRUNCATED',
      offset: 10,
    });
  });

  it('is refused where only the whole record shows what is wrong', () => {
    const schema = makeSchema([makeSet(makeField('int32', { id: 3, name: 'one' }), 0, 9)]);
    const [message] = singleObjects(schema, batchOf(schema, [[[1, 1]]])) as [Uint8Array];
    expect(decodeSingleObject(schema, message)).toMatchObject({ code: 'DUPLICATE_ELEMENT', field: 100 });
  });
});
