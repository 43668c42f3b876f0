import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberListOf, memberTreeRoot } from '../../src/release/member-list.ts';
import { checkSampleProof, proveSample } from '../../src/release/member-proof.ts';
import { tupleOf } from './fixtures.ts';

const list = memberListOf(Array.from({ length: 5_000 }, (_, index) => tupleOf({ sampleId: `s${index}` })));
const known = { memberTreeRoot: memberTreeRoot(list), count: list.count };

describe('the proof for one sample', () => {
  it('proves each member to be one', () => {
    fc.assert(
      fc.property(fc.nat(4_999), index => {
        expect(checkSampleProof(proveSample(list, `s${index}`), `s${index}`, known)).toBe('member');
      }),
    );
  });

  it('proves every other id to be none', () => {
    fc.assert(
      fc.property(fc.string(), other => {
        expect(checkSampleProof(proveSample(list, `x${other}`), `x${other}`, known)).toBe('no-member');
      }),
      { numRuns: 500 },
    );
  });

  it('proves nothing about another id, unless its neighbours happen to stand in the same leaf', () => {
    const proof = proveSample(list, 's1');
    const answers = Array.from({ length: 200 }, (_, index) => checkSampleProof(proof, `x${index}`, known));
    expect(answers).toContain('nothing');
    expect(answers).not.toContain('member');
  });

  it('proves nothing when a member is cut out, because the leaf no longer leads to the root', () => {
    const proof = proveSample(list, 's1');
    const cut = {
      ...proof,
      around: proof.around.map(part => ({ ...part, entries: part.entries.slice(64) })),
    };
    expect(checkSampleProof(cut, 's1', known)).toBe('nothing');
  });

  it('proves nothing when the last leaves are denied, because the count of members is known', () => {
    const proof = proveSample(list, 's1');
    expect(checkSampleProof({ ...proof, leaves: proof.leaves - 1 }, 's1', known)).toBe('nothing');
    expect(checkSampleProof({ leaves: 0, around: [] }, 's1', known)).toBe('nothing');
    expect(checkSampleProof({ ...proof, around: [] }, 's1', known)).toBe('nothing');
  });

  it('proves absence from an empty list', () => {
    const empty = memberListOf([]);
    const bound = { memberTreeRoot: memberTreeRoot(empty), count: 0 };
    expect(checkSampleProof(proveSample(empty, 's1'), 's1', bound)).toBe('no-member');
  });
});
