import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { compareMembers, DIFF_KINDS, type DiffKind, repeatedSamples } from '../../src/release/member-diff.ts';
import { memberListOf } from '../../src/release/member-list.ts';
import type { MemberTuple } from '../../src/release/member-tuple.ts';
import { tupleOf } from './fixtures.ts';

const sample = (id: number, parts: Partial<MemberTuple> = {}): MemberTuple =>
  tupleOf({ sampleId: `s${id}`, ...parts });
const SNAPSHOT = [1, 2, 3, 4].map(id => sample(id));

/** Only the counters that are not zero. */
function counts(release: readonly MemberTuple[], snapshot = SNAPSHOT): Partial<Record<DiffKind, number>> {
  const diff = compareMembers(memberListOf(snapshot), memberListOf(release));
  return Object.fromEntries(
    DIFF_KINDS.flatMap(kind => (diff[kind].count === 0 ? [] : [[kind, diff[kind].count]])),
  );
}

describe('the difference between a snapshot and a release', () => {
  const cases: ReadonlyArray<readonly [string, readonly MemberTuple[], Partial<Record<DiffKind, number>>]> = [
    ['nothing when they agree, in whatever order', SNAPSHOT.toReversed(), {}],
    ['a missing member', SNAPSHOT.slice(1), { missing: 1 }],
    ['an extra sample', [...SNAPSHOT, sample(9)], { extra: 1 }],
    ['a repeated record', [...SNAPSHOT, sample(1)], { duplicate: 1 }],
    ['an extra sample that is repeated', [...SNAPSHOT, sample(9), sample(9)], { extra: 1, duplicate: 1 }],
    ['a repetition that hides a loss', [...SNAPSHOT.slice(1), sample(2)], { missing: 1, duplicate: 1 }],
    [
      'replaced content, apart from missing and extra',
      [sample(1, { logicalContentDigest: sha256('x') }), ...SNAPSHOT.slice(1)],
      { contentReplaced: 1 },
    ],
    [
      'a replaced source version',
      [sample(1, { sourceVersion: 'v4' }), ...SNAPSHOT.slice(1)],
      { contentReplaced: 1 },
    ],
    ['a replaced source', [sample(1, { sourceId: 'other' }), ...SNAPSHOT.slice(1)], { contentReplaced: 1 }],
    ['another split', [sample(1, { split: 'val' }), ...SNAPSHOT.slice(1)], { splitConflict: 1 }],
    ['one id in two splits', [...SNAPSHOT, sample(1, { split: 'val' })], { duplicate: 1, splitConflict: 1 }],
    [
      'an unknown id in two splits',
      [...SNAPSHOT, sample(9), sample(9, { split: 'val' })],
      { extra: 1, duplicate: 1, splitConflict: 1 },
    ],
    [
      'another schema for one record',
      [sample(1, { schemaDigest: sha256('x') }), ...SNAPSHOT.slice(1)],
      { schemaMixed: 1 },
    ],
    [
      'all that is wrong with one sample',
      [sample(1, { split: 'val', sourceVersion: 'v4' }), ...SNAPSHOT.slice(1)],
      { contentReplaced: 1, splitConflict: 1 },
    ],
  ];
  for (const [what, release, expected] of cases)
    it(`is ${what}`, () => {
      expect(counts(release)).toEqual(expected);
    });

  it('tells a part that moved over a boundary from one that did not', () => {
    const moved = sample(1, { sourceId: 'source-av', sourceVersion: '1' });
    expect(counts([moved, ...SNAPSHOT.slice(1)])).toEqual({ contentReplaced: 1 });
  });

  it('accounts for every record: what is more on one side is extra, duplicate or missing', () => {
    const ids = fc.array(fc.nat(8), { maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(8), { maxLength: 8 }), ids, (kept, released) => {
        const found = counts(
          released.map(id => sample(id)),
          kept.map(id => sample(id)),
        );
        const { missing = 0, extra = 0, duplicate = 0 } = found;
        expect(released.length - kept.length).toBe(extra + duplicate - missing);
        expect(missing).toBe(kept.filter(id => !released.includes(id)).length);
        expect(extra).toBe(new Set(released.filter(id => !kept.includes(id))).size);
      }),
    );
  });

  it('counts all and lists as many as a person reads', () => {
    const many = Array.from({ length: 100 }, (_, id) => sample(id));
    const { missing } = compareMembers(memberListOf(many), memberListOf([]));
    expect(missing.count).toBe(100);
    expect(missing.samples).toHaveLength(LIMITS.members_listed_max);
  });
});

describe('the repeated samples of a list', () => {
  it('are counted by the records that are too many', () => {
    const list = memberListOf([...SNAPSHOT, sample(1), sample(1, { split: 'val' }), sample(2)]);
    const { count, samples } = repeatedSamples(list);
    expect(count).toBe(3);
    expect(samples.map(({ sampleId }) => sampleId).sort()).toEqual(['s1', 's2']);
    expect(repeatedSamples(memberListOf(SNAPSHOT)).count).toBe(0);
  });
});
