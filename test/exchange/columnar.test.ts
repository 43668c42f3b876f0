import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { draftOfColumns } from '../../src/exchange/columnar/draft-of-columns.ts';
import type { Draft } from '../../src/exchange/draft.ts';
import type { Column, ColumnType } from '../../src/native/columnar/column.ts';
import { EXPORTS, IMPORTS } from '../../src/service/exchange-formats.ts';
import { openNativeFile } from '../../src/service/native-format.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { must } from '../contract/small-subject.ts';
import { cpuTime_ms } from '../cpu-time.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { anyContract, PINNED, saidBy, settled } from './any-contract.ts';

const folder = temporaryFolder();

function importOf(format: 'arrow' | 'parquet', place: string): Draft | Fault {
  const file = must(openNativeFile(path.basename(place), place));
  expect(IMPORTS[format].detects(file)).toBe(true);
  return IMPORTS[format].draft(file, undefined);
}

function written(name: string, bytes: Uint8Array): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

const column = (type: ColumnType, own: Partial<Column> = {}): Column => ({
  name: 'c',
  id: undefined,
  nullable: false,
  type,
  stored: '',
  properties: new Map(),
  ...own,
});

const ofColumn = (type: ColumnType, own: Partial<Column> = {}): Draft =>
  draftOfColumns({ columns: [column(type, own)], keys: [] });

