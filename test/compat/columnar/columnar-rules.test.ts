import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNAR_RULES, type ColumnarRule } from '../../../src/compat/columnar/columnar-rules.ts';
import type { RuleRow } from '../../../src/compat/native/rule-row.ts';
import type { Column, ColumnarSchema, ColumnType } from '../../../src/native/columnar/column.ts';
import { backwardRules, type RuleCase, ruleSuite } from '../native/rule-suite.ts';
import {
  BINARY,
  column,
  compareFiles,
  compareTypes,
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
import { BY_ID, BY_NAME } from './rule-cases.ts';

describe.each([
  ['name', BY_NAME],
  ['id', BY_ID],
] as const)('in files whose columns are found by %s', (binds, cases) => {
  ruleSuite({
    heading: 'Parquet and Arrow',
    rules: COLUMNAR_RULES as Readonly<Record<ColumnarRule, RuleRow>>,
    cases: cases as Readonly<Record<ColumnarRule, RuleCase<ColumnarSchema, ColumnarRule>>>,
    binds,
    compare: compareFiles,
  });
});

it('every rule has a case in one of the two', () =>
  expect([...Object.keys(BY_NAME), ...Object.keys(BY_ID)].sort()).toEqual(
    Object.keys(COLUMNAR_RULES).sort(),
  ));

describe('the widenings of Delta', () => {
  type Row = {
    readonly system: string;
    readonly from: string;
    readonly to: string;
    readonly verdict: string;
  };
  const text = readFileSync(new URL('../../cases/promotions.json', import.meta.url), 'utf8');
  const rows = (JSON.parse(text) as Row[])
    .filter(({ system }) => system.startsWith('delta'))
    .flatMap(row => row.from.split('|').map(from => ({ ...row, from })));
  const TYPES: Readonly<Record<string, ColumnType>> = {
    byte: int(8),
    short: int(16),
    int: int(32),
    long: int(64),
    float: float(32),
    double: float(64),
    string: STRING,
    date: DATE,
    timestamp_ntz: timestamp('us'),
    'decimal(p,s)': decimal(4, 2),
    'decimal(p+k1,s+k2)': decimal(7, 4),
    'decimal(10+k1,k2)': decimal(12, 2),
    'decimal(20+k1,k2)': decimal(22, 2),
  };

  it.each(rows)('$from → $to is $verdict', ({ from, to, verdict }) => {
    const { levels } = compareTypes(TYPES[from]!, TYPES[to]!);
    // What Delta refuses is refused at one of the two: a long is read as a double, and not as the same number.
    expect(levels.wire.backward && levels.read.backward).toBe(verdict === 'ok');
  });

  it('are all there', () => expect(rows.length).toBeGreaterThan(20));
});

describe('types of one storage', () => {
  it.each<[string, ColumnType, ColumnType, readonly string[]]>([
    ['a moment and the number it is stored in', int(64), timestamp('ms', 'UTC'), ['LOGICAL_TYPE_CHANGED']],
    ['an old moment and a new one', { kind: 'int96' }, timestamp('us'), ['LOGICAL_TYPE_CHANGED']],
    ['a UUID and its bytes', { kind: 'uuid' }, fixed(16), ['LOGICAL_TYPE_CHANGED']],
    ['JSON and text', { kind: 'json' }, STRING, ['LOGICAL_TYPE_CHANGED']],
    ['a day with a zone', DATE, timestamp('us', 'UTC'), ['DATE_TO_TIMESTAMP', 'ZONE_CHANGED']],
    ['a half float that an integer overflows', int(32), float(16), ['TYPE_MISMATCH']],
    ['a list and a struct', list(STRING), struct(), ['TYPE_MISMATCH']],
    ['text in a number', int(32), STRING, ['TYPE_MISMATCH']],
  ])('%s', (_, from, to, rules) => expect(backwardRules(compareTypes(from, to))).toEqual(rules));

  it('show what turns the one into the other', () => {
    const conversions = (from: ColumnType, to: ColumnType) =>
      compareTypes(from, to).findings.flatMap(({ conversion, direction }) =>
        direction === 'backward' ? (conversion ?? []) : [],
      );
    expect(conversions(timestamp('s'), timestamp('ns'))).toEqual(['×1000000000']);
    expect(conversions(timestamp('us'), timestamp('ms'))).toEqual(['×1/1000']);
    expect(conversions(decimal(4, 2), decimal(4, 3))).toEqual(['×10']);
  });
});

describe('metadata of a file', () => {
  const said = (text: string): ColumnarSchema => ({
    ...file(column('a', STRING)),
    keys: ['ARROW:schema'],
    said: new Map([['ARROW:schema', text]]),
  });

  it('that has another text is noted, because a duration in seconds may be one in milliseconds there', () => {
    const found = compareFiles(said('s'), said('ms'));
    expect(backwardRules(found)).toEqual(['FILE_PROPERTIES_CHANGED']);
    expect(found.class).not.toBe('identical');
  });

  it('is not told of where it is the same', () => {
    expect(compareFiles(said('s'), said('s')).class).toBe('identical');
  });
});

describe('files some of whose columns have ids', () => {
  it('are read by name, because by id the others would not be found', () => {
    const half = file(column('a', STRING, { id: 1 }), column('b', STRING));
    const renamed = file(column('c', STRING, { id: 1 }), column('b', STRING));
    expect(backwardRules(compareFiles(half, renamed))).toEqual(['COLUMN_FILLED', 'COLUMN_DROPPED']);
  });

  it('are read by name where two have the same', () => {
    const twice = file(column('a', STRING, { id: 1 }), column('b', STRING, { id: 1 }));
    expect(compareFiles(twice, file(column('a', STRING, { id: 1 }))).levels.wire.backward).toBe(true);
  });
});

describe('ids that two columns exchanged', () => {
  const places = (lon: number, lat: number, ...more: readonly Column[]) =>
    file(column('lon', STRING, { id: lon }), column('lat', STRING, { id: lat }), ...more);

  it('break training where some columns have none, because readers by id take one for the other', () => {
    const z = column('z', STRING);
    const { levels, findings } = compareFiles(places(1, 2, z), places(2, 1, z));
    expect(backwardRules({ findings })).toEqual(['ID_CHANGED', 'ID_CHANGED']);
    expect(levels.train).toEqual({ backward: false, forward: false });
  });

  it('are names that were given to another where every column has one', () => {
    const found = compareFiles(places(1, 2), places(2, 1));
    expect(backwardRules(found).filter(rule => rule === 'NAME_REUSED')).toHaveLength(2);
  });
});

describe('any two files', () => {
  const types: fc.Arbitrary<ColumnType> = fc.letrec<{ type: ColumnType }>(tie => ({
    type: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(
        int(8),
        int(64),
        int(32, false),
        float(32),
        decimal(4, 2),
        decimal(9, 3),
        STRING,
        BINARY,
        DATE,
      ),
      fc.constantFrom(timestamp('ms'), timestamp('ns', 'UTC'), fixed(16), { kind: 'uuid' } as const),
      tie('type').map(type => list(type)),
      fc
        .array(tie('type'), { maxLength: 3 })
        .map(all => struct(...all.map((type, place) => column(`f${place}`, type)))),
    ),
  })).type;
  const files = fc
    .array(fc.record({ type: types, nullable: fc.boolean(), id: fc.option(fc.nat(3), { nil: undefined }) }), {
      maxLength: 4,
    })
    .map(columns =>
      file(...columns.map(({ type, nullable, id }, place) => column(`c${place}`, type, { nullable, id }))),
    );

  it('are judged the same from both ends, with the directions changed over', () => {
    fc.assert(
      fc.property(files, files, (one, other) => {
        const told = (from: ColumnarSchema, to: ColumnarSchema, direction: string) =>
          compareFiles(from, to)
            .findings.filter(found => found.direction === direction)
            .map(({ direction: _, ...found }) => found);
        expect(told(one, other, 'backward')).toEqual(told(other, one, 'forward'));
      }),
      { numRuns: 150 },
    );
  });

  it('are identical where they are one', () => {
    fc.assert(
      fc.property(files, one => {
        expect(compareFiles(one, structuredClone(one))).toMatchObject({ class: 'identical', findings: [] });
      }),
      { numRuns: 100 },
    );
  });

  it('that differ in anything are told apart', () => {
    fc.assert(
      fc.property(files, files, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(compareFiles(one, other).findings.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});
