import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { type Join, joinByKey } from '../../src/golden/key.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

const SCHEMA = schemaOf(
  [field(1, 'customer', 'string'), field(2, 'day', 'int32'), field(3, 'amount', 'float64')],
  { key: [1, 2] },
);

const join = (
  before: readonly RecordValues[],
  after: readonly RecordValues[],
  key = SCHEMA.key,
  schema = SCHEMA,
) => joinByKey(schema, key, batchOf(schema, before), batchOf(schema, after));

describe('a join by key', () => {
  it('pairs rows whose key has a null on both sides, because null is a part of a key like another', () => {
    const { before, after, missing, extra } = join([[null, 1, 5]], [[null, 1, 6]]) as Join;
    expect([[...before], [...after], missing, extra]).toEqual([[0], [0], [], []]);
  });

  it('keeps a null apart from the text null, and a part apart from its neighbour', () => {
    const text = schemaOf([field(1, 'a', 'string'), field(2, 'b', 'string')], { key: [1, 2] });
    const { missing, extra } = join(
      [
        [null, 'x'],
        ['ab', 'c'],
        ['1:', '~'],
      ],
      [
        ['null', 'x'],
        ['a', 'bc'],
        ['1:~', null],
      ],
      text.key,
      text,
    ) as Join;
    expect([missing, extra]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it('pairs a label with its alias, because a respelled term is the same term', () => {
    const terms = [{ id: 1, label: 'Hong Kong, China', code: 0n, aliases: ['Hong Kong'] }];
    const country = field(1, 'country', 'string', {
      logical: 'category',
      vocabulary: { ...vocabularyOf(), terms },
    });
    const schema = schemaOf([country]);
    const { missing, extra } = join([['Hong Kong']], [['Hong Kong, China']], [1], schema) as Join;
    expect([missing, extra]).toEqual([[], []]);
  });

  it('refuses a key that occurs twice and says which field would tell the rows apart', () => {
    const schema = schemaOf([
      field(1, 'date', 'int32'),
      // It would tell them apart as well, but what may be null is no key.
      field(3, 'station', 'string'),
      { ...field(2, 'location', 'string'), nullable: false },
    ]);
    const rows = [
      [1, 'a', 'Seattle'],
      [1, 'b', 'New York'],
      [2, 'c', 'Seattle'],
    ];
    const refused = join(rows, rows, [1], schema);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({
      code: 'KEY_NOT_UNIQUE',
      facts: { side: 'before', key: 'date', keys: 1, rows: 2, better: 'location' },
    });
    expect(join(rows, rows, [1, 2], schema)).not.toBeInstanceOf(Fault);
  });

  it('refuses two keys of nothing but nulls, because they are the same key', () => {
    const rows = [
      [null, null, 1],
      [null, null, 2],
    ];
    expect(join(rows, [])).toMatchObject({ code: 'KEY_NOT_UNIQUE' });
    expect(join([], rows)).toMatchObject({ code: 'KEY_NOT_UNIQUE', facts: { side: 'after' } });
  });

  it('refuses to compare without a key', () => {
    expect(join([], [], [])).toMatchObject({ code: 'KEY_NOT_DECLARED' });
  });

  it('adds up, whatever is missing and in whatever order', () => {
    const keys = fc.uniqueArray(fc.tuple(fc.option(fc.string()), fc.option(fc.integer({ min: 0, max: 9 }))), {
      selector: ([customer, day]) => `${customer === null ? 'n' : `s${customer}`}|${day}`,
      maxLength: 30,
    });
    fc.assert(
      fc.property(keys, keys, (left, right) => {
        const rows = (side: typeof left) => side.map(([customer, day]) => [customer, day, 0]);
        const { before, after, missing, extra } = join(rows(left), rows(right)) as Join;
        expect(before.length).toBe(after.length);
        expect(before.length + missing.length).toBe(left.length);
        expect(after.length + extra.length).toBe(right.length);
        for (const [pair, row] of before.entries()) expect(left[row]).toEqual(right[after[pair]!]);
      }),
    );
  });
});
