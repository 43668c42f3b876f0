import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareField } from '../../../src/contract/bare-field.ts';
import type { Field, Type } from '../../../src/contract/field.ts';
import { parseUnit } from '../../../src/contract/parse-unit.ts';
import type { Value } from '../../../src/contract/value.ts';
import { inferColumn } from '../../../src/golden/tables/infer-column.ts';
import { type TypedColumn, typeNames } from '../../../src/golden/tables/typed-column.ts';
import { unify } from '../../../src/golden/tables/unify.ts';
import { cellOf } from '../../../src/service/table-cell.ts';

function fieldOf(type: Type, unit?: 's' | 'ms' | 'us' | 'ns'): Field {
  const parsed = unit === undefined ? undefined : parseUnit(unit);
  if (parsed instanceof Error) throw parsed;
  return { ...bareField(1, 'x', type, 'number', true), unit: parsed };
}

const listOf = (element: Field): Field => fieldOf({ kind: 'list', element, length: { min: 0, max: 9 } });

function typed(field: Field, ...values: readonly Value[]): TypedColumn {
  const { type, read } = cellOf(field);
  return {
    name: 'x',
    type,
    cells: values.map(value => (value === null ? null : read(value))),
    absent: 0,
  };
}

const json = (...cells: readonly string[]): TypedColumn =>
  inferColumn({ name: 'x', cells, kinds: cells.map(() => 'nested'), absent: 0 });
const jsonTexts = (...cells: readonly string[]): TypedColumn =>
  inferColumn({ name: 'x', cells, kinds: cells.map(() => 'text'), absent: 0 });

/** How many of the rows differ. */
function differing(before: TypedColumn, after: TypedColumn): number {
  const { old, new: later } = unify(before, after);
  return old.filter((value, row) => value !== later[row]).length;
}

const [INT64, TEXT, BYTES, DATE, FLOAT64] = [
  fieldOf({ kind: 'int64' }),
  fieldOf({ kind: 'string' }),
  fieldOf({ kind: 'bytes' }),
  fieldOf({ kind: 'date' }),
  fieldOf({ kind: 'float64' }),
];
const seconds = (kind: 'duration' | 'time'): Field => fieldOf({ kind }, 's');
const MOMENT = fieldOf({ kind: 'timestamp', zone: 'instant' }, 'us');
const CLOCK = fieldOf({ kind: 'timestamp', zone: 'local' }, 'us');
const bytes = Uint8Array.of(0x61, 0x62);

