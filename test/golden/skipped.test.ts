import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import type { LeftOut } from '../../src/golden/refused.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf } from './weather.ts';

const SCHEMA = schemaOf([field(1, 'id', 'int32', { nullable: false }), field(2, 'x', 'int32')]);

/** What became of a sample on one side; `undefined`: that side does not have it. */
type Fate = 'accepted' | 'refused' | 'skipped';
type Sample = readonly [id: number, fate: Fate];

function sideOf(samples: readonly Sample[]) {
  const rows = (of: readonly Sample[]) =>
    batchOf(
      SCHEMA,
      of.map(([id]) => [id, 7]),
    );
  return {
    batch: rows(samples.filter(([, fate]) => fate === 'accepted')),
    refused: {
      batch: rows(samples.filter(([, fate]) => fate !== 'accepted')),
      rejects: samples.flatMap(([, fate], row): readonly LeftOut[] => {
        if (fate === 'accepted') return [];
        return fate === 'skipped'
          ? [{ row, skipped: true as const }]
          : [{ row, field: 2, code: 'RANGE' as const }];
      }),
    },
  };
}

function compared(before: readonly Sample[], after: readonly Sample[]): Comparison {
  const [left, right] = [sideOf(before), sideOf(after)];
  const refused = { before: left.refused, after: right.refused };
  return compare(SCHEMA, left.batch, right.batch, { refused, explain: false }) as Comparison;
}

describe('a sample that a converter passed over', () => {
  it('is neither missing nor refused, and needs an allowance of its own', () => {
    const found = compared(
      [
        [1, 'accepted'],
        [2, 'accepted'],
      ],
      [
        [1, 'accepted'],
        [2, 'skipped'],
      ],
    );
    expect(found.rows).toMatchObject({ before: 2, after: 2, matched: 1, missing: 0, extra: 0 });
    expect(found.rejects).toBeUndefined();
    expect(found.skips).toEqual({
      before: 0,
      after: 1,
      changed: 1,
      acceptedBefore: 1,
      acceptedAfter: 0,
      refusedBefore: 0,
      refusedAfter: 0,
    });
    expect(goldenVerdict(found, {}).checks).toEqual([
      { measure: 'rows.skipped', observed: 1, allowed: undefined, answer: 'no-allowance' },
    ]);
    expect(goldenVerdict(found, { 'rows.skipped': 1 }).holds).toBe(true);
  });

  it('is no difference where both sides passed it over', () => {
    const found = compared(
      [
        [1, 'accepted'],
        [2, 'skipped'],
      ],
      [
        [1, 'accepted'],
        [2, 'skipped'],
      ],
    );
    expect(found.skips).toMatchObject({ before: 1, after: 1, changed: 0 });
    expect(goldenVerdict(found, {})).toEqual({ holds: true, checks: [] });
  });

  it('is not a reject that changed where the other side refused it', () => {
    const found = compared(
      [
        [1, 'accepted'],
        [2, 'refused'],
      ],
      [
        [1, 'accepted'],
        [2, 'skipped'],
      ],
    );
    expect(found.rejects).toBeUndefined();
    expect(found.skips).toMatchObject({ changed: 1, refusedBefore: 1 });
  });

  it('keeps the totals of either side whole, whatever became of each sample', () => {
    const fates = fc.constantFrom<Fate | undefined>('accepted', 'refused', 'skipped', undefined);
    fc.assert(
      fc.property(fc.array(fc.tuple(fates, fates), { maxLength: 14 }), pairs => {
        const side = (of: 0 | 1) =>
          pairs.flatMap((pair, id): readonly Sample[] => (pair[of] === undefined ? [] : [[id, pair[of]]]));
        const { rows, rejects, skips } = compared(side(0), side(1));
        const [r, s] = [rejects, skips];
        expect(rows.before).toBe(side(0).length);
        expect(rows.after).toBe(side(1).length);
        expect(rows.before).toBe(
          rows.matched +
            rows.missing +
            (r?.before ?? 0) +
            (r?.acceptedBefore ?? 0) +
            (s?.before ?? 0) +
            (s?.acceptedBefore ?? 0) +
            (s?.refusedBefore ?? 0),
        );
        expect(rows.after).toBe(
          rows.matched +
            rows.extra +
            (r?.after ?? 0) +
            (r?.acceptedAfter ?? 0) +
            (s?.after ?? 0) +
            (s?.acceptedAfter ?? 0) +
            (s?.refusedAfter ?? 0),
        );
      }),
      { numRuns: 100 },
    );
  });
});
