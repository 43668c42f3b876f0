import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntries, type Entry, encodeEntry, partOfId } from '../../../src/golden/reconcile/entry.ts';
import { Reconciler, type Reconciliation } from '../../../src/golden/reconcile/reconcile.ts';
import { EntrySpill } from '../../../src/service/entry-spill.ts';

type Sample = { readonly id: string; readonly says: string; readonly time_s?: number };

const entries = (samples: readonly Sample[]): Entry[] =>
  samples.map(({ id, says, time_s = Number.NaN }, row) => ({
    id,
    row,
    time_s,
    content: hash('sha256', says, 'buffer'),
  }));

function reconciled(
  old: readonly Sample[],
  later: readonly Sample[],
  parts = 1,
  lag_s?: number,
): Reconciliation {
  const [left, right] = [entries(old), entries(later)];
  const latest = (all: readonly Entry[]): number =>
    Math.max(
      Number.NEGATIVE_INFINITY,
      ...all.map(({ time_s }) => time_s).filter(time => !Number.isNaN(time)),
    );
  const found = new Reconciler({ listed_max: 1000, lag_s }, { old: latest(left), new: latest(right) });
  for (let part = 0; part < parts; part++) {
    const own = ({ id }: Entry): boolean => partOfId(id, parts) === part;
    found.add(left.filter(own), right.filter(own));
  }
  return found.finish();
}

const sample = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'ä', '\u{1f600}'),
  says: fc.constantFrom('x', 'y'),
});
const snapshot = fc.array(sample, { maxLength: 12 });

/** By asking of each id on its own. */
function byHand(old: readonly Sample[], later: readonly Sample[]) {
  const ids = (all: readonly Sample[]) => new Set(all.map(({ id }) => id));
  const says = (all: readonly Sample[], id: string) =>
    [...new Set(all.filter(each => each.id === id).map(each => each.says))].sort().join();
  const both = [...ids(old)].filter(id => ids(later).has(id));
  const repeated = (all: readonly Sample[]) => ({
    ids: [...ids(all)].filter(id => all.filter(each => each.id === id).length > 1).length,
    records: all.length - ids(all).size,
  });
  return {
    ids: { old: ids(old).size, new: ids(later).size },
    same: both.filter(id => says(old, id) === says(later, id)).length,
    differing: both.filter(id => says(old, id) !== says(later, id)).length,
    missing: {
      old: { count: [...ids(later)].filter(id => !ids(old).has(id)).length, late: 0 },
      new: { count: [...ids(old)].filter(id => !ids(later).has(id)).length, late: 0 },
    },
    duplicates: { old: repeated(old), new: repeated(later) },
  };
}

describe('two snapshots', () => {
  it('are counted as asking of each id counts them, in however many parts they are looked at', () => {
    fc.assert(
      fc.property(snapshot, snapshot, fc.integer({ min: 1, max: 5 }), (old, later, parts) => {
        const found = reconciled(old, later, parts);
        expect(found).toMatchObject(byHand(old, later));
        expect(found.ids.old).toBe(found.same + found.differing + found.missing.new.count);
        expect(found.ids.new).toBe(found.same + found.differing + found.missing.old.count);
        expect(found.listed).toEqual(reconciled(old, later).listed);
      }),
      { numRuns: 150 },
    );
  });

  it('change places in every count when they change places', () => {
    fc.assert(
      fc.property(snapshot, snapshot, (old, later) => {
        const [there, back] = [reconciled(old, later), reconciled(later, old)];
        const turned = <T>({ old: a, new: b }: { readonly old: T; readonly new: T }) => ({ old: b, new: a });
        expect(back).toMatchObject({
          ids: turned(there.ids),
          same: there.same,
          differing: there.differing,
          missing: turned(there.missing),
          duplicates: turned(there.duplicates),
        });
        expect(back.listed.missing).toEqual(turned(there.listed.missing));
        expect(back.listed.duplicates).toEqual(turned(there.listed.duplicates));
      }),
      { numRuns: 100 },
    );
  });

  it('hide no planted difference: each is listed by its id, by its place in the file', () => {
    const old = Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, says: 'x' }));
    const later = old
      .filter(({ id }) => id !== 's7' && id !== 's200')
      .map(each => (each.id === 's50' ? { ...each, says: 'y' } : each))
      .concat({ id: 'new', says: 'x' }, { id: 's9', says: 'x' });
    const { listed } = reconciled(old, later, 4);
    expect(listed.missing.new.map(({ id }) => id)).toEqual(['s7', 's200']);
    expect(listed.missing.old.map(({ id }) => id)).toEqual(['new']);
    expect(listed.differing).toEqual([{ id: 's50', row: 50, newRow: 49 }]);
    expect(listed.duplicates).toEqual({ old: [], new: [{ id: 's9', row: 8, records: 2 }] });
  });

  it('call late what is missing within the lag before the time that both have reached', () => {
    const at = (id: string, time_s: number): Sample => ({ id, says: 'x', time_s });
    const old = [at('a', 100), at('b', 880), at('c', 950), at('d', 1000)];
    const later = [at('d', 1000), at('e', 1200)];
    const found = reconciled(old, later, 1, 100);
    // 880 is older than 1000 - 100: whatever was late had come by then.
    expect(found.watermark_s).toBe(1000);
    expect(found.missing).toEqual({ new: { count: 3, late: 1 }, old: { count: 1, late: 1 } });
    expect(found.listed.missing.new).toEqual([
      { id: 'a', row: 0, late: false },
      { id: 'b', row: 1, late: false },
      { id: 'c', row: 2, late: true },
    ]);
  });

  it('have no watermark where one of them has no time, so that nothing is excused', () => {
    const found = reconciled([{ id: 'a', says: 'x', time_s: 5 }], [{ id: 'b', says: 'x' }], 1, 100);
    expect(found.watermark_s).toBeUndefined();
    expect(found.missing).toEqual({ old: { count: 1, late: 0 }, new: { count: 1, late: 0 } });
  });
});

describe('entries', () => {
  it('come back from their bytes as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.string({ unit: 'grapheme' }), says: fc.string() })),
        samples => {
          const written = entries(samples.map(each => ({ ...each, id: each.id.toWellFormed() })));
          const read = [...decodeEntries(Buffer.concat(written.map(encodeEntry)))];
          expect(read.map(each => ({ ...each, content: Buffer.from(each.content) }))).toEqual(written);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are refused with SPILL_UNWRITABLE where neither memory nor the disk has room', () => {
    using spill = new EntrySpill(10, '/dev/null');
    const refused = spill.put('old', entries([{ id: 'a', says: 'x' }])[0]!);
    expect(refused).toMatchObject({ code: 'SPILL_UNWRITABLE', facts: { folder: '/dev/null' } });
  });

  it('come back once each, whether memory had room for them or not', () => {
    const written = entries(Array.from({ length: 500 }, (_, n) => ({ id: `id ${n % 400}`, says: `${n}` })));
    for (const held_bytes_max of [1 << 20, 2_000]) {
      using spill = new EntrySpill(held_bytes_max);
      for (const entry of written) expect(spill.put('new', entry)).toBeUndefined();
      const parts = [...spill.parts()].map(part => ({ old: [...part.old], new: [...part.new] }));
      expect(parts.flatMap(part => part.old)).toEqual([]);
      const rows = parts.flatMap(part => part.new.map(({ row }) => row)).sort((a, b) => a - b);
      expect(rows).toEqual(written.map(({ row }) => row));
    }
  });
});
