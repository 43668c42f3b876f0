import type { ColumnarRule } from '../../../src/compat/columnar/columnar-rules.ts';
import type { ColumnarSchema, ColumnType } from '../../../src/native/columnar/column.ts';
import type { RuleCase } from '../native/rule-suite.ts';
import {
  BINARY,
  column,
  DATE,
  decimal,
  file,
  fixed,
  float,
  int,
  list,
  STRING,
  struct,
  timestamp,
} from './columns.ts';

type Case = RuleCase<ColumnarSchema, ColumnarRule>;

const one = (type: ColumnType): ColumnarSchema => file(column('a', type));

const types = (
  trips: readonly [ColumnType, ColumnType],
  holds: readonly [ColumnType, ColumnType],
  ...beside: ColumnarRule[]
): Case => ({ trips: [one(trips[0]), one(trips[1])], holds: [one(holds[0]), one(holds[1])], beside });

const said = (key: string, text: string): ColumnarSchema =>
  file(column('a', STRING, { properties: new Map([[key, text]]) }));

const classes = (...names: readonly string[]): ColumnarSchema => ({
  ...one(int(64)),
  keys: ['huggingface'],
  said: new Map([
    ['huggingface', JSON.stringify({ info: { features: { a: { names, _type: 'ClassLabel' } } } })],
  ]),
});

const a = column('a', STRING);
const b = column('b', STRING);
const id = (name: string, of: number, type: ColumnType = STRING) => column(name, type, { id: of });

/** Cases of files without ids, in which columns are found by name. */
/** A file with one column, whose dictionary lists these. */
const listing = (isOrdered: boolean, ...values: string[]): ColumnarSchema =>
  file(column('a', STRING, { dictionary: { id: 0, isOrdered, values } }));