describe.each(['arrow', 'parquet'] as const)('a schema in %s', format => {
  it('that was exported is imported as the contract it was, whatever that says', async () => {
    await fc.assert(
      fc.asyncProperty(anyContract, async contract => {
        const { content, notes } = await EXPORTS[format](contract, PINNED);
        expect(notes).toEqual([]);
        const draft = must(importOf(format, written(`it.${format}`, content as Uint8Array)));
        expect(saidBy(settled(draft).contract)).toEqual(saidBy(contract));
        expect(settled(draft).text).not.toContain('proposed');
      }),
      { numRuns: 25 },
    );
  });

  it('is read by other readers, with the ids of the fields', async () => {
    const [contract] = fc.sample(anyContract, { numRuns: 1, seed: 7 });
    const content = (await EXPORTS[format](contract!, PINNED)).content as Uint8Array;
    const names = contract!.schema.fields.map(({ name, id }) => [name, id]);
    if (format === 'arrow') {
      const { schema, numRows } = arrow.tableFromIPC(content);
      expect(
        schema.fields.map(({ name, metadata }) => [name, Number(metadata.get('PARQUET:field_id'))]),
      ).toEqual(names);
      expect(numRows).toBe(0);
      return;
    }
    const { schema, num_rows } = parquetMetadata(new Uint8Array(content).buffer);
    const top = schema.filter(({ name }) => names.some(([known]) => known === name));
    expect(top.map(({ name, field_id }) => [name, field_id])).toEqual(names);
    expect(num_rows).toBe(0n);
  });

  it('that is damaged is a fault or a draft, whichever byte it is', async () => {
    const [contract] = fc.sample(anyContract, { numRuns: 1, seed: 3 });
    const good = (await EXPORTS[format](contract!, PINNED)).content as Uint8Array;
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Uint8Array.from(good);
        bytes[at] = byte;
        const file = must(openNativeFile('it', written(`bad.${format}`, bytes)));
        const draft = IMPORTS[format].draft(file, undefined);
        expect(draft instanceof Fault || Array.isArray(draft.fields)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a column', () => {
  it.each<[ColumnType, object]>([
    [{ kind: 'int', bits: 8, signed: false }, { physical: 'uint8' }],
    [{ kind: 'int', bits: 64, signed: true }, { physical: 'int64' }],
    [{ kind: 'float', bits: 16 }, { physical: 'float16' }],
    [
      { kind: 'decimal', precision: 9, scale: 2 },
      { physical: 'decimal', precision: 9, scale: 2 },
    ],
    [
      { kind: 'time', unit: 'ns' },
      { physical: 'time', unit: 'ns' },
    ],
    [
      { kind: 'duration', unit: 's' },
      { physical: 'duration', unit: 's' },
    ],
    [
      { kind: 'timestamp', unit: 'us', zone: undefined },
      { physical: 'timestamp', zone: 'local', unit: 'us' },
    ],
    [
      { kind: 'timestamp', unit: 'ms', zone: 'Europe/Berlin' },
      { physical: 'timestamp', zone: 'instant' },
    ],
    [{ kind: 'uuid' }, { physical: 'fixed', size: 16, logical: 'identifier' }],
    [
      { kind: 'list', element: column({ kind: 'bool' }), size: 3 },
      { physical: 'list', length: 3 },
    ],
    [{ kind: 'struct', fields: [column({ kind: 'bool' })] }, { physical: 'struct' }],
    [{ kind: 'map', key: column({ kind: 'string' }), value: column({ kind: 'bool' }) }, { physical: 'map' }],
  ])('of type %j is %j', (type, keys) => {
    expect(ofColumn(type).fields[0]!.keys).toMatchObject(keys);
  });

  it.each<ColumnType>([
    { kind: 'null' },
    { kind: 'int96' },
    { kind: 'variant' },
    { kind: 'interval', unit: 'months' },
    { kind: 'geometry', frame: 'OGC:CRS84' },
    { kind: 'union', mode: 'dense', fields: [] },
    { kind: 'decimal', precision: 9, scale: -2 },
    { kind: 'list', element: column({ kind: 'null' }), size: undefined },
  ])('of type %j has no contract', type => {
    expect(ofColumn(type).refused).toMatchObject([{ path: '/c', name: 'c' }]);
  });

  const extension = (name: string, metadata = '') =>
    new Map([
      ['ARROW:extension:name', name],
      ['ARROW:extension:metadata', metadata],
    ]);
  const vector: ColumnType = {
    kind: 'list',
    element: column({ kind: 'float', bits: 32 }, { nullable: false }),
    size: 6,
  };

  it.each<[string, ColumnType, ReadonlyMap<string, string>, object, readonly string[]]>([
    [
      'a UUID',
      { kind: 'fixed', bytes: 16 },
      extension('arrow.uuid'),
      { physical: 'fixed', size: 16, logical: 'identifier' },
      ['uuid'],
    ],
    ['JSON', { kind: 'string' }, extension('arrow.json'), { physical: 'string', logical: 'text' }, ['json']],
    [
      'a tensor',
      vector,
      extension('arrow.fixed_shape_tensor', '{"shape":[2,3],"dim_names":["H","W"]}'),
      { physical: 'tensor', shape: [2, 3], convention: 'HW' },
      [],
    ],
    [
      'a tensor whose dimensions have names of their own',
      vector,
      extension('arrow.fixed_shape_tensor', '{"shape":[2,3],"dim_names":["a","b"]}'),
      { physical: 'tensor', shape: [2, 3] },
      ['ARROW:extension:metadata: {"shape":[2,3],"dim_names":["a","b"]}'],
    ],
    [
      'a tensor that is not in rows',
      vector,
      extension('arrow.fixed_shape_tensor', '{"shape":[2,3],"permutation":[1,0]}'),
      { physical: 'list', length: 6 },
      [
        'ARROW:extension:name: arrow.fixed_shape_tensor',
        'ARROW:extension:metadata: {"shape":[2,3],"permutation":[1,0]}',
      ],
    ],
    [
      'a unit',
      { kind: 'int', bits: 64, signed: true },
      new Map([['unit', 'millisecond']]),
      { physical: 'int64', logical: 'quantity', unit: 'ms' },
      [],
    ],
    [
      'a unit that is none',
      { kind: 'int', bits: 64, signed: true },
      new Map([['unit', 'parsnips']]),
      { physical: 'int64', logical: 'number' },
      ['unit: parsnips'],
    ],
  ])(
    'takes what metadata says of a column, where a contract can say it: %s',
    (_, type, properties, keys, told) => {
      const draft = draftOfColumns({ columns: [column(type, { properties })], keys: [] });
      expect(draft.fields[0]?.keys).toMatchObject(keys);
      expect(draft.notes.map(({ what }) => what)).toEqual(told);
    },
  );

  it('drops no property, no zone and no key of the file without a note', () => {
    const { notes } = draftOfColumns({
      columns: [
        column(
          { kind: 'timestamp', unit: 's', zone: 'Asia/Tokyo' },
          { properties: new Map([['comment', 'hi']]) },
        ),
      ],
      keys: ['pandas'],
    });
    expect(notes.map(({ path: at, what }) => `${at} ${what}`)).toEqual([
      '/c zone Asia/Tokyo',
      '/c comment: hi',
      '/ key pandas',
    ]);
  });
});

describe('files of others', () => {
  const data = path.join(REPOSITORY, 'node_modules', 'vega-datasets', 'data');

  it('a Parquet file of 3 M flights is a contract of five fields, though it has megabytes of rows', () => {
    const place = path.join(data, 'flights-3m.parquet');
    expect(statSync(place).size).toBeGreaterThan(5_000_000);
    const draft = must(importOf('parquet', place));
    expect(draft.fields.map(({ keys }) => keys)).toEqual([
      {
        name: 'date',
        physical: 'timestamp',
        zone: 'local',
        unit: 'us',
        logical: 'timestamp',
        nullable: true,
      },
      { name: 'delay', physical: 'int64', logical: 'number', nullable: true },
      { name: 'distance', physical: 'int64', logical: 'number', nullable: true },
      { name: 'origin', physical: 'string', logical: 'text', nullable: true },
      { name: 'destination', physical: 'string', logical: 'text', nullable: true },
    ]);
    expect(draft.notes).toEqual([]);
  });

  it('an Arrow file of 200,000 flights is a contract of three fields', () => {
    const draft = must(importOf('arrow', path.join(data, 'flights-200k.arrow')));
    expect(draft.fields.map(({ keys }) => [keys['name'], keys['physical'], keys['nullable']])).toEqual([
      ['delay', 'int16', expect.any(Boolean)],
      ['distance', 'int16', expect.any(Boolean)],
      ['time', 'float32', expect.any(Boolean)],
    ]);
  });

  it('an Arrow file with a dictionary of texts brings them as a vocabulary that others may pass', () => {
    const table = arrow.tableFromArrays({ n: Int32Array.of(1, 2, 3) });
    const suits = arrow.vectorFromArray(
      ['heart', 'spade', 'heart'],
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
    );
    const both = new arrow.Table({ n: table.getChild('n')!, suit: suits });
    const draft = must(importOf('arrow', written('suits.arrow', arrow.tableToIPC(both, 'file'))));
    const [pinned] = draft.pinned;
    expect(pinned).toMatchObject({
      name: 'suit',
      document: {
        terms: [
          { id: 1, label: 'heart' },
          { id: 2, label: 'spade' },
        ],
      },
    });
    expect(draft.fields[1]!.keys).toMatchObject({
      logical: 'category',
      vocabulary: pinned!.digest,
      unknownPolicy: 'pass',
    });
    expect([...draft.fields[1]!.proposed]).toEqual(['logical', 'vocabulary', 'unknownPolicy']);
  });

  it('an Arrow file of polars brings one, too: its dictionaries stand behind the records, and are views', () => {
    const place = path.join(REPOSITORY, 'test/codec/arrow/polars/enum-zstd.arrow');
    const { pinned, notes } = must(importOf('arrow', place));
    expect(pinned).toMatchObject([
      {
        name: 'grade',
        document: {
          terms: [
            { id: 1, label: 'low' },
            { id: 2, label: 'mid' },
            { id: 3, label: 'high, and longer than twelve bytes' },
          ],
        },
      },
    ]);
    expect(notes.map(({ what }) => what)).not.toContain('dictionary');
  });

  it.each([
    ['space around it', ' Bern', 'no label'],
    ['what nobody sees', 'Be\u200brn', 'no list of terms'],
    ['no character', '', 'no label'],
    ['more characters than a label has', 'x'.repeat(10_000), 'longer'],
  ])('an Arrow file whose dictionary has %s brings none, and says why without the value', (_, city, why) => {
    const cities = arrow.vectorFromArray(
      [city, 'Rome'],
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
    );
    const bytes = arrow.tableToIPC(new arrow.Table({ city: cities }), 'stream');
    const draft = must(importOf('arrow', written('cities.arrow', bytes)));
    expect(draft.pinned).toEqual([]);
    expect(draft.notes).toMatchObject([
      { path: '/city', what: 'dictionary', why: expect.stringContaining(why) },
    ]);
    expect(JSON.stringify(draft.notes)).not.toContain('rn');
  });

  it('an Arrow file that says it has two billion batches is read as fast as any other', () => {
    const cities = arrow.vectorFromArray(
      ['Bern', 'Rome'],
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
    );
    const bytes = Buffer.from(arrow.tableToIPC(new arrow.Table({ city: cities }), 'file'));
    const ends = bytes.length - 10 - bytes.readInt32LE(bytes.length - 10);
    for (let at = ends; at < bytes.length - 12; at += 4) {
      const edited = Buffer.from(bytes);
      edited.writeUInt32LE(0x7fffffff, at);
      expect(cpuTime_ms(() => importOf('arrow', written('many.arrow', edited)))).toBeLessThan(1_000);
    }
  });
});
