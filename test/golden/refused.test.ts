import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RejectCode } from '../../src/contract/reject.ts';
import type { Value } from '../../src/contract/value.ts';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf } from './weather.ts';

const SCHEMA = schemaOf([field(1, 'id', 'int32', { nullable: false }), field(2, 'x', 'int32')]);

/** A record by its key, and why it is refused, where it is. */
type Sample = readonly [id: Value, code?: RejectCode, field?: number];

function sideOf(samples: readonly Sample[]) {
  const rows = (of: readonly Sample[]) =>
    batchOf(
      SCHEMA,
      of.map(([id]) => [id, 7]),
    );
  const isRefused = ([, code]: Sample): boolean => code !== undefined;
  return {
    batch: rows(samples.filter(sample => !isRefused(sample))),
    refused: {
      batch: rows(samples.filter(isRefused)),
      rejects: samples.flatMap(([, code, of = 2], row) =>
        code === undefined ? [] : [{ row, field: of, code }],
      ),
    },
  };
}

function compared(before: readonly Sample[], after: readonly Sample[]): Comparison | Fault {
  const [left, right] = [sideOf(before), sideOf(after)];
  const refused = { before: left.refused, after: right.refused };
  return compare(SCHEMA, left.batch, right.batch, { refused, explain: false });
}

const comparison = (before: readonly Sample[], after: readonly Sample[]): Comparison =>
  compared(before, after) as Comparison;

describe('a sample that is refused', () => {
  it('is not missing, because the other side has it and says why it refused it', () => {
    const found = comparison([[1], [2], [3]], [[1], [2, 'UNKNOWN_ENUM'], [3]]);
    expect(found.rows).toEqual({ before: 3, after: 3, matched: 2, missing: 0, extra: 0, differ: 0 });
    expect(found.rejects).toEqual({
      before: 0,
      after: 1,
      same: 0,
      changed: 1,
      oneSided: 1,
      otherwise: 0,
      acceptedBefore: 1,
      acceptedAfter: 0,
      reasons: [{ field: 2, code: 'UNKNOWN_ENUM', before: 0, after: 1 }],
      changedRows: { before: [], after: [1] },
    });
    expect(goldenVerdict(found, {}).checks).toEqual([
      { measure: 'rejects.changed', observed: 1, allowed: undefined, answer: 'no-allowance' },
    ]);
  });

  it('is not extra either where the new side accepts it', () => {
    const found = comparison([[2, 'RANGE'], [1]], [[1], [2]]);
    expect(found.rows).toMatchObject({ matched: 1, missing: 0, extra: 0 });
    expect(found.rejects).toMatchObject({ changed: 1, acceptedAfter: 1, changedRows: { before: [0] } });
  });

  it('is found by its key wherever it stands in either file', () => {
    const found = comparison([[1], [9, 'RANGE'], [3]], [[9, 'RANGE'], [3], [1]]);
    expect(found.rejects).toMatchObject({ same: 1, changed: 0 });
    expect(goldenVerdict(found, {})).toEqual({ holds: true, checks: [] });
  });

  it('is changed when its reason or its field is another: equal totals can hide an exchange', () => {
    const found = comparison(
      [[1], [3, 'RANGE'], [4, 'UNKNOWN_ENUM'], [5, 'RANGE'], [6, 'RANGE', 1]],
      [[1], [3, 'UNKNOWN_ENUM'], [4, 'RANGE'], [5, 'RANGE'], [6, 'RANGE', 2]],
    );
    expect(found.rejects).toMatchObject({
      before: 4,
      after: 4,
      same: 1,
      changed: 3,
      oneSided: 0,
      otherwise: 3,
    });
    expect(found.rejects?.reasons).toEqual([
      { field: 1, code: 'RANGE', before: 1, after: 0 },
      { field: 2, code: 'RANGE', before: 2, after: 3 },
      { field: 2, code: 'UNKNOWN_ENUM', before: 1, after: 1 },
    ]);
    expect(goldenVerdict(found, {}).holds).toBe(false);
    expect(goldenVerdict(found, { 'rejects.changed': 2 }).holds).toBe(false);
    expect(goldenVerdict(found, { 'rejects.changed': 3 }).holds).toBe(true);
  });

  it('leaves a threshold to be judged where nothing is refused, because none is fewer than allowed', () => {
    const found = comparison([[1]], [[1]]);
    expect(found.rejects).toBeUndefined();
    expect(goldenVerdict(found, { 'rejects.changed': 0 })).toMatchObject({
      holds: true,
      checks: [{ measure: 'rejects.changed', observed: 0, answer: 'within' }],
    });
  });

  it('may not have the key of another, because nobody could say which of the two was meant', () => {
    for (const after of [
      [[1], [7], [2, 'RANGE'], [7, 'RANGE']],
      [[1], [7, 'RANGE'], [2], [7, 'UNKNOWN_ENUM']],
    ] as const) {
      const fault = compared([[1]], after);
      expect(fault).toBeInstanceOf(Fault);
      expect(fault).toMatchObject({ code: 'KEY_NOT_UNIQUE', facts: { side: 'after', first: 2, again: 4 } });
    }
  });

  it('for its key itself is held against as many like it, because it can be told from none', () => {
    const broken: Sample = [null, 'NULL_NOT_ALLOWED', 1];
    expect(comparison([[1], broken, broken], [broken, [1], broken]).rejects).toMatchObject({
      same: 2,
      changed: 0,
    });
    const found = comparison([[1], [2], broken], [[1], broken, broken, broken]);
    expect(found.rows).toMatchObject({ matched: 1, missing: 1 });
    expect(found.rejects).toMatchObject({ before: 1, after: 3, same: 1, changed: 2, oneSided: 2 });
  });
});

describe('the totals of a comparison', () => {
  it('add up: each key is compared, missing, extra, or refused on one side or both', () => {
    const standing = fc.constantFrom('accepted', 'absent', 'RANGE', 'UNKNOWN_ENUM');
    fc.assert(
      fc.property(fc.array(fc.tuple(standing, standing), { maxLength: 12 }), keys => {
        const sideOfKeys = (at: 0 | 1): Sample[] =>
          keys.flatMap((pair, id): Sample[] => {
            const how = pair[at]!;
            if (how === 'absent') return [];
            return [how === 'accepted' ? [id] : [id, how as RejectCode]];
          });
        const { rows, rejects } = comparison(sideOfKeys(0), sideOfKeys(1).reverse());
        const count = (holds: (before: string, after: string) => boolean): number =>
          keys.filter(([before, after]) => holds(before!, after!)).length;
        const isRefused = (how: string): boolean => how !== 'accepted' && how !== 'absent';
        expect(rows.matched).toBe(count((a, b) => a === 'accepted' && b === 'accepted'));
        expect(rows.missing).toBe(count((a, b) => a === 'accepted' && b === 'absent'));
        expect(rows.extra).toBe(count((a, b) => a === 'absent' && b === 'accepted'));
        expect(rejects?.oneSided ?? 0).toBe(count((a, b) => isRefused(a) !== isRefused(b)));
        expect(rejects?.same ?? 0).toBe(count((a, b) => isRefused(a) && a === b));
        expect(rejects?.otherwise ?? 0).toBe(count((a, b) => isRefused(a) && isRefused(b) && a !== b));
        const { before = 0, after = 0, acceptedBefore = 0, acceptedAfter = 0 } = rejects ?? {};
        expect(rows.before).toBe(rows.matched + rows.missing + before + acceptedBefore);
        expect(rows.after).toBe(rows.matched + rows.extra + after + acceptedAfter);
      }),
    );
  });
});
