import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { ApartRecords } from '../../src/codec/apart.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { avroWriterSchemaOf } from '../../src/codec/avro-schema.ts';
import { ByteSink } from '../../src/codec/byte-sink.ts';
import { logicalDigest } from '../../src/codec/canonical-record.ts';
import type { Codec } from '../../src/codec/codec.ts';
import { headerBytes, putBlock } from '../../src/codec/container/block-writer.ts';
import { ContainerReader } from '../../src/codec/container/container-reader.ts';
import { ContainerWriter } from '../../src/codec/container/container-writer.ts';
import { CONTAINER_CODECS, pack } from '../../src/codec/container/packing.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { JsonLinesReader } from '../../src/codec/json-lines-reader.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { identityOf } from '../../src/contract/identity.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { schemaAndRows } from './any-schema.ts';
import { Chance, mutated } from './fuzz-bytes.ts';

/** How often files were read whole, and how often refused with which code; and the slowest of them. */
export type Fuzzed = { readonly outcomes: ReadonlyMap<string, number>; readonly slowest_ms: number };

type Reader = {
  readonly push: (bytes: Uint8Array) => readonly RecordBatch[] | Fault;
  readonly end: () => readonly RecordBatch[] | Fault;
};
type Kind = {
  readonly codec: Codec;
  readonly reader: (schema: Schema, apart?: ApartRecords) => Reader;
  /** A broken file of these records. */
  readonly broken: (schema: Schema, batch: RecordBatch, chance: Chance) => Uint8Array;
  /** What is said, by something else, of a file that was read. Throws where it should not have been. */
  readonly check: (file: Uint8Array) => void;
};

/** @throws Error, with the seed that makes it again, where a file is read otherwise than it should */
export const fuzzAvro = (files: number, seed: number): Fuzzed => fuzz(AVRO, files, seed);
export const fuzzJson = (files: number, seed: number): Fuzzed => fuzz(JSON_LINES, files, seed);

