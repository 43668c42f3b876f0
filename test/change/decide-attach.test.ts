import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { approvalsOf } from '../../src/change/approval/signed-step.ts';
import { verifyEnvelope } from '../../src/change/approval/verify.ts';
import { decideAttach } from '../../src/change/decide-attach.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { keyOf, policyOf, signed } from './approval/sample-keys.ts';
import { FIRST, SECOND } from './sample-proposal.ts';

const subject = 'training.example';
const of = { version: 4 } as const;
const policy = policyOf(keyOf('ada'), keyOf('ben'), keyOf('cleo'));

function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) throw decision;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

const EMPTY: ScopeState = { scope: subjectScope(subject), seq: 0, refs: new Map() };
const THREE = apply(EMPTY, decideProposal(EMPTY, FIRST));
const WAITING = apply(THREE, decideProposal(THREE, { ...SECOND, class: 'migrate' }));

const approve = (scope: ScopeState, who: string, role: 'data-owner' | 'model-owner') => {
  const { change } = subjectState(scope).versions.get(4)!;
  const envelope = signed({ subject, of, role, change }, [who]);
  const entries = verifyEnvelope({
    document: 'e',
    envelope,
    subject,
    of,
    change,
    policy,
    today: '2026-05-01',
  });
  if (entries instanceof Fault) throw entries;
  return decideStep(scope, { of, change, event: 'approve', signed: { subject, policy, entries, envelope } });
};
const attach = (scope: ScopeState, name: string) =>
  decideAttach(scope, {
    of,
    reads: subjectState(scope).versions.get(4)!.change,
    change: sha256(name),
    objects: [Buffer.from(name)],
    voided: 0,
  });
const stateOf = (scope: ScopeState) => subjectState(scope).versions.get(4)!;

describe('evidence that is attached', () => {
  it('leaves no approval of what stood before, and keeps what was there', () => {
    const one = apply(WAITING, approve(WAITING, 'ada', 'data-owner'));
    const two = apply(one, approve(one, 'ben', 'model-owner'));
    expect(stateOf(two)).toMatchObject({ state: 'approved' });
    const after = apply(two, attach(two, 'more'));
    expect(stateOf(after)).toMatchObject({ state: 'proposed', change: sha256('more') });
    expect(stateOf(after).objects).toEqual([...stateOf(two).objects!, sha256('more')].sort());
    expect(approvalsOf(after, sha256('more'))).toEqual([]);
    expect(decideStep(after, { of, change: sha256('more'), event: 'activate' })).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
    });
  });

  it('is of the record that was read, of what waits, and is something more', () => {
    const reads = sha256('another');
    const ask = { of, reads, change: sha256('more'), objects: [], voided: 0 };
    expect(decideAttach(WAITING, ask)).toMatchObject({ code: 'EVIDENCE_CHANGED' });
    expect(decideAttach(WAITING, { ...ask, of: { version: 9 } })).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    expect(decideAttach(WAITING, { ...ask, reads: SECOND.change, change: SECOND.change })).toMatchObject({
      code: 'EVIDENCE_ATTACHED',
    });
    expect(decideAttach(THREE, { ...ask, of: { version: 3 }, reads: FIRST.change })).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
    });
  });

  it('is followed by approval only where both owners have signed since, in whatever order they do', () => {
    const step = fc.oneof(
      fc.tuple(fc.constantFrom('ada', 'ben', 'cleo'), fc.constantFrom('data-owner', 'model-owner')),
      fc.constant('attach'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), steps => {
        let scope = WAITING;
        let since: Array<readonly [string, string]> = [];
        for (const [at, one] of steps.entries()) {
          if (typeof one === 'string') {
            scope = apply(scope, attach(scope, `report ${at}`));
            since = [];
          } else {
            scope = apply(scope, approve(scope, one[0], one[1] as 'data-owner'));
            since.push([one[0], one[1]]);
          }
          const isApproved = since.some(([a, x]) =>
            since.some(([b, y]) => a !== b && x === 'data-owner' && y === 'model-owner'),
          );
          expect(stateOf(scope).state).toBe(isApproved ? 'approved' : 'proposed');
        }
      }),
      { numRuns: 60 },
    );
  });
});
