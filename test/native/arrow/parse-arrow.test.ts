import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { parseArrow } from '../../../src/native/arrow/parse-arrow.ts';
import type { ColumnType } from '../../../src/native/columnar/column.ts';

const ipc = (schema: arrow.Schema): Buffer =>
  Buffer.from(arrow.tableToIPC(new arrow.Table(schema), 'stream'));

/** The first message of a stream, without its prefix. */
const messageOf = (stream: Buffer): Uint8Array => stream.subarray(8, 8 + stream.readInt32LE(4));

function parsed(...fields: readonly arrow.Field[]) {
  const found = parseArrow('a.arrow', messageOf(ipc(new arrow.Schema([...fields]))), 'message');
  if (found instanceof Fault) throw new Error(found.message);
  return found;
}

/** A type of Arrow, and what it is here. */
type Known = {
  readonly arrow: arrow.DataType;
  readonly here: unknown;
  readonly stored: string;
  readonly dictionary?: { readonly id: number; readonly isOrdered: boolean };
};

const word = (kind: ColumnType['kind'], type: arrow.DataType, stored: string, more: object = {}): Known => ({
  arrow: type,
  here: { kind, ...more },
  stored,
});

const LEAVES: readonly Known[] = [
  word('null', new arrow.Null(), 'null'),
  word('bool', new arrow.Bool(), 'bool'),
  word('int', new arrow.Int8(), 'int8', { bits: 8, signed: true }),
  word('int', new arrow.Uint64(), 'uint64', { bits: 64, signed: false }),
  word('float', new arrow.Float16(), 'float16', { bits: 16 }),
  word('float', new arrow.Float64(), 'float64', { bits: 64 }),
  word('decimal', new arrow.Decimal(3, 20, 128), 'decimal128', { precision: 20, scale: 3 }),
  word('decimal', new arrow.Decimal(3, 60, 256), 'decimal256', { precision: 60, scale: 3 }),
  word('string', new arrow.Utf8(), 'utf8'),
  word('string', new arrow.LargeUtf8(), 'large_utf8'),
  word('binary', new arrow.Binary(), 'binary'),
  word('binary', new arrow.LargeBinary(), 'large_binary'),
  word('fixed', new arrow.FixedSizeBinary(5), 'fixed_size_binary', { bytes: 5 }),
  word('date', new arrow.DateDay(), 'date32'),
  word('date', new arrow.DateMillisecond(), 'date64'),
  word('time', new arrow.TimeSecond(), 'time32', { unit: 's' }),
  word('time', new arrow.TimeNanosecond(), 'time64', { unit: 'ns' }),
  word('timestamp', new arrow.TimestampSecond(), 'timestamp', { unit: 's', zone: undefined }),
  word('timestamp', new arrow.TimestampMillisecond('Europe/Berlin'), 'timestamp', {
    unit: 'ms',
    zone: 'Europe/Berlin',
  }),
  word('timestamp', new arrow.TimestampNanosecond('UTC'), 'timestamp', { unit: 'ns', zone: 'UTC' }),
  word('duration', new arrow.DurationMicrosecond(), 'duration', { unit: 'us' }),
  word('interval', new arrow.IntervalYearMonth(), 'interval', { unit: 'months' }),
  {
    ...word(
      'string',
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int16(), 7),
      'dictionary(int16, utf8)',
    ),
    dictionary: { id: 7, isOrdered: false },
  },
  {
    ...word(
      'string',
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8(), 8, true),
      'dictionary(int8, utf8, ordered)',
    ),
    dictionary: { id: 8, isOrdered: true },
  },
];

const inside = (known: Known, name: string, nullable = true) => ({
  name,
  id: undefined,
  nullable,
  type: known.here,
  stored: known.stored,
  properties: new Map(),
  ...(known.dictionary && { dictionary: known.dictionary }),
});

