import { hash } from 'node:crypto';
import avsc from 'avsc';
import { Fault } from '../src/base/fault.ts';
import { avroCodec } from '../src/codec/avro.ts';
import { avroWriterSchemaOf, canonicalAvroSchema } from '../src/codec/avro-schema.ts';
import { contentDigests } from '../src/codec/canonical-record.ts';
import type { Codec } from '../src/codec/codec.ts';
import { jsonCodec } from '../src/codec/json.ts';
import { batchOf } from '../src/contract/batch.ts';
import type { Schema } from '../src/contract/schema.ts';
import type { RecordValues } from '../src/contract/value.ts';
import { makeField, makeList, makeSchema } from '../test/contract/make-field.ts';
import type { BenchRow } from './measure.ts';

const ROUNDS = 7;

/**
 * What the codecs and the canonical bytes cost, with every check on, beside the bare library. All figures are of CPU time, and
 * the best of some rounds: what the work costs, whatever else the machine does.
 */
export const runCodecs = (): readonly BenchRow[] => [...digests(), ...avro(), ...json()];

/** Lists of token ids, as they come from a tokenizer of 50,000. */
function digests(): readonly BenchRow[] {
  const schema = makeSchema([makeList(makeField('int32', { id: 2, name: 'token' }), 0, 1 << 20)]);
  return [100, 2_048].map(length => {
    const rows = Array.from({ length: 2_000_000 / length }, (_, row): RecordValues => [tokens(row, length)]);
    const batch = batchOf(schema, rows);
    const type = avsc.Type.forSchema(canonicalAvroSchema(schema) as avsc.Schema);
    const records = rows.map(([list]) => ({ f100: list }));
    const peer = (): string[] =>
      records.map(record => `sha256:${hash('sha256', type.toBuffer(record), 'hex')}`);
    if (peer().join() !== contentDigests(schema, batch).join())
      throw new RangeError('the digests should be equal');
    return rate(`digest of each record, list<int32> of ${length}`, 'M tokens/s', 2, {
      ours: () => contentDigests(schema, batch),
      peer: ['avsc toBuffer and SHA-256', peer],
    });
  });
}

const tokens = (row: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (row * 7_919 + at * 104_729) % 50_000);

const FLAT = makeSchema([
  makeField('int64', { id: 1, name: 'id' }),
  makeField('string', { id: 2, name: 'label' }),
  makeField('float64', { id: 3, name: 'score' }),
  makeField('bool', { id: 4, name: 'kept' }),
  makeField('int32', { id: 5, name: 'count', nullable: true }),
  makeField('timestamp', { id: 6, name: 'seen_at' }),
]);
const FLAT_ROWS = Array.from(
  { length: 100_000 },
  (_, row): RecordValues => [
    BigInt(row * 1_000),
    `label ${row % 97}`,
    row / 7,
    row % 3 === 0,
    row % 5 === 0 ? null : row,
    1_700_000_000_000n + BigInt(row),
  ],
);
const LISTS = makeSchema([
  makeField('string', { id: 1, name: 'key' }),
  makeList(makeField('int32', { id: 3, name: 'token' }), 0, 1_000, { id: 2, name: 'tokens' }),
]);
const LIST_ROWS = Array.from({ length: 10_000 }, (_, row): RecordValues => [`key ${row}`, tokens(row, 100)]);

const EMBEDDED = makeSchema([
  makeField('string', { id: 1, name: 'key' }),
  makeList(makeField('float32', { id: 3, name: 'x' }), 0, 1_000, { id: 2, name: 'embedding' }),
  makeList(makeField('int64', { id: 5, name: 'at' }), 0, 1_000, { id: 4, name: 'offsets' }),
]);
const EMBEDDED_ROWS = Array.from(
  { length: 4_000 },
  (_, row): RecordValues => [
    `key ${row}`,
    Array.from({ length: 256 }, (_, at) => Math.fround(Math.sin(row + at))),
    Array.from({ length: 32 }, (_, at) => BigInt(row) * 1_000_000n + BigInt(at)),
  ],
);

const SETS: readonly (readonly [name: string, schema: Schema, rows: readonly RecordValues[]])[] = [
  ['100,000 flat records', FLAT, FLAT_ROWS],
  ['10,000 records of 100 ints', LISTS, LIST_ROWS],
  ['4,000 records of 256 floats and 32 longs', EMBEDDED, EMBEDDED_ROWS],
];

