import { expect, it } from 'vitest';
import type { Json } from '../../../src/base/canonical-json.ts';
import { ICEBERG_RULES } from '../../../src/compat/iceberg/iceberg-rules.ts';
import { backwardRules, ruleSuite } from '../native/rule-suite.ts';
import { compareIceberg, field, list, schema, table } from './compare-iceberg.ts';
import { ICEBERG_CASES } from './rule-cases.ts';

ruleSuite({
  heading: 'Iceberg',
  rules: ICEBERG_RULES,
  cases: ICEBERG_CASES,
  binds: 'id',
  compare: compareIceberg,
});

it('forbids an id whose field is another now, because no converter tells old files from new', () => {
  const { class: verdict, for: directions, levels } = compareIceberg(...ICEBERG_CASES.ID_REUSED.trips);
  expect({ verdict, directions, wire: levels.wire.backward }).toEqual({
    verdict: 'forbidden',
    directions: [],
    wire: false,
  });
});

it('knows an id that was another field in a schema the table had before', () => {
  const a = field(1, 'a', 'string');
  const older = {
    'format-version': 2,
    'last-column-id': 2,
    'current-schema-id': 1,
    schemas: [
      { type: 'struct', 'schema-id': 0, fields: [a, field(2, 'age', 'int')] },
      { type: 'struct', 'schema-id': 1, fields: [a] },
    ],
  };
  const found = compareIceberg(older, table(2, [a, field(2, 'note', 'string')]));
  expect(backwardRules(found)).toContain('ID_REUSED');
});

it('finds a rename by name alone, so that it breaks nothing by id', () => {
  const found = compareIceberg(schema(field(1, 'a', 'int')), schema(field(1, 'b', 'int')));
  expect(found).toMatchObject({ class: 'compatible', for: ['backward', 'forward'] });
  expect(found.findings.map(({ access }) => access)).toEqual([['name'], ['name']]);
});

it('tells of two fields that exchanged their names, because by name one is read as the other', () => {
  const [older, newer] = [
    schema(field(1, 'lon', 'double'), field(2, 'lat', 'double')),
    schema(field(1, 'lat', 'double'), field(2, 'lon', 'double')),
  ];
  const found = compareIceberg(older, newer);
  expect(found.for).toEqual(['backward', 'forward']);
  expect(backwardRules(found).filter(rule => rule === 'NAME_REUSED')).toHaveLength(2);
});

const withDefault = (type: Json, value: Json) => schema(field(1, 'x', type, { 'initial-default': value }));

it.each<[type: Json, one: Json, other: Json]>([
  ['timestamp', '2020-01-01T00:00:00', '2020-01-01T00:00:00.000000'],
  ['timestamptz', '2020-01-01T00:00Z', '2020-01-01T00:00:00+00:00'],
  ['timestamp_ns', '2020-01-01T00:00:00.5', '2020-01-01T00:00:00.500000000'],
  ['time', '12:30', '12:30:00.000'],
  ['binary', 'ff', 'FF'],
  ['decimal(9, 2)', '014.20', '14.20'],
  ['float', 0.1, Math.fround(0.1)],
  [list(2, 'time'), ['12:30'], ['12:30:00']],
])('takes two spellings of one default of %j for one', (type, one, other) => {
  expect(backwardRules(compareIceberg(withDefault(type, one), withDefault(type, other)))).toEqual([]);
});

it.each<[type: Json, one: Json, other: Json]>([
  ['timestamp', '2020-01-01T00:00:00', '2020-01-01T00:00:00.000001'],
  ['timestamp', '2020-01-01T00:00:10', '2020-01-01T00:00:01'],
  ['time', '12:30', '12:30:00.1'],
  ['decimal(9, 2)', '140.20', '14.20'],
  ['string', 'a', 'A'],
])('tells two defaults of %j apart', (type, one, other) => {
  const found = compareIceberg(withDefault(type, one), withDefault(type, other));
  expect(backwardRules(found)).toEqual(['INITIAL_DEFAULT_CHANGED']);
});