function fuzz(kind: Kind, files: number, seed: number): Fuzzed {
  const outcomes = new Map<string, number>();
  let slowest_ms = 0;
  for (let made = 0; made < files; made += FILES_A_SCHEMA) {
    const [[schema, rows]] = fc.sample(schemaAndRows, { numRuns: 1, seed: seed + made }) as [
      [Schema, never[]],
    ];
    const batch = batchOf(schema, rows);
    for (let each = made; each < Math.min(files, made + FILES_A_SCHEMA); each++) {
      const chance = new Chance(seed + each);
      const file = kind.broken(schema, batch, chance);
      const start = performance.now();
      let outcome: string;
      try {
        outcome = outcomeOf(kind, schema, file, chance);
      } catch (error) {
        throw new Error(`seed ${seed + made}, file ${seed + each}: ${(error as Error).message}`, {
          cause: error,
        });
      }
      slowest_ms = Math.max(slowest_ms, performance.now() - start);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  return { outcomes, slowest_ms };
}

/** Making a schema costs more than reading a file. */
const FILES_A_SCHEMA = 25;

function outcomeOf(kind: Kind, schema: Schema, file: Uint8Array, chance: Chance): string {
  const read = readIn(kind.reader(schema), file, file.length + 1);
  const again = readIn(kind.reader(schema), file, 1 + chance.below(60));
  if (chance.below(2) === 0) goesOn(kind, schema, file, chance, read);
  if (read instanceof Fault) {
    const [mine, theirs] = [read, again].map(each => `${String(each)}`);
    if (mine !== theirs) throw new Error(`in pieces it is read otherwise: ${mine}; ${theirs}`);
    return 'code' in read.facts ? `${read.code} ${read.facts.code}` : read.code;
  }
  if (again instanceof Fault) throw new Error(`only in pieces it is refused: ${again.message}`);
  kind.check(file);
  const digest = logicalDigest(schema, read);
  if (logicalDigest(schema, again) !== digest) throw new Error('in pieces it has other records');
  const bytes = read.map(batch => kind.codec.encode(schema, batch)).filter(made => !(made instanceof Fault));
  const back = kind.codec.decode(schema, Buffer.concat(bytes as Uint8Array[]));
  // JSON has no NaN: what Avro brought is not asked of it.
  if (
    bytes.length === read.length &&
    (back.kind === 'refused' || logicalDigest(schema, [back.batch]) !== digest)
  )
    throw new Error('what was read does not survive its own round trip');
  return 'read';
}

/** What sets records apart gives out no other than what ends at the first, up to there, and no more for coming in pieces. */
function goesOn(
  kind: Kind,
  schema: Schema,
  file: Uint8Array,
  chance: Chance,
  strict: ReturnType<typeof readIn>,
): void {
  const [mine, theirs] = [file.length + 1, 1 + chance.below(60)].map(size => {
    const apart = new ApartRecords();
    const read = readIn(kind.reader(schema, apart), file, size);
    return read instanceof Fault ? String(read) : read.flatMap(batch => toldOf(schema, batch, apart));
  });
  if (String(mine) !== String(theirs))
    throw new Error(`set apart in pieces it is otherwise: ${mine}; ${theirs}`);
  if (typeof mine === 'string') {
    if (!(strict instanceof Fault)) throw new Error(`only set apart it is refused: ${mine}`);
    return;
  }
  if (!(strict instanceof Fault)) {
    const all = strict.flatMap(batch => toldOf(schema, batch, new ApartRecords()));
    if (String(all) !== String(mine)) throw new Error('set apart it has other records');
    return;
  }
  const { row, line, code } = strict.facts as Readonly<Record<string, number | string>>;
  const first = mine!.findIndex(each => each.startsWith(APART));
  if (first !== (row ?? Number(line) - 1) || mine![first] !== `${APART}${code}`)
    throw new Error(`set apart is ${mine![first]} at ${first}, and refused ${code} at ${row ?? line}`);
}

const APART = 'apart ';

function toldOf(schema: Schema, batch: RecordBatch, apart: ApartRecords): readonly string[] {
  const codes = new Map(apart.of(batch).map(({ row, code }) => [row, `${APART}${code}`]));
  return rowsOf(schema, batch).map(
    (values, row) =>
      codes.get(row) ?? schema.fields.map((field, at) => identityOf(field, values[at]!)).join(),
  );
}

function readIn(reader: Reader, file: Uint8Array, size: number): readonly RecordBatch[] | Fault {
  const batches: RecordBatch[] = [];
  for (let at = 0; at < file.length; at += size) {
    const made = reader.push(file.subarray(at, at + size));
    if (made instanceof Fault) return made;
    batches.push(...made);
  }
  const last = reader.end();
  return last instanceof Fault ? last : [...batches, ...last];
}

const whole = (bytes: Uint8Array | Fault): Uint8Array => {
  if (bytes instanceof Fault) throw bytes;
  return bytes;
};

const hex = (...texts: readonly string[]): readonly Uint8Array[] =>
  texts.map(text => Buffer.from(text, 'hex'));
const texts = (...all: readonly string[]): readonly Uint8Array[] => all.map(text => Buffer.from(text));

/** Counts and lengths beyond everything, both ways; an empty block, UTF-8 that is none, NaNs. */
const AVRO_PIECES = hex(
  'ffffffffffffffffff01',
  'feffffffffffffffff01',
  '80808080808080808020',
  '8080808010',
  'ffffffff0f',
  '7f',
  '00',
  '01',
  '02',
  'ed a0 80'.replaceAll(' ', ''),
  'f4908080',
  '0000c07f',
  'ffffffffffffffff',
  '4f626a01',
);

const SCHEMA_PIECES = texts(
  '"int"',
  '"long"',
  '"null"',
  '"bytes"',
  '["null","int"]',
  '[]',
  '{"type":"array","items":"null"}',
  '{"type":"enum","name":"E","symbols":["a"]}',
  '{"type":"fixed","name":"F","size":0}',
  '{"type":"fixed","name":"F","size":4294967296}',
  '{"type":"record","name":"R","fields":[]}',
  '"Record"',
  '"logicalType":"timestamp-micros",',
  '[[[[[[[[[[',
  '}',
  '"',
);

const AVRO: Kind = {
  codec: avroCodec,
  reader: (schema, apart) => new ContainerReader(schema, apart),
  check: () => undefined,
  broken: (schema, batch, chance) => {
    const codec = chance.oneOf(CONTAINER_CODECS);
    const meta = new Map<string, string>();
    if (chance.below(3) === 0) {
      const writer = new ContainerWriter(schema, { codec, meta, blockBytes: 1 + chance.below(200) });
      const file = Buffer.concat([whole(writer.push(batch)), writer.end()]);
      return mutated(file, chance, AVRO_PIECES);
    }
    // Broken inside a block that is whole, or under a schema that is broken.
    const ordinary = Buffer.from(canonicalJson(avroWriterSchemaOf(schema)));
    const isSchema = chance.below(3) === 0;
    const text = isSchema ? mutated(ordinary, chance, SCHEMA_PIECES) : ordinary;
    const records = whole(avroCodec.encode(schema, batch));
    const bytes = isSchema ? records : mutated(records, chance, AVRO_PIECES);
    const file = new ByteSink();
    const sync = new Uint8Array(16);
    file.raw(headerBytes(Buffer.from(text).toString('utf8'), { codec, meta }));
    file.raw(sync);
    const count = chance.below(4) === 0 ? chance.below(2 ** 31) : Math.max(1, batch.numRows);
    putBlock(file, { count, packed: pack(codec, bytes) }, sync);
    return file.toBytes();
  },
};

/** Numbers no type holds, text no encoding has, and punctuation out of place. */
const JSON_PIECES: readonly Uint8Array[] = [
  ...texts('1e400', '-0', '0.1', '1e-400', '9'.repeat(1_200), '1'.repeat(30), '0x1', '.5', '01', '+1', 'NaN'),
  ...texts(
    'null',
    'true',
    '"',
    '\\',
    '\\u',
    '\\ud800',
    '"\\u0000"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '\r',
  ),
  ...texts(
    '{"__proto__":1}',
    '['.repeat(5_000),
    '{"value":'.repeat(500),
    '"a":1,',
    '[null,',
    ' ',
    '\t',
    '\ufeff',
  ),
  ...hex('ff', 'c0af', 'eda080', 'f4908080', '00'),
];

const JSON_LINES: Kind = {
  codec: jsonCodec,
  reader: (schema, apart) => new JsonLinesReader(schema, apart),
  check: file => {
    for (const line of Buffer.from(file).toString('utf8').split('\n'))
      if (line.trim() !== '') JSON.parse(line);
  },
  broken: (schema, batch, chance) => {
    const lines = jsonCodec.encode(schema, batch);
    return mutated(lines instanceof Fault ? Buffer.from('{}\n') : lines, chance, JSON_PIECES);
  },
};