const types: fc.Arbitrary<Known> = fc.letrec<{ type: Known }>(tie => ({
  type: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...LEAVES),
    tie('type').map(below => ({
      arrow: new arrow.List(new arrow.Field('item', below.arrow, true)),
      here: { kind: 'list', element: inside(below, 'item'), size: undefined },
      stored: 'list',
    })),
    tie('type').map(below => ({
      arrow: new arrow.FixedSizeList(3, new arrow.Field('item', below.arrow, false)),
      here: { kind: 'list', element: inside(below, 'item', false), size: 3 },
      stored: 'fixed_size_list',
    })),
    fc.array(tie('type'), { maxLength: 3 }).map(below => ({
      arrow: new arrow.Struct(below.map((one, place) => new arrow.Field(`f${place}`, one.arrow, true))),
      here: { kind: 'struct', fields: below.map((one, place) => inside(one, `f${place}`)) },
      stored: 'struct',
    })),
    tie('type').map(below => ({
      arrow: new arrow.Map_(
        new arrow.Field(
          'entries',
          new arrow.Struct<{ key: arrow.Utf8; value: arrow.DataType }>([
            new arrow.Field('key', new arrow.Utf8(), false),
            new arrow.Field('value', below.arrow, true),
          ]),
          false,
        ),
      ),
      here: {
        kind: 'map',
        key: inside(word('string', new arrow.Utf8(), 'utf8'), 'key', false),
        value: inside(below, 'value'),
      },
      stored: 'map',
    })),
  ),
})).type;

describe('the schema of an Arrow stream', () => {
  it('is read as it was written, whatever its types', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(types, fc.boolean()), { maxLength: 5 }), columns => {
        const fields = columns.map(
          ([{ arrow: type }, nullable], place) => new arrow.Field(`c${place}`, type, nullable),
        );
        expect(parsed(...fields).columns).toEqual(
          columns.map(([known, nullable], place) => inside(known, `c${place}`, nullable)),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('keeps ids apart from what else is said of a column', () => {
    const said = new Map([
      ['PARQUET:field_id', '12'],
      ['unit', 'ms'],
      ['ARROW:extension:name', 'arrow.uuid'],
    ]);
    const [column] = parsed(new arrow.Field('é', new arrow.Int32(), true, said)).columns;
    expect(column).toMatchObject({ name: 'é', id: 12 });
    expect([...column!.properties].sort()).toEqual([
      ['ARROW:extension:name', 'arrow.uuid'],
      ['unit', 'ms'],
    ]);
  });

  it('leaves an id that is no number where it stood', () => {
    const [column] = parsed(
      new arrow.Field('a', new arrow.Int32(), true, new Map([['PARQUET:field_id', '-1']])),
    ).columns;
    expect(column).toMatchObject({ id: undefined, properties: new Map([['PARQUET:field_id', '-1']]) });
  });

  it('names the keys of its metadata, and keeps their texts for the comparison alone', () => {
    const schema = new arrow.Schema([], new Map([['pandas', '{"secret": 1}']]));
    expect(parseArrow('a.arrow', messageOf(ipc(schema)), 'message')).toEqual({
      columns: [],
      keys: ['pandas'],
      said: new Map([['pandas', '{"secret": 1}']]),
    });
  });
});

describe('a message that is no schema', () => {
  const refused = (bytes: Uint8Array) => {
    const found = parseArrow('a.arrow', bytes, 'message');
    return found instanceof Fault ? found.code : 'taken';
  };
  const real = messageOf(
    ipc(new arrow.Schema(LEAVES.map((one, place) => new arrow.Field(`c${place}`, one.arrow, true)))),
  );

  it('is refused where it is empty, cut, or of zeros', () => {
    for (const bytes of [new Uint8Array(), real.subarray(0, 40), new Uint8Array(200)])
      expect(refused(bytes)).toBe('ARROW_UNREADABLE');
  });

  it('ends in a schema or a fault, whatever became of its bytes', () => {
    const damage = fc.array(fc.tuple(fc.nat(real.byteLength - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(damage, fc.nat(real.byteLength), (hits, length) => {
        const hurt = Uint8Array.from(real);
        for (const [at, byte] of hits) hurt[at] = byte;
        for (const one of [hurt, hurt.subarray(0, length)])
          expect(['ARROW_UNREADABLE', 'taken']).toContain(refused(one));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused where an offset leads out of it, whichever it is', () => {
    const list = new arrow.Schema([
      new arrow.Field('a', new arrow.List(new arrow.Field('b', new arrow.Int32()))),
    ]);
    const bytes = Buffer.from(messageOf(ipc(list)));
    let refusals = 0;
    for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
      const kept = bytes.readUInt32LE(at);
      for (const away of [0, 0xfffffff0, 0xffffffff]) {
        bytes.writeUInt32LE(away, at);
        if (refused(bytes) === 'ARROW_UNREADABLE') refusals++;
      }
      bytes.writeUInt32LE(kept, at);
    }
    expect(refusals).toBeGreaterThan(10);
    expect(refused(bytes)).toBe('taken');
  });
});
