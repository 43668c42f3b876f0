import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { JsonLinesReader } from '../../src/codec/json-lines-reader.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { makeField, makeSchema, makeSet } from '../contract/make-field.ts';
import { schemaAndRows } from './any-schema.ts';
import { encoded } from './codec.suite.ts';

/** The lines, pushed in pieces of the sizes given, over and over. */
function read(schema: Schema, lines: Uint8Array, sizes: readonly number[] = [lines.length]) {
  const reader = new JsonLinesReader(schema);
  const batches: RecordBatch[] = [];
  for (let [at, turn] = [0, 0]; at < lines.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length]!);
    const piece = Buffer.from(Uint8Array.from(lines.subarray(at, at + size)).buffer);
    const made = reader.push(piece);
    piece.fill(0xee);
    if (made instanceof Fault) return made;
    batches.push(...made);
    at += size;
  }
  const last = reader.end();
  if (last instanceof Fault) return last;
  return { rows: [...batches, ...last].flatMap(batch => rowsOf(schema, batch)), reader };
}

const ints = makeSchema([makeField('int32', { id: 4 })]);
const texts = makeSchema([makeField('string', { id: 4 })]);

describe('a reader of JSON Lines', () => {
  it('gives back any records under any schema, however the bytes arrive', () =>
    fc.assert(
      fc.property(
        schemaAndRows,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        ([schema, rows], sizes) => {
          const lines = encoded(jsonCodec, schema, rows);
          expect(read(schema, lines, sizes)).toMatchObject({ rows });
        },
      ),
      { numRuns: 40 },
    ));

  it.each<readonly [string, string, Schema, string, object]>([
    [
      'a value of another type',
      '{"value":1}\n{"value":"x"}\n',
      ints,
      'TYPE_MISMATCH',
      { line: 2, column: 10, field: 'value (4)' },
    ],
    ['a line that was not finished', '{"value":1}\n{"value":2', ints, 'TRUNCATED', { line: 2 }],
    ['an empty line', '{"value":1}\n\n', ints, 'TRUNCATED', { line: 2, column: 1 }],
    [
      'a wrong value behind letters of two bytes',
      '{"value":"éé"} x',
      texts,
      'TRAILING_BYTES',
      { line: 1, column: 16 },
    ],
  ])('refuses %s, and tells where', (_, text, schema, code, facts) => {
    for (const size of [1, 7, 1_000])
      expect(read(schema, Buffer.from(text), [size])).toMatchObject({
        code: 'JSON_LINE',
        facts: { code, ...facts },
      });
  });

  it('refuses bytes that are not UTF-8, but what is wrong before them first, however they arrive', () => {
    const [good, bad, worse] = [
      Buffer.from('{"value":"a"}\n'),
      Buffer.from('{"value":"\xff"}\n', 'latin1'),
      Buffer.from('{"value":1}\n'),
    ];
    for (const size of [1, 20, 1_000]) {
      expect(read(texts, Buffer.concat([good, bad, good]), [size])).toMatchObject({
        facts: { code: 'INVALID_UTF8', line: 2, column: 11 },
      });
      expect(read(texts, Buffer.concat([good, worse, bad]), [size])).toMatchObject({
        facts: { code: 'TYPE_MISMATCH', line: 2 },
      });
    }
  });

  it.each([
    ['{"z":[1,}', 'MALFORMED', 9],
    ['{"value":1,"value":tru}', 'MALFORMED', 20],
    ['{"value":[01]}', 'MALFORMED', 11],
    ['{"z":{"a":[1,2]', 'TRUNCATED', 16],
  ])(
    'tells of %s where it is no JSON, because what is wrong before that is no fault of a record',
    (line, code, column) => {
      expect(read(texts, Buffer.from(`{"value":"a"}\n${line}\n`))).toMatchObject({
        code: 'JSON_LINE',
        facts: { code, line: 2, column, key: '' },
      });
    },
  );

  it('counts lines over batches, and tells in which an element stands twice', () => {
    const schema = makeSchema([makeSet(makeField('int32', { id: 3, name: 'one' }), 0, 9)]);
    const many = LIMITS.batch_rows + 5;
    const lines = Buffer.from(`${'{"kinds":[1,2]}\n'.repeat(many)}{"kinds":[3,3]}\n`);
    expect(read(schema, lines)).toMatchObject({
      code: 'JSON_LINE',
      facts: { code: 'DUPLICATE_ELEMENT', line: many + 1, field: 'kinds (100)' },
    });
  });

  it('hands on batches of bounded rows before the end', () => {
    const reader = new JsonLinesReader(ints);
    const lines = Buffer.from('{"value":1}\n'.repeat(LIMITS.batch_rows + 1));
    const batches = reader.push(lines) as readonly RecordBatch[];
    expect(batches.map(batch => batch.numRows)).toEqual([LIMITS.batch_rows]);
    expect((reader.end() as readonly RecordBatch[]).map(batch => batch.numRows)).toEqual([1]);
  });

  it('makes small batches of large defaults, and counts what was absent', () => {
    const value = 'x'.repeat(1 << 20);
    const schema = makeSchema([makeField('string', { default: { kind: 'value', value, means: 'value' } })]);
    const reader = new JsonLinesReader(schema);
    const batches = reader.push(Buffer.from('{}\n'.repeat(50))) as readonly RecordBatch[];
    expect(Math.max(...batches.map(batch => batch.numRows))).toBeLessThanOrEqual(22);
    reader.end();
    expect([...reader.absentFilled]).toEqual([[1, 50]]);
  });

  it('keeps no line longer than a line may be', () => {
    const reader = new JsonLinesReader(texts);
    const piece = Buffer.alloc(1 << 20, 'x');
    let [pushed, made]: [number, unknown] = [0, []];
    while (!(made instanceof Fault) && pushed < 80) {
      made = reader.push(pushed === 0 ? Buffer.concat([Buffer.from('{"value":"'), piece]) : piece);
      pushed++;
    }
    expect(made).toMatchObject({ code: 'JSON_LINE', facts: { code: 'OVERFLOW', line: 1, column: 1 } });
    expect(pushed).toBeLessThanOrEqual(65);
    expect(reader.end()).toBe(made);
  });
});