describe('columns that schemas describe', () => {
  it.each([
    [
      'durations of 5 s and 5 ms',
      typed(seconds('duration'), 5n),
      typed(fieldOf({ kind: 'duration' }, 'ms'), 5n),
    ],
    ['a duration and a number', typed(seconds('duration'), 5n), typed(INT64, 5n)],
    ['a duration and its text', typed(seconds('duration'), 5n), jsonTexts('5 s')],
    ['a moment and a wall clock', typed(MOMENT, 5n), typed(CLOCK, 5n)],
    ['a moment beyond the calendar and a wall clock', typed(MOMENT, 1n << 62n), typed(CLOCK, 1n << 62n)],
    ['bytes and the text of their digits', typed(BYTES, bytes), typed(TEXT, '6162')],
    ['integers and texts in lists', typed(listOf(INT64), [5n]), typed(listOf(TEXT), ['5'])],
    ['dates and texts in lists', typed(listOf(DATE), [5]), typed(listOf(TEXT), ['1970-01-06'])],
    ['bytes and texts in lists', typed(listOf(BYTES), [bytes]), typed(listOf(TEXT), ['6162'])],
    ['a NaN and its text in lists', typed(listOf(FLOAT64), [Number.NaN]), typed(listOf(TEXT), ['NaN'])],
    ['an infinity and its text in JSON', typed(listOf(FLOAT64), [1 / 0]), json('["Infinity"]')],
    ['moments and wall clocks in lists', typed(listOf(MOMENT), [5n]), typed(listOf(CLOCK), [5n])],
    [
      'durations of two units in lists',
      typed(listOf(seconds('duration')), [5n]),
      typed(listOf(fieldOf({ kind: 'duration' }, 'ms')), [5n]),
    ],
    ['an integer in a list and a text in JSON', typed(listOf(INT64), [5n]), json('["5"]')],
    ['bytes in a list and a text in JSON', typed(listOf(BYTES), [bytes]), json('["6162"]')],
    [
      'a moment in a list and a wall clock in JSON',
      typed(listOf(MOMENT), [0n]),
      json('["1970-01-01T00:00:00"]'),
    ],
    ['neighbours among long integers', typed(listOf(INT64), [(1n << 53n) + 1n]), json('[9007199254740992]')],
  ])('differ in %s', (_, before, after) => {
    expect([differing(before, after), differing(after, before)]).toEqual([1, 1]);
  });

  it.each([
    ['5 s and 5000 ms', typed(seconds('duration'), 5n), typed(fieldOf({ kind: 'duration' }, 'ms'), 5000n)],
    [
      'durations that 64 bits do not hold in the finer unit',
      typed(seconds('duration'), 1n << 62n, 5n),
      typed(fieldOf({ kind: 'duration' }, 'us'), 0n, 5_000_000n),
      1,
    ],
    [
      'a time of day in two units',
      typed(seconds('time'), 5n),
      typed(fieldOf({ kind: 'time' }, 'us'), 5_000_000n),
    ],
    [
      'a time of day and its text',
      typed(fieldOf({ kind: 'time' }, 'us'), 5_500_000n),
      jsonTexts('00:00:05.500'),
    ],
    [
      'moments that 64 bits do not hold in the finer unit',
      typed(fieldOf({ kind: 'timestamp', zone: 'instant' }, 's'), 253_402_300_799n, 5n),
      typed(fieldOf({ kind: 'timestamp', zone: 'instant' }, 'ns'), 0n, 5_000_000_000n),
      1,
    ],
    [
      'integers in a list and in JSON',
      typed(listOf(INT64), [1n, (1n << 53n) + 1n]),
      json('[1,9007199254740993]'),
    ],
    ['an integer and a float in lists', typed(listOf(INT64), [5n]), typed(listOf(FLOAT64), [5])],
    [
      'a decimal and a float in lists',
      typed(listOf(fieldOf({ kind: 'decimal', precision: 4, scale: 2 })), [150n]),
      typed(listOf(FLOAT64), [1.5]),
    ],
    [
      'a float32 in a list and in JSON',
      typed(listOf(fieldOf({ kind: 'float32' })), [Math.fround(0.1)]),
      json('[0.1]'),
    ],
    ['a date in a list and in JSON', typed(listOf(DATE), [5]), json('["1970-01-06"]')],
    [
      'a moment in a list and in JSON',
      typed(listOf(MOMENT), [0n]),
      json('["1970-01-01T01:00:00.000+01:00"]'),
    ],
    [
      'durations of two units in lists',
      typed(listOf(seconds('duration')), [5n]),
      typed(listOf(fieldOf({ kind: 'duration' }, 'ms')), [5000n]),
    ],
    [
      'a map and an object of JSON',
      typed(fieldOf({ kind: 'map', key: TEXT, value: INT64, entries: 9 }), [
        ['b', 2n],
        ['a', 1n],
      ]),
      json('{"a":1,"b":2}'),
    ],
    [
      'a struct and an object of JSON',
      typed(
        fieldOf({
          kind: 'struct',
          fields: [
            { ...DATE, name: 'd' },
            { ...TEXT, name: 'a' },
          ],
        }),
        [5, null],
      ),
      json('{"a":null,"d":"1970-01-06"}'),
    ],
  ])('are the same in %s', (_, before, after, differ = 0) => {
    expect([differing(before, after), differing(after, before)]).toEqual([differ, differ]);
  });

  it('name what is inside two types where that alone tells them apart, and tell the change', () => {
    const names = (before: TypedColumn, after: TypedColumn) => ({
      ...typeNames({ old: before.type, new: after.type }),
      changed: unify(before, after).isTypeChanged,
    });
    const empty = [typed(listOf(INT64), []), typed(listOf(TEXT), [])] as const;
    expect(names(...empty)).toEqual({ old: 'list<int>', new: 'list<text>', changed: true });
    expect(names(empty[0], empty[0])).toEqual({ old: 'nested', new: 'nested', changed: false });
    expect(names(empty[0], json('[]'))).toEqual({ old: 'nested', new: 'nested', changed: false });
    expect(names(typed(MOMENT, 5n), typed(CLOCK, 5n))).toEqual({
      old: 'timestamp instant',
      new: 'timestamp local',
      changed: true,
    });
  });
});

