import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { Table as WasmTable, writeParquet } from 'parquet-wasm/node';
import { describe, expect, it } from 'vitest';
import { compareColumnar } from '../../../src/compat/columnar/compare-columnar.ts';
import { draftOfColumns } from '../../../src/exchange/columnar/draft-of-columns.ts';
import {
  ARROW_SCHEMA_KEY,
  type Column,
  type ColumnarSchema,
  columnTypeText,
} from '../../../src/native/columnar/column.ts';
import { parseFooter } from '../../../src/native/parquet/parse-footer.ts';
import { withArrow } from '../../../src/native/parquet/with-arrow.ts';
import { must } from '../../contract/small-subject.ts';

type Said = Readonly<Record<string, string>>;

const fieldOf = (name: string, type: arrow.DataType, said: Said = {}): arrow.Field =>
  new arrow.Field(name, type, true, new Map(Object.entries(said)));

/** What arrow-rs leaves in a footer, read as Parquet alone. */
function footerOf(...fields: readonly arrow.Field[]): ColumnarSchema {
  const stream = arrow.tableToIPC(new arrow.Table(new arrow.Schema([...fields])), 'stream');
  const file = writeParquet(WasmTable.fromIPCStream(stream));
  const length = Buffer.from(file).readUInt32LE(file.byteLength - 8);
  return must(parseFooter('a.parquet', file.subarray(file.byteLength - 8 - length, file.byteLength - 8)));
}

const x = (type: arrow.DataType, said?: Said): ColumnarSchema => footerOf(fieldOf('x', type, said));
const typeOf = (schema: ColumnarSchema): string => columnTypeText(schema.columns[0]!.type);
const propertiesOf = ({ columns: [column] }: ColumnarSchema): Said => Object.fromEntries(column!.properties);

const vector = (size: number) => new arrow.FixedSizeList(size, fieldOf('item', new arrow.Float32()));
const tensor = (shape: readonly number[]): Said => ({
  'ARROW:extension:name': 'arrow.fixed_shape_tensor',
  'ARROW:extension:metadata': JSON.stringify({ shape }),
});
const inside = (said: Said) => new arrow.Struct([fieldOf('a', new arrow.Int64(), said)]);

