import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.ts';
import type { ApprovalPolicy } from '../../../src/change/approval/policy.ts';
import { APPROVAL_ROLES, type ApprovalRole } from '../../../src/change/approval/role.ts';
import { type ApprovalEntry, tallyOf } from '../../../src/change/approval/tally.ts';
import { keyOf, policyOf } from './sample-keys.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const KEYS = new Map(NAMES.map(name => [name as string, keyOf(name)]));
const entry = (name: string, role: ApprovalRole): ApprovalEntry => ({
  key: name,
  publicKey: KEYS.get(name)!.publicKey,
  person: name,
  role,
  envelope: sha256(name + role),
  on: '2026-05-01',
});
const of = (policy: ApprovalPolicy, ...entries: readonly ApprovalEntry[]) =>
  tallyOf(policy, 'training.example', entries);
const two = policyOf(...KEYS.values());

describe('approvals', () => {
  it('of both owners suffice, by two keys and two persons', () => {
    expect(of(two, entry('a', 'data-owner'), entry('b', 'model-owner'))).toMatchObject({
      isMet: true,
      has: 2,
    });
    expect(of(two, entry('a', 'data-owner'))).toMatchObject({ isMet: false, missing: ['model-owner'] });
    expect(of(two, entry('a', 'data-owner'), entry('a', 'model-owner'))).toMatchObject({
      isMet: false,
      has: 1,
    });
  });

  it('of one person count once, whatever keys they have', () => {
    const policy = policyOf(keyOf('a'), keyOf('b', { person: 'a' }));
    expect(of(policy, entry('a', 'data-owner'), entry('b', 'model-owner'))).toMatchObject({
      isMet: false,
      has: 1,
    });
  });

  it('find their places where one who could take either makes room', () => {
    const entries = [entry('a', 'data-owner'), entry('a', 'model-owner'), entry('b', 'data-owner')];
    expect(of(two, ...entries)).toMatchObject({ isMet: true });
  });

  it('of a key that was revoked never count again, and are an incident', () => {
    const policy = policyOf(keyOf('a', { revoked: { at: '2026-06-01', reason: 'lost' } }), keyOf('b'));
    const tally = of(policy, entry('a', 'data-owner'), entry('b', 'model-owner'));
    expect(tally).toMatchObject({ isMet: false, missing: ['data-owner'] });
    expect(tally.incidents.map(({ key }) => key.id)).toEqual(['a']);
    expect(tally.approvals.map(({ standing }) => standing)).toEqual(['revoked', 'counts']);
  });

  it('of a key that is gone from the policy, or lost the role, count no more; of one that expired they do', () => {
    const both = [entry('a', 'data-owner'), entry('b', 'model-owner')];
    expect(of(policyOf(keyOf('b')), ...both)).toMatchObject({ isMet: false });
    expect(of(policyOf(keyOf('a', { roles: ['model-owner'] }), keyOf('b')), ...both)).toMatchObject({
      isMet: false,
    });
    expect(of(policyOf(keyOf('a', { until: '2026-05-02' }), keyOf('b')), ...both)).toMatchObject({
      isMet: true,
    });
  });

  it('are asked for by the first rule that names the subject', () => {
    const rule = (subjects: 'all' | readonly string[], ...roles: readonly ApprovalRole[]) => ({
      subjects,
      roles,
      evidence: [],
    });
    const policy = {
      ...two,
      required: [rule(['training.example'], 'data-owner', 'data-owner'), rule('all', 'data-owner')],
    };
    expect(of(policy, entry('a', 'data-owner'))).toMatchObject({ isMet: false, needs: 2 });
    expect(of(policy, entry('a', 'data-owner'), entry('b', 'data-owner'))).toMatchObject({ isMet: true });
    expect(tallyOf(policy, 'weather.daily', [entry('a', 'data-owner')])).toMatchObject({
      isMet: true,
      needs: 1,
    });
  });

  const world = fc.record({
    people: fc.array(fc.constantFrom('p', 'q', 'r'), { minLength: 5, maxLength: 5 }),
    revoked: fc.subarray([...NAMES], { maxLength: 2 }),
    roles: fc.array(fc.constantFrom(...APPROVAL_ROLES), { minLength: 1, maxLength: 3 }),
    entries: fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...APPROVAL_ROLES)), {
      selector: ([name, role]) => name + role,
      maxLength: 8,
    }),
  });
  const policyIn = ({
    people,
    revoked,
    roles,
  }: {
    people: string[];
    revoked: string[];
    roles: ApprovalRole[];
  }) => ({
    keys: NAMES.map((name, at) =>
      keyOf(name, {
        person: people[at]!,
        ...(revoked.includes(name) && { revoked: { at: '2026-05-01', reason: 'lost' } }),
      }),
    ),
    required: [{ subjects: 'all' as const, roles, evidence: [] }],
  });

  /** Every way of giving each role to an approval, tried. */
  function bestOf(
    roles: readonly ApprovalRole[],
    good: readonly { person: string; role: ApprovalRole }[],
  ): number {
    const [role, ...rest] = roles;
    if (role === undefined) return 0;
    const without = bestOf(rest, good);
    const taken = good.filter(one => one.role === role).map(({ person }) => person);
    return Math.max(
      without,
      ...taken.map(
        who =>
          1 +
          bestOf(
            rest,
            good.filter(({ person }) => person !== who),
          ),
      ),
    );
  }

  it('are met exactly where some way of giving roles to persons fills them all, in whatever order they came', () => {
    fc.assert(
      fc.property(world, fc.infiniteStream(fc.nat()), (asked, chance) => {
        const policy = policyIn(asked);
        const entries = asked.entries.map(([name, role]) => entry(name, role));
        const good = asked.entries
          .filter(([name]) => !asked.revoked.includes(name))
          .map(([name, role]) => ({ person: asked.people[NAMES.indexOf(name)]!, role }));
        const best = bestOf(asked.roles, good);
        const tally = of(policy, ...entries);
        expect(tally).toMatchObject({ has: best, isMet: best === asked.roles.length });
        const counting = tally.approvals.filter(({ standing }) => standing === 'counts');
        const people = counting.map(({ key }) => asked.people[NAMES.indexOf(key as 'a')]);
        expect(new Set(people).size).toBe(best);
        const shuffled = entries.map(one => [chance.next().value, one] as const).sort(([a], [b]) => a - b);
        expect(of(policy, ...shuffled.map(([, one]) => one)).has).toBe(best);
      }),
      { numRuns: 300 },
    );
  });
});