/** The peer fills the same typed arrays, offsets and bitmaps from the objects that avsc makes; it checks nothing. */
const avro = (): readonly BenchRow[] =>
  SETS.map(([name, schema, rows]) => {
    const bytes = Buffer.from(encoded(avroCodec, schema, rows));
    const type = avsc.Type.forSchema(avroWriterSchemaOf(schema) as avsc.Schema);
    const peer = (): unknown => {
      const columns = schema.fields.map(({ name: key }) => ({ key, fill: filler(rows.length) }));
      for (let at = 0; at < bytes.length; ) {
        const { value, offset } = type.decode(bytes, at) as {
          value: Record<string, unknown>;
          offset: number;
        };
        for (const { key, fill } of columns) fill(value[key]);
        at = offset;
      }
      return columns;
    };
    return rate(`Avro decode, ${name}`, 'MB/s', bytes.length / 1e6, {
      ours: () => decoded(avroCodec, schema, bytes),
      peer: ['avsc into the same columns', peer],
    });
  });

/** The peer makes objects of each line, and checks nothing. */
const json = (): readonly BenchRow[] =>
  SETS.map(([name, schema, rows]) => {
    const bytes = Buffer.from(encoded(jsonCodec, schema, rows));
    const peer = (): unknown => {
      let kept: unknown;
      for (const line of bytes.toString('utf8').split('\n')) if (line !== '') kept = JSON.parse(line);
      return kept;
    };
    return rate(`JSON Lines decode, ${name}`, 'MB/s', bytes.length / 1e6, {
      ours: () => decoded(jsonCodec, schema, bytes),
      peer: ['bare JSON.parse of each line', peer],
    });
  });

function encoded(codec: Codec, schema: Schema, rows: readonly RecordValues[]): Uint8Array {
  const bytes = codec.encode(schema, batchOf(schema, rows));
  if (bytes instanceof Fault) throw bytes;
  return bytes;
}

function decoded(codec: Codec, schema: Schema, bytes: Uint8Array): unknown {
  const result = codec.decode(schema, bytes);
  if (result.kind === 'refused') throw new RangeError(`refused: ${result.code}`);
  return result;
}

/** Appends values of one column, whatever they are, to arrays that grow. */
function filler(rows: number): (value: unknown) => void {
  let [numbers, bytes] = [new Float64Array(rows), Buffer.alloc(16 * rows)];
  const [offsets, present] = [new Int32Array(rows + 1), new Uint8Array((rows + 7) >> 3)];
  let [row, end] = [0, 0];
  return value => {
    if (value !== null) present[row >> 3]! |= 1 << (row & 7);
    if (typeof value === 'number') numbers[row] = value;
    else if (typeof value === 'boolean') numbers[row] = Number(value);
    else if (typeof value === 'string') {
      if (end + 3 * value.length > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      end += bytes.write(value, end);
    } else if (Array.isArray(value)) {
      const items = value as readonly number[];
      if (end + items.length > numbers.length) {
        const larger = new Float64Array(2 * (end + items.length));
        larger.set(numbers);
        numbers = larger;
      }
      for (const item of items) numbers[end++] = item;
    }
    offsets[++row] = end;
  };
}

type Pair = { readonly ours: () => unknown; readonly peer: readonly [name: string, run: () => unknown] };

/** `amount` a second, of both, by turns. */
function rate(name: string, unit: string, amount: number, { ours, peer: [peer, run] }: Pair): BenchRow {
  let [best, peerBest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    best = Math.min(best, cpu_s(ours));
    peerBest = Math.min(peerBest, cpu_s(run));
  }
  return { name, value: amount / best, unit, peer, peerValue: amount / peerBest, ratio: peerBest / best };
}

function cpu_s(run: () => unknown): number {
  const start = process.cpuUsage();
  const kept = run();
  const { user, system } = process.cpuUsage(start);
  // Read once, so that no run can be optimised away as unused.
  if (kept === run) throw new RangeError('a run returned itself');
  return (user + system) / 1e6;
}

if (import.meta.main) for (const row of runCodecs()) console.log(row);