describe('a column in which JSON has several kinds', () => {
  const mixed = (number: string, text: string): TypedColumn =>
    inferColumn({ name: 'x', cells: [number, text], kinds: ['number', 'text'], absent: 0 });

  it('holds numbers by their value, and no text for what it is not', () => {
    for (const [one, other] of [
      ['1.0', '1'],
      ['-0', '0'],
      ['1E+2', '100'],
    ] as const)
      expect(differing(mixed(one, 'a'), mixed(other, 'a'))).toBe(0);
    expect(differing(mixed('-0', '5'), typed(INT64, 0n, 5n))).toBe(1);
    expect(differing(mixed('1', '6162'), typed(BYTES, bytes, bytes))).toBe(2);
  });
});

describe('values of two kinds', () => {
  const count = fc.bigInt({ min: 0n, max: 80_000n });
  const spellings = fc.oneof(
    count.map(String),
    count.map(value => `${value} s`),
    fc.constantFrom(
      'NaN',
      'Infinity',
      'true',
      'null',
      '6162',
      '1970-01-06',
      '00:00:05',
      '1970-01-01T00:00:05Z',
    ),
    fc.string(),
  );
  const leaf: fc.Arbitrary<readonly [kind: string, field: Field, value: Value]> = fc.oneof(
    count.map(value => ['number', INT64, value] as const),
    fc.double().map(value => [Number.isFinite(value) ? 'number' : 'endless', FLOAT64, value] as const),
    fc.boolean().map(value => ['bool', fieldOf({ kind: 'bool' }), value] as const),
    spellings.map(value => ['text', TEXT, value] as const),
    spellings.map(value => ['bytes', BYTES, Buffer.from(value)] as const),
    count.map(value => ['date', DATE, Number(value)] as const),
    count.map(value => ['time', seconds('time'), value] as const),
    count.map(value => ['duration', seconds('duration'), value] as const),
    count.map(value => ['moment', MOMENT, value * 1_000_000n] as const),
    count.map(value => ['clock', CLOCK, value * 1_000_000n] as const),
  );
  const value = fc.tuple(leaf, fc.nat(3)).map(([[kind, field, held], nesting]) => {
    const wrap = [
      [listOf(field), [held]],
      [listOf(listOf(field)), [[held]]],
      [fieldOf({ kind: 'struct', fields: [field] }), [held]],
      [fieldOf({ kind: 'map', key: TEXT, value: field, entries: 9 }), [['k', held]]],
    ] as const satisfies readonly (readonly [Field, Value])[];
    const [outer, whole] = wrap[nesting]!;
    return { kind: `${kind} ${nesting}`, column: typed(outer, whole) };
  });

  it('are never one inside what is nested', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        fc.pre(one.kind !== other.kind);
        expect(differing(one.column, other.column)).toBe(1);
      }),
      { numRuns: 400 },
    );
  });
});
