import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyRemaps, type RemapColumn } from '../../src/golden/key-remap.ts';

type Row = Readonly<Record<string, string | undefined>>;

/** Rows that neither side has the key of on the other. */
function remaps(key: readonly string[], old: readonly Row[], later: readonly Row[]) {
  const names = Object.keys(old[0] ?? {});
  const read = (name: string): RemapColumn => ({
    name,
    old: row => old[row]![name],
    new: row => later[row]![name],
  });
  return keyRemaps({
    key: key.map(read),
    others: names.filter(name => !key.includes(name)).map(read),
    missing: old.map((_, row) => row),
    extra: later.map((_, row) => row),
    isNamed: () => true,
  });
}

describe('a key that came in another’s place', () => {
  it('is offered where its row holds the same, and no other does', () => {
    const old = [{ k: 'Brucella anthracis', a: '1', b: '2', c: '3', d: 'x' }];
    const later = [
      { k: 'Bacillus anthracis', a: '1', b: '2', c: '3', d: 'y' },
      { k: 'another', a: '9', b: '2', c: '8', d: 'y' },
    ];
    expect(remaps(['k'], old, later)).toEqual([
      {
        column: 'k',
        from: 'Brucella anthracis',
        to: 'Bacillus anthracis',
        how: 'cells',
        rows: 1,
        cells: 4,
        agreeing: 3,
      },
    ]);
  });

  it('is not offered where two hold as much of the same, as nobody could say which', () => {
    const row = { a: '1', b: '2', c: '3' };
    expect(
      remaps(
        ['k'],
        [{ k: 'p', ...row }],
        [
          { k: 'q', ...row },
          { k: 'r', ...row },
        ],
      ),
    ).toEqual([]);
  });

  it('is not offered for too few cells, nor where less than three quarters agree', () => {
    expect(remaps(['k'], [{ k: 'p', a: '1' }], [{ k: 'q', a: '1' }])).toEqual([]);
    const [old, later] = [
      [{ k: 'p', a: '1', b: '2', c: '3', d: '4', e: '5' }],
      [{ k: 'q', a: '1', b: '2', c: '3', d: 'x', e: 'x' }],
    ];
    expect(remaps(['k'], old, later)).toEqual([]);
  });

  it('is offered of one part of a key for all rows that have it, and what is merely gone is not', () => {
    const years = ['1', '2', '3', '4'];
    const of = (country: string, pop: string) =>
      years.map(year => ({ country, year, pop: pop + year, fertility: pop }));
    const found = remaps(
      ['country', 'year'],
      [...of('Hong Kong', '7'), ...of('Aruba', '5')],
      of('Hong Kong, China', '7'),
    );
    expect(found).toEqual([
      {
        column: 'country',
        from: 'Hong Kong',
        to: 'Hong Kong, China',
        how: 'cells',
        rows: 4,
        cells: 8,
        agreeing: 8,
      },
    ]);
  });

  it.each([
    ['normalised', 'São', 'Sa\u0303o'],
    ['spelling', 'Hong-Kong', 'hong kong'],
    ['spelling', 'ＡＢＣ', 'abc'],
  ])('is offered as %s whatever the rows hold', (how, from, to) => {
    expect(remaps(['k'], [{ k: from, a: '1' }], [{ k: to, a: '2' }])).toMatchObject([
      { how, from, to, agreeing: 0 },
    ]);
  });

  it('is never one that both sides have, and none is offered twice', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'A', 'B');
    const rows = fc.uniqueArray(fc.record({ k: key, x: key, y: key, z: key }), {
      selector: ({ k }) => k,
      maxLength: 5,
    });
    fc.assert(
      fc.property(rows, rows, (old, later) => {
        const found = remaps(['k'], old, later);
        const [froms, tos] = [found.map(({ from }) => from), found.map(({ to }) => to)];
        expect(new Set(froms).size).toBe(froms.length);
        expect(new Set(tos).size).toBe(tos.length);
        expect(froms.every(from => !later.some(({ k }) => k === from))).toBe(true);
        expect(found.every(({ cells, agreeing }) => agreeing <= cells)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
