import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedCells, comparedTables } from './two-tables.ts';

const rows = (count: number, of: (row: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, row) => of(row));

describe('two tables', () => {
  it('are the same in any order of their rows and columns', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 }), ids => {
        const texts = ids.map(String);
        const old = { id: texts, x: texts.map(text => `v${text}`) };
        const reversed = { x: old.x.toReversed(), id: texts.toReversed() };
        const { comparison, key } = comparedTables(old, reversed);
        expect(comparison.rows).toMatchObject({ matched: ids.length, missing: 0, extra: 0, differ: 0 });
        expect(key).toEqual({ columns: ['id'], how: 'proposed' });
      }),
      { numRuns: 30 },
    );
  });

  it('count every row once: old is matched and missing, new is matched and extra', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        fc.pre(one.some(id => other.includes(id)));
        const { comparison } = comparedTables({ id: one.map(String) }, { id: other.map(String) });
        const shared = one.filter(id => other.includes(id)).length;
        expect(comparison.rows).toMatchObject({
          before: one.length,
          after: other.length,
          matched: shared,
          missing: one.length - shared,
          extra: other.length - shared,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('propose the smallest key, the one that matches most rows, and then the one that is called so', () => {
    const count = 12;
    const old = {
      line: rows(count, String),
      user_id: rows(count, row => `u${row}`),
      half: rows(count, row => String(row % 6)),
      side: rows(count, row => String(Math.floor(row / 6))),
    };
    expect(comparedTables(old, old).key.columns).toEqual(['user_id']);
    const moved = { ...old, user_id: rows(count, row => `u${row + 3}`) };
    expect(comparedTables(old, moved).key.columns).toEqual(['line']);
    const { half, side } = old;
    expect(comparedTables({ half, side }, { half, side }).key.columns.toSorted()).toEqual(['half', 'side']);
  });

  it('propose neither a float, nor what has a null, nor the label', () => {
    const old = {
      x: rows(4, row => `0.${row + 1}`),
      label: rows(4, row => `l${row}`),
      y: ['a', 'b', 'c', null],
    };
    expect(() => comparedTables(old, old)).toThrow(expect.objectContaining({ code: 'KEY_NOT_FOUND' }));
  });

  it('join by several columns, and by long ones', () => {
    const old = { a: ['1', '1', '2'], b: ['x', 'y', 'x'], v: ['1', '2', '3'] };
    const later = { a: ['2', '1', '1'], b: ['x', 'y', 'x'], v: ['3', '2', '9'] };
    const { comparison } = comparedTables(old, later, { key: ['a', 'b'] });
    expect(comparison.rows).toMatchObject({ matched: 3, differ: 1 });
    const ids = ['9007199254740993', '9007199254740994'];
    expect(comparedTables({ ids }, { ids: ids.toReversed() }).comparison.rows).toMatchObject({ matched: 2 });
  });

  it('refuse a key that repeats, with what and how often, and pair nothing by chance', () => {
    const old = { id: ['1', '1', '2'], v: ['1', '2', '3'] };
    expect(() => comparedTables(old, { id: ['1', '2', '3'], v: ['1', '2', '3'] }, { key: ['id'] })).toThrow(
      expect.objectContaining({
        code: 'KEY_NOT_UNIQUE',
        facts: expect.objectContaining({ side: 'old', keys: 1, rows: 2, first: 1, again: 2 }),
      }),
    );
  });

  it('tell columns that one side alone has', () => {
    const { added, removed } = comparedTables({ id: ['1'], a: ['1'] }, { id: ['1'], b: ['1'] });
    expect([removed, added].map(columns => columns.map(({ name }) => name))).toEqual([['a'], ['b']]);
  });

  it('count labels from term to term, where the label is named and where its name says so', () => {
    const id = rows(6, String);
    const old = { id, label: ['a', 'a', 'b', 'b', 'c', 'c'] };
    const later = { id, label: ['b', 'b', 'a', 'a', 'c', 'c'] };
    const { label, comparison } = comparedTables(old, later);
    expect(label).toEqual({ column: 'label', how: 'proposed' });
    expect(comparison.fields[1]!.confusion).toMatchObject({
      pairs: [
        { from: 'a', to: 'b', count: 2 },
        { from: 'b', to: 'a', count: 2 },
      ],
      pattern: { kind: 'permutation' },
    });
  });

  it('find the condition that was planted, and count it over all rows of a large file too', () => {
    const count = 30_000;
    const id = rows(count, String);
    const size = rows(count, row => String((row * 7919) % 1000));
    const noise = rows(count, row => String((row * 104_729) % 977));
    const old = { id, size, noise, label: rows(count, () => 'a') };
    const later = { ...old, label: size.map(value => (Number(value) >= 900 ? 'b' : 'a')) };
    const { comparison } = comparedTables(old, later, { slices: [] });
    expect(comparison.fields[3]!.explanation).toMatchObject({
      rows: count,
      differing: 3000,
      best: {
        condition: { kind: 'term', term: { subject: { name: 'size' }, test: { kind: 'above', value: 899 } } },
        matching: 3000,
        covered: 3000,
      },
    });
  });
});

describe('cells of two types', () => {
  it.each([
    ['an integer and a decimal', ['1', '2'], ['1.0', '2.00'], 0],
    ['a decimal and a float', ['0.1', '0.25'], ['1e-1', '2.5e-1'], 0],
    ['long decimals', ['0.12345678901234567891', '1'], ['0.12345678901234567892', '1'], 1],
    ['integers that doubles take for one', ['9007199254740992', '1'], ['9007199254740993', '1'], 1],
    [
      'a long integer and the float that rounds it',
      ['9007199254740993', '1'],
      ['9007199254740992e0', '1e0'],
      1,
    ],
    ['a text and a number that is called so', ['1.50', 'x'], ['1.5', '2'], 1],
    ['a text with zeros in front and a number', ['007', '8'], ['7', '8'], 1],
    [
      'a date and its midnight',
      ['2024-01-01', '2024-01-02'],
      ['2024-01-01T00:00:00', '2024-01-02T00:00:00'],
      0,
    ],
    [
      'milliseconds and seconds',
      ['2024-01-01T00:00:00.000', '2024-01-01T00:00:01.500'],
      ['2024-01-01T00:00:00', '2024-01-01T00:00:01'],
      1,
    ],
    ['a truth and its text', ['true', 'false'], ['true', 'no'], 1],
    ['two spellings of a date', ['2024/01/01', '2024/01/02'], ['2024-01-01', '2024-01-02'], 0],
    ['nulls and values', [null, null], ['1', '2'], 2],
    ['zero and minus zero', ['0.0', '-0.0'], ['-0.0', '0.0'], 0],
    ['NaN and NaN', ['NaN', '1.5'], ['nan', '1.5'], 0],
    ['long integers beside a NaN', ['9007199254740993', 'NaN'], ['9007199254740992', 'NaN'], 1],
    ['long integers beside an exponent', ['9007199254740993', '1e3'], ['9007199254740992', '1000'], 1],
    ['long integers with and without a NaN', ['9007199254740993', '1'], ['9007199254740993', 'NaN'], 1],
    ['a moment and a wall clock', ['2020-01-01T00:00:00Z'], ['2020-01-01T00:00:00'], 1],
    ['two wall clocks', ['2020-01-01T00:00:00.000'], ['2020-01-01 00:00:00'], 0],
  ])('are compared as the values they are: %s', (_, old, later, differ) => {
    expect(comparedCells(old, later).differ).toBe(differ);
  });

  it('are told as a change of type, and a null column as none', () => {
    expect(comparedCells(['1', '2'], ['a', 'b']).isTypeChanged).toBe(true);
    expect(comparedCells([null, null], ['a', 'b']).isTypeChanged).toBe(false);
    expect(comparedCells(['1', '2'], ['3', '4']).isTypeChanged).toBe(false);
  });
});

describe('two files that change places', () => {
  const cell = fc.option(fc.constantFrom('1', '2', '2.0', '-7', 'x', ''), { freq: 4 });
  const table = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 20 }), cell, cell), {
      minLength: 2,
      selector: ([id]) => id,
    })
    .map(rows => ({
      id: rows.map(([id]) => String(id)),
      a: rows.map(([, a]) => a),
      b: rows.map(([, , b]) => b),
    }));

  it('change what went and what came, and nothing else that is counted', () => {
    fc.assert(
      fc.property(table, table, (old, later) => {
        const ask = { key: ['id'], slices: [] };
        const [there, back] = [comparedTables(old, later, ask), comparedTables(later, old, ask)];
        const { rows } = there.comparison;
        expect(back.comparison.rows).toEqual({
          before: rows.after,
          after: rows.before,
          matched: rows.matched,
          missing: rows.extra,
          extra: rows.missing,
          differ: rows.differ,
        });
        expect([rows.before, rows.after]).toEqual([rows.matched + rows.missing, rows.matched + rows.extra]);
        for (const [at, { toNull, fromNull }] of there.columns.entries()) {
          expect(back.columns[at]).toMatchObject({ toNull: fromNull, fromNull: toNull });
          expect(back.comparison.fields[at]!.differ).toBe(there.comparison.fields[at]!.differ);
        }
      }),
      { numRuns: 60 },
    );
  });
});
