import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/base/digest.ts';
import { canonicalAvroSchema } from '../../src/codec/avro-schema.ts';
import { canonicalRecords, contentDigests, logicalDigest } from '../../src/codec/canonical-record.ts';
import { ENVELOPE_IDS, memberFieldIds, withEnvelope } from '../../src/codec/envelope.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Members } from '../../src/contract/members.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';
import { avscRecord, avscType } from './avsc-type.ts';
import { VECTORS, vectorRows } from './canonical-vectors.ts';

const PAGE = readFileSync('docs/formats.md', 'utf8');
const hex = (schema: Schema, row: RecordValues): string =>
  Buffer.from(canonicalRecords(schema, batchOf(schema, [row]))[0]!).toString('hex');

describe('the test vectors of docs/formats.md', () => {
  it('are what the code computes, all of them and no others', () => {
    const shown = PAGE.split('\n').filter(line => /^\| `\d+: /.test(line));
    expect(shown).toEqual(vectorRows());
    expect(shown.length).toBeGreaterThanOrEqual(30);
  });

  it.each(VECTORS.map((vector, index) => [index, vector] as const))(
    'vector %i is what avsc writes',
    (_, { schema, row }) => {
      const canonical = canonicalAvroSchema(schema);
      const type = avscType(canonical);
      const names = schema.fields.map(field => `f${field.id}`);
      expect(hex(schema, row)).toBe(type.toBuffer(avscRecord(schema, names, row, canonical)).toString('hex'));
    },
  );

  it('show the digest of a document', () => {
    expect(PAGE).toContain(documentDigest({}));
    expect(PAGE).toContain(documentDigest({ b: 9007199254740991, a: [1, '€', null] }));
  });

  it('show the digest of a shard, and the bytes it is of', () => {
    const schema = makeSchema([makeField('int64', { id: 7 })]);
    const digest = logicalDigest(schema, [batchOf(schema, [[1n], [2n], [300n]])]);
    const [, bytes] = /is hashed as `([0-9a-f]+)`/.exec(PAGE)!;
    expect(digest).toBe(`sha256:${createHash('sha256').update(Buffer.from(bytes!, 'hex')).digest('hex')}`);
    expect(PAGE).toContain(digest);
  });

  it('show what no other vector does: the one NaN and -0 of each width', () => {
    for (const bytes of ['0000c07f', '00000080', '000000000000f87f', '0000000000000080'])
      expect(PAGE).toContain(`\`${bytes}\` |`);
  });
});

describe('canonical records', () => {
  it('do not change with names or the order of fields', () =>
    fc.assert(
      fc.property(schemaAndRows, ([schema, rows]) => {
        const turned = makeSchema(schema.fields.map(field => ({ ...field, name: `n${field.id}` })).reverse());
        const turnedRows = rows.map(row => [...row].reverse());
        expect(contentDigests(turned, batchOf(turned, turnedRows))).toEqual(
          contentDigests(schema, batchOf(schema, rows)),
        );
      }),
    ));

  it('of long lists of numbers are what avsc writes, because those are written many at a time', () => {
    const ends = [
      0,
      63,
      64,
      -64,
      -65,
      8_191,
      8_192,
      1_048_576,
      -(2 ** 31),
      2 ** 31 - 1,
      134_217_728,
      -134_217_729,
    ];
    const ints = Array.from(
      { length: 9_001 },
      (_, at) => ends[at % ends.length]! + (at % 3 === 0 ? 0 : at % 2),
    );
    const clamped = ints.map(value => Math.min(value, 2 ** 31 - 1));
    const longs = clamped.map((value, at) => BigInt(value) * (at % 5 === 0 ? 2n ** 32n : 1n));
    const schema = makeSchema([
      makeList(makeField('int32', { id: 3, name: 'a' }), 0, 10_000, { id: 2, name: 'ints' }),
      makeList(makeField('int64', { id: 5, name: 'b' }), 0, 10_000, { id: 4, name: 'longs' }),
    ]);
    const canonical = canonicalAvroSchema(schema);
    const row = [clamped, longs];
    const names = ['f2', 'f4'];
    expect(hex(schema, row)).toBe(
      avscType(canonical)
        .toBuffer(avscRecord(schema, names, row, canonical))
        .toString('hex'),
    );
    const slice = batchOf(schema, [[[1], [1n]], row]).slice(1, 2);
    expect(contentDigests(schema, slice)).toEqual(contentDigests(schema, batchOf(schema, [row])));
  });

  it('differ when a value does', () => {
    const schema = makeSchema([makeField('float64')]);
    expect(hex(schema, [0])).not.toBe(hex(schema, [-0]));
    const text = makeSchema([makeField('string')]);
    expect(hex(text, ['é'])).not.toBe(hex(text, ['e\u0301']));
  });

  it('have one digest for a shard however it was cut into batches', () =>
    fc.assert(
      fc.property(schemaAndRows, fc.nat(12), ([schema, rows], cut) => {
        const whole = batchOf(schema, rows);
        const parts = [whole.slice(0, cut), whole.slice(cut)];
        expect(logicalDigest(schema, parts)).toBe(logicalDigest(schema, [whole]));
      }),
    ));

  it('have another shard digest in another order, because a trainer sees them in stored order', () => {
    const schema = makeSchema([makeField('bool')]);
    const digests = [
      [[true], [false]],
      [[false], [true]],
    ].map(rows => logicalDigest(schema, [batchOf(schema, rows)]));
    expect(digests[0]).not.toBe(digests[1]);
  });

  it('throw at a null where none may be, because gates refuse it before', () => {
    const schema = makeSchema([makeField('bool')]);
    expect(() => canonicalRecords(schema, batchOf(schema, [[null]]))).toThrow(TypeError);
  });
});

describe('the envelope', () => {
  const members: Members = {
    sampleId: { kind: 'field', field: 5 },
    sourceId: { kind: 'constant', value: 'noaa' },
    sourceVersion: { kind: 'envelope', column: 'sourceVersion' },
    split: { kind: 'envelope', column: 'split' },
  };
  const schema = makeSchema([
    makeField('string', { id: 5, name: 'key' }),
    makeField('int32', { id: 6, name: 'x' }),
  ]);
  const whole = withEnvelope(schema, members);

  it('adds a string column, with its reserved id, for each part that nothing else gives', () =>
    expect(whole.fields.slice(2).map(field => [field.id, field.name, field.type.kind])).toEqual([
      [ENVELOPE_IDS.sourceVersion, 'sourceVersion', 'string'],
      [ENVELOPE_IDS.split, 'split', 'string'],
    ]));

  it('stays out of the content, with the fields that say who a record is, and enters the shard', () => {
    const [a, b, c] = [
      ['id-1', 7, 'v1', 'train'],
      ['id-2', 7, 'v2', 'test'],
      ['id-1', 8, 'v1', 'train'],
    ].map(row => batchOf(whole, [row]));
    const content = (batch: typeof a) => contentDigests(whole, batch!, memberFieldIds(members))[0];
    expect(content(a)).toBe(content(b));
    expect(content(a)).not.toBe(content(c));
    expect(content(a)).toBe(`sha256:${createHash('sha256').update(Uint8Array.of(14)).digest('hex')}`);
    expect(logicalDigest(whole, [a!])).not.toBe(logicalDigest(whole, [b!]));
  });
});