describe('an Arrow schema in the footer of a Parquet file', () => {
  it.each<[string, ColumnarSchema, string, string]>([
    ['a duration', x(new arrow.DurationSecond()), 'int64', 'duration[s]'],
    ['seconds of a day', x(new arrow.TimeSecond()), 'int32', 'time[s]'],
    ['a moment in seconds', x(new arrow.TimestampSecond('UTC')), 'int64', 'timestamp[s, UTC]'],
    [
      'the zone of a moment',
      x(new arrow.TimestampMicrosecond('Asia/Tokyo')),
      'timestamp[us, UTC]',
      'timestamp[us, Asia/Tokyo]',
    ],
    ['a fixed size', x(vector(3)), 'list', 'list of 3'],
  ])('says what Parquet has no words for: %s', (_, schema, alone, both) => {
    expect([typeOf(schema), typeOf(withArrow(schema))]).toEqual([alone, both]);
    expect(propertiesOf(withArrow(schema))).toEqual({});
  });

  it('says that a dictionary has an order, which no Parquet file has: that it was not compared is noted', () => {
    const said = (isOrdered: boolean) =>
      withArrow(x(new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8(), 1, isOrdered)));
    const rules = (schema: ColumnarSchema) => [
      ...new Set(must(compareColumnar(schema, schema)).findings.map(({ rule }) => rule)),
    ];
    expect(rules(said(true))).toEqual(['DICTIONARY_UNREAD']);
    expect(rules(said(false))).toEqual([]);
  });

  it('gives way to Parquet in the unit that is stored, and what it says is kept as a property', () => {
    const { said } = x(new arrow.TimeSecond());
    const schema = withArrow({ ...x(new arrow.TimeMillisecond()), said: said! });
    expect([typeOf(schema), propertiesOf(schema)]).toEqual(['time[ms]', { 'ARROW:type': 'time[s]' }]);
  });

  it.each<[string, ColumnarSchema, ColumnarSchema]>([
    ['another unit of a duration', x(new arrow.DurationSecond()), x(new arrow.DurationMillisecond())],
    ['another unit', x(new arrow.Int64(), { unit: 's' }), x(new arrow.Int64(), { unit: 'ms' })],
    ['another unit inside', x(inside({ unit: 's' })), x(inside({ unit: 'ms' }))],
    [
      'another zone',
      x(new arrow.TimestampMillisecond('Asia/Tokyo')),
      x(new arrow.TimestampMillisecond('UTC')),
    ],
    ['another size of a vector', x(vector(3)), x(vector(4))],
    ['another shape of a tensor', x(vector(6), tensor([2, 3])), x(vector(6), tensor([3, 2]))],
  ])('breaks for readers of Arrow what the columns of Parquet keep: %s', (_, older, newer) => {
    const levels = (one: ColumnarSchema, other: ColumnarSchema) => must(compareColumnar(one, other)).levels;
    expect(levels(older, newer).train.backward && levels(older, newer).wire.backward).toBe(true);
    const { train, wire } = levels(withArrow(older), withArrow(newer));
    expect(train.backward && wire.backward).toBe(false);
  });

  it('breaks nothing where one of two files has none, because the columns are the same', () => {
    const full = x(new arrow.Int64());
    const bare = { ...full, keys: [], said: new Map<string, string>() };
    expect(must(compareColumnar(withArrow(full), withArrow(bare))).for).toEqual(['backward', 'forward']);
  });

  it('is imported with its columns, and what a contract has no place for is a note with its content', () => {
    const { fields, notes } = draftOfColumns(
      withArrow(
        footerOf(fieldOf('d', new arrow.DurationSecond()), fieldOf('n', new arrow.Int8(), { by: 'me' })),
      ),
    );
    expect(fields.map(({ keys }) => keys['physical'])).toEqual(['duration', 'int8']);
    expect(notes.map(({ path, what }) => `${path} ${what}`)).toEqual(['/n by: me']);
  });
});

describe('an Arrow schema that anybody wrote', () => {
  const schema = x(new arrow.DurationSecond());
  const text = schema.said!.get(ARROW_SCHEMA_KEY)!;
  const read = (said: string, columns: readonly Column[] = schema.columns): ColumnarSchema =>
    withArrow({ ...schema, columns, said: new Map([[ARROW_SCHEMA_KEY, said]]) });

  it.each<[string, string, readonly Column[]]>([
    ['no base64', `${text.slice(0, -4)}*&^%`, schema.columns],
    ['base64 that was cut', text.slice(0, 40), schema.columns],
    ['nothing', '', schema.columns],
    ['a schema of other columns', text, [{ ...schema.columns[0]!, name: 'y' }]],
    ['a schema of fewer columns', text, [...schema.columns, ...schema.columns]],
  ])('is left alone, with a note why, where it is %s', (_, said, columns) => {
    const found = read(said, columns);
    expect(found.columns).toEqual(columns);
    expect(found.arrowProblem).not.toBe('');
    const { notes } = draftOfColumns(found);
    expect(notes.find(({ what }) => what === 'key ARROW:schema')?.why).toContain('not read');
  });

  it('never throws and never changes a name or an id, whichever byte of it is another', () => {
    const bytes = Buffer.from(text, 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.byteLength - 1), fc.nat(255), (at, byte) => {
        const other = Buffer.from(bytes);
        other[at] = byte;
        const { columns } = read(other.toString('base64'));
        expect(columns.map(({ name, id }) => [name, id])).toEqual([['x', undefined]]);
      }),
      { numRuns: 300 },
    );
  });
});
