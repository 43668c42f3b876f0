import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Consumer } from '../../src/change/consumer.ts';
import { decideProposal, decideRevision } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import type { Registered } from '../../src/change/retirement.ts';
import { retiredTo, subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { DATA, FIRST, SECOND } from './sample-proposal.ts';

const SUBJECT = 'training.example';
const EMPTY: ScopeState = { scope: subjectScope(SUBJECT), seq: 0, refs: new Map() };

/** What a store does with a decision, without one. */
function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) throw decision;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

const THREE = apply(EMPTY, decideProposal(EMPTY, FIRST));
/** Version 4 no longer has field 2. */
const FOUR = apply(THREE, decideProposal(THREE, { ...SECOND, ids: SECOND.ids.filter(({ id }) => id !== 2) }));
const fifth = { ...SECOND, version: 5, change: sha256('change 5'), expectedHead: 2 };
const FIVE = apply(FOUR, decideProposal(FOUR, { ...fifth, recordSchema: sha256('5') }));

const NOBODY: Registered = { producers: [], consumers: [] };
const reader = (name: string, from: number, to?: number): Consumer => ({
  name,
  kind: 'trainer',
  subject: SUBJECT,
  reads: { from, to },
  purpose: 'trains',
});
const retire = (scope: ScopeState, version: number, registered = NOBODY, change?: string) => {
  const stored = subjectState(scope).versions.get(version)?.change ?? FIRST.change;
  const asked = change === undefined ? stored : sha256(change);
  return decideStep(scope, { of: { version }, event: 'retire', change: asked, registered });
};

describe('a version', () => {
  it('is retired once, and the fields that no later version has are freed with it', () => {
    const decision = retire(FOUR, 3);
    expect(decision).toMatchObject({
      answer: { kind: 'moved', version: 3, from: 'active', state: 'retired', freed: [2] },
    });
    const after = apply(FOUR, decision);
    expect(subjectState(after)).toMatchObject({ head: { at: 4 }, ids: subjectState(FOUR).ids });
    expect(retiredTo(subjectState(after))).toBe(3);
    const again = retire(after, 3);
    expect(again).toMatchObject({ answer: { kind: 'already', state: 'retired' }, refs: new Map() });
  });

  it('is not while it is the newest, because nothing could be written any more', () =>
    expect(retire(THREE, 3)).toMatchObject({ code: 'RETIREMENT_NEWEST', facts: { version: 3 } }));

  it('is not before an older one, because one number tells what is retired', () => {
    expect(retire(FIVE, 4)).toMatchObject({ code: 'RETIREMENT_ORDER', facts: { version: 4, before: 3 } });
    const after = apply(FIVE, retire(FIVE, 3));
    expect(retire(after, 4)).toMatchObject({ answer: { state: 'retired', freed: [] } });
  });

  it('is not while somebody can write it', () => {
    const producers = [
      { name: 'b', subject: SUBJECT, writes: [3, 4] },
      { name: 'a', subject: SUBJECT, writes: [3] },
      { name: 'new', subject: SUBJECT, writes: [4] },
    ];
    expect(retire(FOUR, 3, { ...NOBODY, producers })).toMatchObject({
      code: 'VERSION_STILL_WRITTEN',
      exit: 1,
      facts: { producers: 'a, b' },
    });
  });

  it('is not while a reader has not passed it, because that reader still asks for its fields', () => {
    const after = apply(FIVE, retire(FIVE, 3));
    const consumers = [reader('new', 5), reader('old', 4), reader('older', 1, 3)];
    expect(retire(after, 4, { ...NOBODY, consumers })).toMatchObject({
      code: 'VERSION_STILL_READ',
      facts: { version: 4, consumers: 'old, older' },
    });
    expect(retire(after, 4, { ...NOBODY, consumers: [reader('new', 5)] })).not.toBeInstanceOf(Fault);
  });

  it('is not while the newest data is under it, or data waits under it that could never become active', () => {
    const held = apply(FOUR, decideRevision(FOUR, DATA));
    expect(retire(held, 3)).toMatchObject({
      code: 'VERSION_STILL_OFFERED',
      facts: { revision: '1.31.1', state: 'the newest data' },
    });
    const next = { ...DATA, revision: '2', data: sha256('2'), expectedHead: 1 };
    const moved = apply(held, decideRevision(held, { ...next, version: 4 }));
    expect(retire(moved, 3)).toMatchObject({ answer: { state: 'retired' } });
    const late = { ...next, revision: '3', expectedHead: 2, meaning: 'fails' } as const;
    const waiting = apply(moved, decideRevision(moved, late));
    expect(retire(waiting, 3)).toMatchObject({ facts: { revision: '3', state: 'proposed' } });
  });

  it('is not when it only waits, was never proposed, or another record was read', () => {
    const waiting = apply(THREE, decideProposal(THREE, { ...SECOND, class: 'migrate' }));
    expect(retire(waiting, 4)).toMatchObject({ code: 'CHANGE_OUT_OF_TURN', facts: { state: 'proposed' } });
    expect(retire(THREE, 9)).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    expect(retire(FOUR, 3, NOBODY, 'another')).toMatchObject({ code: 'EVIDENCE_CHANGED' });
  });

  it('takes no data once it is retired', () => {
    const after = apply(FOUR, retire(FOUR, 3));
    expect(decideRevision(after, DATA)).toMatchObject({
      code: 'VERSION_NOT_ACTIVE',
      facts: { state: 'retired' },
    });
  });
});
