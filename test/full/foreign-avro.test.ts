import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { avroNames, canonicalAvroSchema } from '../../src/codec/avro-schema.ts';
import { contentDigests } from '../../src/codec/canonical-record.ts';
import { ContainerReader } from '../../src/codec/container/container-reader.ts';
import { ContainerWriter } from '../../src/codec/container/container-writer.ts';
import { CONTAINER_CODECS, type ContainerCodec } from '../../src/codec/container/packing.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { schemaAndRows } from '../codec/any-schema.ts';
import { makeField, makeList, makeMap, makeSchema, makeStruct, unit } from '../contract/make-field.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { AVRO_JAVA, type AvroPeer, FASTAVRO } from './avro-peers.ts';

const SEED = fc.readConfigureGlobal().seed ?? 1;

type Case = { readonly schema: Schema; readonly rows: readonly RecordValues[] };

/** Schemas with records, until there are so many records. */
function cases(records: number): readonly Case[] {
  const all: Case[] = [];
  for (let [made, round] = [0, 0]; made < records; round++)
    for (const [schema, rows] of fc.sample(schemaAndRows, { numRuns: 100, seed: SEED + round })) {
      if (rows.length === 0 || made >= records) continue;
      all.push({ schema, rows });
      made += rows.length;
    }
  return all;
}

function fileOf({ schema, rows }: Case, codec: ContainerCodec): Uint8Array {
  const writer = new ContainerWriter(schema, { codec, meta: new Map(), blockBytes: 100 });
  const bytes = writer.push(batchOf(schema, rows));
  if (bytes instanceof Fault) throw bytes;
  return Buffer.concat([bytes, writer.end()]);
}

function readFile(schema: Schema, file: string): readonly RecordValues[] {
  const reader = new ContainerReader(schema);
  const [some, rest] = [reader.push(readFileSync(file)), reader.end()];
  if (some instanceof Fault || rest instanceof Fault)
    throw new Error(`${file}: ${String(some)} ${String(rest)}`);
  return [...some, ...rest].flatMap(batch => rowsOf(schema, batch));
}

const digestsOf = (schema: Schema, rows: readonly RecordValues[]): readonly string[] =>
  contentDigests(schema, batchOf(schema, rows));

function folder(...names: readonly string[]): string {
  const made = path.join(temporaryFolder(), ...names);
  mkdirSync(made, { recursive: true });
  return made;
}

describe.each([FASTAVRO, AVRO_JAVA])('$name', (peer: AvroPeer) => {
  it('reads every file of ours, in each codec, and what it writes of it we read as the same records', () => {
    const [source, target] = [folder('ours'), folder('theirs')];
    const all = cases(1_000);
    for (const [index, each] of all.entries()) {
      const codec = CONTAINER_CODECS[index % CONTAINER_CODECS.length]!;
      writeFileSync(path.join(source, `${index}.${codec}.avro`), fileOf(each, codec));
    }
    peer.run(['rewrite', source, target]);
    expect(readdirSync(target)).toHaveLength(all.length);
    for (const name of readdirSync(target)) {
      const { schema, rows } = all[Number.parseInt(name, 10)]!;
      expect(digestsOf(schema, readFile(schema, path.join(target, name)))).toEqual(digestsOf(schema, rows));
    }
  });

  it.each(CONTAINER_CODECS)(
    'writes a file of its own schema, packed with %s, that we read exactly',
    codec => {
      const at = folder('made');
      const [schema, lines, made] = ['schema.avsc', 'lines.json', 'made.avro'].map(name =>
        path.join(at, name),
      );
      writeFileSync(schema!, canonicalJson(THEIR_SCHEMA));
      writeFileSync(lines!, THEIR_RECORDS.map(record => `${canonicalJson(record)}\n`).join(''));
      peer.run(['make', schema!, lines!, codec, made!]);
      expect(readFile(OUR_SCHEMA, made!)).toEqual(OUR_ROWS);
    },
  );
});

describe('the canonical bytes of 10,000 records', () => {
  it('have the digests that fastavro makes of them, under the canonical Avro schema', () => {
    const [source, target] = [folder('records'), folder('digests')];
    const all = cases(10_000);
    for (const [index, each] of all.entries()) {
      writeFileSync(path.join(source, `${index}.avro`), fileOf(each, 'null'));
      const schema = canonicalAvroSchema(each.schema);
      const recipe = { schema, shape: recordShape(each.schema.fields, schema) };
      writeFileSync(path.join(source, `${index}.json`), canonicalJson(recipe));
    }
    FASTAVRO.run(['digest', source, target]);
    const theirs = all.map((_, index) => readFileSync(path.join(target, `${index}.txt`), 'utf8').split('\n'));
    for (const [index, { schema, rows }] of all.entries())
      expect(theirs[index]!.map(digest => `sha256:${digest}`)).toEqual(digestsOf(schema, rows));
    expect(theirs.flat().length).toBeGreaterThanOrEqual(10_000);
  });
});