export const BY_NAME: Readonly<Partial<Record<ColumnarRule, Case>>> = {
  TYPE_MISMATCH: types([int(64), int(32)], [int(32), int(64)]),
  SIZE_CHANGED: types([list(float(32), 3), list(float(32), 4)], [list(float(32), 3), list(float(32))]),
  COLUMN_MISSING: {
    trips: [file(a), file(a, column('b', STRING, { nullable: false }))],
    holds: [file(a), file(a, b)],
  },
  COLUMN_AMBIGUOUS: { trips: [file(a, a), file(a)], holds: [file(a, b), file(a)] },
  NULLABLE_TO_REQUIRED: {
    trips: [file(a), file(column('a', STRING, { nullable: false }))],
    holds: [file(column('a', STRING, { nullable: false })), file(a)],
  },
  COLUMN_REORDERED: { trips: [file(a, b), file(b, a)], holds: [file(a), file(a, b)] },
  INTEGER_ROUNDED: types([int(64), float(64)], [int(32), float(64)]),
  BYTES_TO_STRING_UTF8_RISK: types([BINARY, STRING], [STRING, BINARY]),
  TIME_TRUNCATED: types(
    [timestamp('us'), timestamp('ms')],
    [timestamp('ms'), timestamp('us')],
    'TIME_UNIT_CHANGED',
  ),
  TIME_OUT_OF_RANGE: types([DATE, timestamp('ns')], [DATE, timestamp('us')], 'DATE_TO_TIMESTAMP'),
  INTEGER_WIDENED: types([int(8, false), int(16)], [int(8), int(16, false)]),
  INTEGER_TO_FLOAT: types([int(16), float(32)], [int(32), float(32)]),
  INTEGER_TO_DECIMAL: types([int(32), decimal(12, 2)], [int(32), decimal(11, 2)]),
  FLOAT_WIDENED: types([float(32), float(64)], [float(64), float(32)]),
  DECIMAL_WIDENED: types([decimal(4, 2), decimal(6, 3)], [decimal(4, 2), decimal(4, 3)]),
  DATE_TO_TIMESTAMP: types([DATE, timestamp('us')], [DATE, DATE]),
  STRING_TO_BINARY: types([STRING, BINARY], [BINARY, STRING]),
  SIZE_FREED: types([fixed(4), BINARY], [fixed(4), fixed(5)]),
  NULL_TO_TYPE: types([{ kind: 'null' }, STRING], [STRING, { kind: 'null' }]),
  REQUIRED_TO_NULLABLE: {
    trips: [file(column('a', STRING, { nullable: false })), file(a)],
    holds: [file(a), file(column('a', STRING, { nullable: false }))],
  },
  LAYOUT_CHANGED: {
    trips: [file(a), file(column('a', STRING, { stored: 'dictionary' }))],
    holds: [file(a), file(a, b)],
  },
  LOGICAL_TYPE_CHANGED: types([timestamp('us'), int(64)], [timestamp('us'), int(32)]),
  TIME_UNIT_CHANGED: types([timestamp('ms'), timestamp('us')], [timestamp('ms'), timestamp('ms', 'UTC')]),
  ZONE_CHANGED: types(
    [timestamp('us'), timestamp('us', 'UTC')],
    [timestamp('us', 'UTC'), timestamp('us', 'Asia/Tokyo')],
  ),
  ZONE_RENAMED: types(
    [timestamp('us', 'UTC'), timestamp('us', 'Asia/Tokyo')],
    [timestamp('us'), timestamp('us', 'UTC')],
  ),
  DECIMAL_SCALE_CHANGED: types(
    [decimal(4, 2), decimal(4, 3)],
    [decimal(4, 2), decimal(3, 2)],
    'TYPE_MISMATCH',
  ),
  COORDINATES_CHANGED: types(
    [
      { kind: 'geometry', frame: 'OGC:CRS84' },
      { kind: 'geometry', frame: 'EPSG:3857' },
    ],
    [{ kind: 'geometry', frame: 'OGC:CRS84' }, BINARY],
  ),
  EXTENSION_CHANGED: {
    trips: [said('ARROW:extension:name', 'geo'), said('ARROW:extension:name', 'uuid')],
    holds: [said('x', 'geo'), said('x', 'uuid')],
  },
  UNIT_PROPERTY_CHANGED: {
    trips: [said('unit', 'ms'), said('unit', 's')],
    holds: [said('x', 'ms'), said('x', 's')],
  },
  DOC_UNIT_CHANGED: {
    trips: [said('comment', 'in ms'), said('comment', 'in seconds')],
    beside: ['PROPERTY_CHANGED'],
    holds: [said('comment', 'in ms'), said('comment', 'milliseconds')],
  },
  COLUMN_FILLED: { trips: [file(a), file(a, b)], holds: [file(a, b), file(a)] },
  IDS_MISSING: { trips: [file(a), file(id('a', 1))], holds: [file(id('a', 1)), file(a)] },
  ID_CHANGED: {
    trips: [file(id('a', 1), b), file(id('a', 2), b)],
    holds: [file(id('a', 1), b), file(id('a', 1), b, column('c', STRING))],
  },
  COLUMN_DROPPED: { trips: [file(a, b), file(a)], holds: [file(a), file(a, b)] },
  PROPERTY_CHANGED: {
    trips: [said('x', '1'), said('x', '2')],
    holds: [said('unit', '1'), said('unit', '2')],
  },
  CLASS_NAME_CHANGED: {
    trips: [classes('cat', 'dog'), classes('dog', 'cat')],
    beside: ['FILE_PROPERTIES_CHANGED'],
    holds: [classes('cat'), classes('cat', 'dog')],
  },
  DICTIONARY_REORDERED: {
    trips: [listing(true, 'low', 'mid', 'high'), listing(true, 'high', 'mid', 'low')],
    holds: [listing(true, 'low', 'high'), listing(true, 'low', 'mid', 'high', 'top')],
  },
  DICTIONARY_PLACES_CHANGED: {
    trips: [listing(false, 'low', 'mid'), listing(false, 'mid', 'low')],
    holds: [listing(false, 'low', 'mid'), listing(false, 'low', 'mid', 'high')],
  },
  DICTIONARY_UNREAD: {
    trips: [
      listing(true, 'low'),
      file(column('a', STRING, { dictionary: { id: 0, isOrdered: true, values: 'it has too many' } })),
    ],
    holds: [listing(true, 'low', 'mid'), listing(true, 'low', 'high')],
  },
  CLASS_UNKNOWN: {
    trips: [classes('cat', 'dog'), classes('cat')],
    beside: ['FILE_PROPERTIES_CHANGED'],
    holds: [classes('cat'), classes('cat', 'dog')],
  },
  CONTRACT_MEANING_CHANGED: {
    trips: [said('assay', '{"unit": "s"}'), said('assay', '{"unit": "ms"}')],
    holds: [said('assay', '{"unit": "s", "owner": "a"}'), said('assay', '{"owner": "b", "unit": "s"}')],
  },
  CONTRACT_WORDS_CHANGED: {
    trips: [said('assay', '{"owner": "a"}'), said('assay', '{"owner": "b"}')],
    holds: [said('assay', '{"owner": "a", "unit": "s"}'), said('assay', '{"owner": "a"}')],
  },
  FILE_PROPERTIES_CHANGED: {
    trips: [
      { columns: [a], keys: ['pandas'] },
      { columns: [a], keys: ['ARROW:schema'] },
    ],
    holds: [
      { columns: [a], keys: ['pandas'] },
      { columns: [a, b], keys: ['pandas'] },
    ],
  },
};

/** Cases of files in which every column has an id. */
export const BY_ID: Readonly<Partial<Record<ColumnarRule, Case>>> = {
  ID_REUSED: {
    trips: [file(id('age', 1, int(32))), file(id('tags', 1, list(STRING)))],
    holds: [file(id('age', 1, int(32))), file(id('years', 1, int(64)))],
  },
  COLUMN_MOVED: {
    trips: [file(id('s', 1, struct()), id('x', 2)), file(id('s', 1, struct(id('x', 2))))],
    holds: [file(id('s', 1, struct())), file(id('s', 1, struct(id('x', 2))))],
  },
  COLUMN_RENAMED: {
    trips: [file(id('a', 1)), file(id('b', 1))],
    holds: [file(id('a', 1)), file(id('a', 1), id('b', 2))],
  },
  NAME_REUSED: {
    trips: [file(id('a', 1), id('b', 2)), file(id('a', 1), id('b', 3))],
    beside: ['COLUMN_DROPPED', 'COLUMN_FILLED'],
    holds: [file(id('a', 1), id('b', 2)), file(id('a', 1), id('c', 3))],
  },
};
