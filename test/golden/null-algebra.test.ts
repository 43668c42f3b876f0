import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Type } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Value } from '../../src/contract/value.ts';
import { type CompareOptions, type Comparison, compare } from '../../src/golden/compare.ts';
import { NULL_KINDS } from '../../src/golden/null-kinds.ts';
import { field, schemaOf } from './weather.ts';

const nested = (id: number, name: string, type: Type, logical: Field['logical']): Field =>
  field(id, name, 'int32', { type, logical });

const STREET = field(4, 'street', 'string');
const ADDRESS = nested(
  3,
  'address',
  { kind: 'struct', fields: [STREET, field(5, 'no', 'int32')] },
  'structure',
);
const ITEM = field(7, 'item', 'float64');
const LIST = nested(6, 'list', { kind: 'list', element: ITEM, length: { min: 0, max: 9 } }, 'sequence');
const HELD = field(10, 'value', 'int32');
const MAP = nested(
  8,
  'map',
  { kind: 'map', key: field(9, 'key', 'string', { nullable: false }), value: HELD, entries: 9 },
  'mapping',
);
const SCHEMA = schemaOf([
  field(1, 'id', 'int32', { nullable: false }),
  field(2, 'x', 'float64', { sentinels: [{ value: -1, means: 'unknown' }] }),
  ADDRESS,
  LIST,
  MAP,
]);

function nullsOf(
  schema: Schema,
  before: readonly (readonly Value[])[],
  after: readonly (readonly Value[])[],
  options: CompareOptions = {},
) {
  const rows = (side: readonly (readonly Value[])[]) =>
    batchOf(
      schema,
      side.map((row, at) => [at, ...row]),
    );
  return (compare(schema, rows(before), rows(after), { explain: false, ...options }) as Comparison).nulls;
}

const plain = [1, ['Main', 7], [1, 2], [['a', 1]]] as const;
const at = (place: number, value: Value): readonly Value[] => plain.with(place, value as never);

describe('what stands where a value may', () => {
  it('is not listed where values alone do', () => expect(nullsOf(SCHEMA, [plain], [plain])).toEqual([]));

  it('is counted by kind on either side, and from one to the other', () => {
    const before = [at(0, null), at(0, Number.NaN), at(0, -1), at(0, 0)];
    const after = [at(0, -1), at(0, Number.NaN), at(0, 3), at(0, null)];
    expect(nullsOf(SCHEMA, before, after)).toEqual([
      {
        field: 2,
        path: 'x (2)',
        before: [
          { kind: 'null', count: 1 },
          { kind: 'sentinel', count: 1 },
          { kind: 'nan', count: 1 },
          { kind: 'value', count: 1 },
        ],
        after: [
          { kind: 'null', count: 1 },
          { kind: 'sentinel', count: 1 },
          { kind: 'nan', count: 1 },
          { kind: 'value', count: 1 },
        ],
        transitions: [
          { from: 'null', to: 'sentinel', count: 1 },
          { from: 'sentinel', to: 'value', count: 1 },
          { from: 'value', to: 'null', count: 1 },
        ],
      },
    ]);
  });

  it('tells what no record wrote from a null and from the value of its default', () => {
    const unwritten = { before: new Map([[2, new Set([0, 1])]]), after: new Map([[2, 'all' as const]]) };
    const rows = [at(0, null), at(0, 0.5), at(0, null)];
    expect(nullsOf(SCHEMA, rows, rows, { unwritten })).toMatchObject([
      {
        before: [
          { kind: 'absent', count: 1 },
          { kind: 'default', count: 1 },
          { kind: 'null', count: 1 },
        ],
        after: [
          { kind: 'absent', count: 2 },
          { kind: 'default', count: 1 },
        ],
        transitions: [{ from: 'null', to: 'absent', count: 1 }],
      },
    ]);
  });

  it('is counted in structs, and under a null there is no place', () => {
    const found = nullsOf(SCHEMA, [at(1, ['', null]), at(1, null)], [at(1, ['Main', null]), at(1, ['', 3])]);
    expect(found).toMatchObject([
      { path: 'address (3)', transitions: [{ from: 'null', to: 'value', count: 1 }] },
      {
        path: 'address (3).street (4)',
        transitions: [
          { from: 'none', to: 'empty', count: 1 },
          { from: 'empty', to: 'value', count: 1 },
        ],
      },
      {
        path: 'address (3).no (5)',
        before: [
          { kind: 'none', count: 1 },
          { kind: 'null', count: 1 },
        ],
        transitions: [{ from: 'none', to: 'value', count: 1 }],
      },
    ]);
  });

  it('tells [], [null] and null apart, and counts the elements of lists at their places', () => {
    const [before, after] = [
      [at(2, []), at(2, [null]), at(2, null), at(2, [1, 2])],
      [at(2, [null]), at(2, null), at(2, []), at(2, [1, Number.NaN, 3])],
    ];
    expect(nullsOf(SCHEMA, before, after)).toMatchObject([
      {
        path: 'list (6)',
        before: [
          { kind: 'null', count: 1 },
          { kind: 'empty', count: 1 },
          { kind: 'all-null', count: 1 },
          { kind: 'value', count: 1 },
        ],
      },
      {
        path: 'list (6).item (7)',
        transitions: [
          { from: 'none', to: 'null', count: 1 },
          { from: 'none', to: 'value', count: 1 },
          { from: 'null', to: 'none', count: 1 },
          { from: 'value', to: 'nan', count: 1 },
        ],
      },
    ]);
  });

  it('holds entries of maps against those of the same key, wherever they stand', () => {
    const [before, after] = [
      [
        at(3, [
          ['a', 1],
          ['b', null],
        ] as never),
      ],
      [
        at(3, [
          ['b', 2],
          ['a', null],
          ['c', 3],
        ] as never),
      ],
    ];
    expect(nullsOf(SCHEMA, before, after)).toMatchObject([
      {
        path: 'map (8).value (10)',
        transitions: [
          { from: 'none', to: 'value', count: 1 },
          { from: 'null', to: 'value', count: 1 },
          { from: 'value', to: 'null', count: 1 },
        ],
      },
    ]);
  });

  it('adds up to the same on both sides, and of a field of the record to the matched samples', () => {
    const kinds = fc.constantFrom<Value>(null, Number.NaN, -1, 0, 5, Number.POSITIVE_INFINITY);
    const lists = fc.constantFrom<Value>(null, [], [null], [null, 1], [1]);
    const rows = fc.array(fc.tuple(kinds, lists), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(rows, rows, (left, right) => {
        const matched = Math.min(left.length, right.length);
        const made = (side: typeof left) => side.map(([x, list]) => at(0, x).with(2, list as never));
        for (const { field: id, before, after, transitions } of nullsOf(SCHEMA, made(left), made(right))) {
          const sum = (counts: readonly { readonly count: number }[]) =>
            counts.reduce((total, { count }) => total + count, 0);
          expect(sum(before)).toBe(sum(after));
          if (id === 2 || id === 6) expect(sum(before)).toBe(matched);
          for (const kind of NULL_KINDS) {
            const of = (counts: typeof before) => sum(counts.filter(one => one.kind === kind));
            const gone = sum(transitions.filter(({ from }) => from === kind));
            const come = sum(transitions.filter(({ to }) => to === kind));
            expect(of(after)).toBe(of(before) - gone + come);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