/** How the ordinary record becomes the canonical one, for another language to do: names, and what is sorted. */
function recordShape(fields: readonly Field[], canonical: Json): Json {
  const names = avroNames(fields);
  const typeOf = (field: Field): Json =>
    (canonical as { readonly fields: readonly { readonly name: string; readonly type: Json }[] }).fields.find(
      ({ name }) => name === `f${field.id}`,
    )!.type;
  const members = fields.map((field, index) => ({
    name: names[index]!,
    as: `f${field.id}`,
    schema: typeOf(field),
    ...(shapeOf(field, present(typeOf(field))) as object),
  }));
  return { kind: 'record', members };
}

const present = (type: Json): Json =>
  Array.isArray(type) ? (type.find(branch => branch !== 'null') as Json) : type;

function shapeOf({ type }: Field, canonical: Json): Json {
  const { items, values } = canonical as { readonly items?: Json; readonly values?: Json };
  const held = (of: Field, schema: Json): Json => ({ schema, ...(shapeOf(of, present(schema)) as object) });
  switch (type.kind) {
    case 'decimal':
      return { kind: 'decimal' };
    case 'struct':
      return recordShape(type.fields, canonical);
    case 'tensor':
      return { kind: 'list', item: held(type.element, items!) };
    case 'list':
      return { kind: type.order === 'set' ? 'set' : 'list', item: held(type.element, items!) };
    case 'map':
      return type.key.type.kind === 'string'
        ? { kind: 'map', value: held(type.value, values!) }
        : { kind: 'entries', entry: recordShape([type.key, type.value], items!) };
    default:
      return { kind: 'plain' };
  }
}

const THEIR_SCHEMA: Json = {
  type: 'record',
  name: 'Sample',
  namespace: 'org.example',
  doc: 'written elsewhere',
  fields: [
    { name: 'weather', type: { type: 'enum', name: 'Weather', symbols: ['SUN', 'RAIN'] } },
    { name: 'seen', type: ['null', { type: 'long', logicalType: 'timestamp-micros' }], default: null },
    {
      name: 'price',
      type: { type: 'fixed', name: 'Price', size: 5, logicalType: 'decimal', precision: 9, scale: 2 },
    },
    { name: 'mark', type: ['string', 'null'] },
    { name: 'counts', type: { type: 'map', values: 'int' } },
    {
      name: 'parts',
      type: {
        type: 'array',
        items: { type: 'record', name: 'Part', fields: [{ name: 'x', type: ['null', 'double'] }] },
      },
    },
    { name: 'small', type: 'int' },
    { name: 'day', type: { type: 'int', logicalType: 'date' } },
  ],
};

const THEIR_RECORDS: readonly Json[] = [
  {
    weather: 'RAIN',
    seen: { long: 1700000000000001 },
    price: '\u0000\u0000\u0000\u0001\u0000',
    mark: { string: 'grün 🌱' },
    counts: { b: 1, a: -2 },
    parts: [{ x: { double: 0.1 } }, { x: null }],
    small: -7,
    day: 11_016,
  },
  {
    weather: 'SUN',
    seen: null,
    price: '\u00ff\u00ff\u00ff\u00ff\u00fe',
    mark: null,
    counts: {},
    parts: [],
    small: 2_147_483_647,
    day: -1,
  },
];

/** In another order than the file, with a long where that has an int, and with a field that it has not. */
const OUR_SCHEMA = makeSchema([
  makeField('int64', { id: 1, name: 'small' }),
  makeField('string', { id: 2, name: 'mark', nullable: true }),
  makeField('decimal', { id: 3, name: 'price' }),
  makeField('string', { id: 4, name: 'weather' }),
  makeField('timestamp', { id: 5, name: 'seen_at', aliases: ['seen'], nullable: true, unit: unit('us') }),
  makeMap(makeField('string', { id: 7, name: 'key' }), makeField('int32', { id: 8, name: 'value' }), 9, {
    id: 6,
    name: 'counts',
  }),
  makeList(
    makeStruct([makeField('float64', { id: 11, name: 'x', nullable: true })], { id: 10, name: 'part' }),
    0,
    9,
    { id: 9, name: 'parts' },
  ),
  makeField('date', { id: 12, name: 'day' }),
  makeField('bool', { id: 13, name: 'kept', default: { kind: 'value', value: true, means: 'value' } }),
]);

const OUR_ROWS: readonly RecordValues[] = [
  [
    -7n,
    'grün 🌱',
    256n,
    'RAIN',
    1_700_000_000_000_001n,
    expect.arrayContaining([
      ['b', 1],
      ['a', -2],
    ]) as unknown as RecordValues,
    [[0.1], [null]],
    11_016,
    true,
  ],
  [2_147_483_647n, null, -2n, 'SUN', null, [], [], -1, true],
];
