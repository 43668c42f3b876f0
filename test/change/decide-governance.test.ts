import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { decideGovernance, type GovernanceRevision, governedBy } from '../../src/change/decide-governance.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { NEXT } from '../../src/change/states.ts';
import { subjectScope, subjectState, type VersionEntry } from '../../src/change/subject-state.ts';
import { FIRST } from './sample-proposal.ts';

const EMPTY: ScopeState = { scope: subjectScope('training.example'), seq: 0, refs: new Map() };

/** What a store does with a decision, without one. */
function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) throw decision;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

const THREE = apply(EMPTY, decideProposal(EMPTY, FIRST));
const stored = (scope: ScopeState): VersionEntry => subjectState(scope).versions.get(3)!;

/** Another tokenizer, which somebody has to approve. */
const TOKENIZER: GovernanceRevision = {
  version: 3,
  from: FIRST.governance,
  governance: sha256('governance 2'),
  tokenizer: sha256('tokenizer 2'),
  approval: { change: sha256('change of governance'), class: 'migrate' },
  objects: [Buffer.from('governance 2')],
};
/** Another owner, which nobody has to. */
const OWNER: GovernanceRevision = {
  ...TOKENIZER,
  governance: sha256('governance 3'),
  tokenizer: undefined,
  approval: undefined,
  taken: sha256('change of owner'),
};
const WAITING = apply(THREE, decideGovernance(THREE, TOKENIZER));
const { change } = TOKENIZER.approval!;
const step = (scope: ScopeState, event: 'approve' | 'activate' | 'withdraw') =>
  decideStep(scope, { of: { version: 3 }, event, change });

describe('a governance revision', () => {
  it('that needs no approval is taken at once, and its version stays what it was', () => {
    const decision = decideGovernance(THREE, OWNER);
    expect(decision).toMatchObject({
      answer: { kind: 'governed', replaced: FIRST.governance, governance: OWNER.governance, state: 'active' },
    });
    const { objects: _, ...after } = stored(apply(THREE, decision));
    const { objects: __, ...before } = stored(THREE);
    expect(after).toEqual({ ...before, governance: OWNER.governance, takenBy: [OWNER.taken] });
  });

  it('that was taken at once is named by its change record, once, in the order they were taken, and no more than the newest', () => {
    const names = [
      'a',
      'b',
      'a',
      ...Array.from({ length: LIMITS.governance_taken_max - 1 }, (_, at) => `${at}`),
    ];
    let scope = THREE;
    let from = FIRST.governance;
    for (const [at, name] of names.entries()) {
      const governance = sha256(`governance of turn ${at}`);
      scope = apply(scope, decideGovernance(scope, { ...OWNER, from, governance, taken: sha256(name) }));
      from = governance;
      if (at === 2) expect(stored(scope).takenBy).toEqual([sha256('b'), sha256('a')]);
    }
    expect(stored(scope).takenBy).toEqual(names.slice(2).map(sha256));
    const waiting = apply(scope, decideGovernance(scope, { ...TOKENIZER, from }));
    const active = apply(
      apply(waiting, step(waiting, 'approve')),
      step(apply(waiting, step(waiting, 'approve')), 'activate'),
    );
    expect(stored(active).takenBy).toEqual(stored(scope).takenBy);
  });

  it('that needs approval waits, and the version stands as it was until it is activated', () => {
    expect(stored(WAITING)).toMatchObject({
      state: 'active',
      governance: FIRST.governance,
      governing: { state: 'proposed', governance: TOKENIZER.governance, tokenizer: TOKENIZER.tokenizer },
    });
    const approved = apply(WAITING, step(WAITING, 'approve'));
    expect(stored(approved).tokenizer).toBeUndefined();
    const active = apply(approved, step(approved, 'activate'));
    expect(stored(active)).toMatchObject({
      state: 'active',
      change: FIRST.change,
      governance: TOKENIZER.governance,
      tokenizer: TOKENIZER.tokenizer,
      governing: { state: 'active', change },
    });
    const back = { ...OWNER, from: TOKENIZER.governance };
    expect(stored(apply(active, decideGovernance(active, back)))).not.toHaveProperty('tokenizer');
  });

  it('is stored once, and another is refused while it waits, be it of those that nobody has to approve', () => {
    expect(decideGovernance(WAITING, TOKENIZER)).toMatchObject({
      answer: { kind: 'already', state: 'proposed', storedAt: 2 },
      refs: new Map(),
    });
    const other = { ...TOKENIZER, approval: { change: sha256('other'), class: 'migrate' as const } };
    for (const ask of [OWNER, other])
      expect(decideGovernance(WAITING, ask)).toMatchObject({
        code: 'GOVERNANCE_WAITS',
        exit: 3,
        facts: { version: 3, state: 'proposed', change },
      });
    const gone = apply(WAITING, step(WAITING, 'withdraw'));
    expect(decideGovernance(gone, OWNER)).toMatchObject({ answer: { kind: 'governed' } });
    expect(decideGovernance(gone, TOKENIZER)).toMatchObject({
      answer: { kind: 'stored', state: 'proposed' },
    });
  });

  it('is amended while it waits by whoever has read what stands, which is then void; nothing else is', () => {
    const other = {
      ...TOKENIZER,
      governance: sha256('g4'),
      approval: { change: sha256('c4'), class: 'migrate' as const },
    };
    const approved = apply(WAITING, step(WAITING, 'approve'));
    for (const scope of [WAITING, approved]) {
      const decision = decideGovernance(scope, { ...other, amends: change });
      expect(decision).toMatchObject({
        answer: { kind: 'amended', replaced: change, state: 'proposed', change: other.approval.change },
      });
      const amended = apply(scope, decision);
      expect(stored(amended)).toMatchObject({
        governance: FIRST.governance,
        governing: { state: 'proposed', governance: other.governance },
      });
      expect(step(amended, 'activate')).toMatchObject({ code: 'EVIDENCE_CHANGED' });
      expect(decideGovernance(amended, { ...other, amends: other.approval.change })).toMatchObject({
        answer: { kind: 'already' },
      });
      const free = apply(amended, decideGovernance(amended, { ...OWNER, amends: other.approval.change }));
      expect(stored(free)).toMatchObject({ governance: OWNER.governance, governing: { state: 'withdrawn' } });
    }
    const asked = sha256('what I read');
    expect(decideGovernance(WAITING, { ...other, amends: asked })).toMatchObject({
      code: 'EVIDENCE_CHANGED',
    });
    const gone = apply(WAITING, step(WAITING, 'withdraw'));
    const active = apply(approved, step(approved, 'activate'));
    for (const scope of [gone, active])
      expect(decideGovernance(scope, { ...other, amends: change })).toMatchObject({
        code: 'CHANGE_OUT_OF_TURN',
      });
    expect(decideGovernance(THREE, { ...other, amends: FIRST.change })).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
    });
  });

  it('leaves its change record with the version once it is activated, and the next one adds to it', () => {
    const activated = (scope: ScopeState, digest = change): ScopeState =>
      (['approve', 'activate'] as const).reduce(
        (state, event) => apply(state, decideStep(state, { of: { version: 3 }, event, change: digest })),
        scope,
      );
    expect(governedBy(stored(WAITING))).toEqual([]);
    const once = activated(WAITING);
    expect(governedBy(stored(once))).toEqual([change]);
    const later = sha256('later');
    const next = {
      ...TOKENIZER,
      from: TOKENIZER.governance,
      governance: FIRST.governance,
      approval: { change: later, class: 'migrate' as const },
    };
    const waiting = apply(once, decideGovernance(once, next));
    expect(governedBy(stored(waiting))).toEqual([change]);
    expect(governedBy(stored(activated(waiting, later)))).toEqual([change, later]);
    // An entry of before this was kept has the last one alone.
    const { governedBy: _, ...old } = stored(once);
    expect(governedBy(old)).toEqual([change]);
  });

  it('is refused of a version that only waits itself, and of one that was governed otherwise since', () => {
    const first = apply(EMPTY, decideProposal(EMPTY, { ...FIRST, meaning: 'fails' }));
    expect(decideGovernance(first, OWNER)).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    const governed = apply(THREE, decideGovernance(THREE, OWNER));
    expect(decideGovernance(governed, TOKENIZER)).toMatchObject({ code: 'EVIDENCE_CHANGED' });
  });

  it('follows the table of states, and leaves the state and the change record of its version alone', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('approve' as const, 'activate' as const, 'withdraw' as const), {
          maxLength: 6,
        }),
        events => {
          let scope = WAITING;
          for (const event of events) {
            const before = stored(scope).governing!.state;
            const decision = step(scope, event);
            const next = NEXT[before][event];
            if (next === 'never') {
              expect(decision).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' });
              continue;
            }
            scope = apply(scope, decision);
            expect(stored(scope).governing!.state).toBe(next === 'same' ? before : next);
            expect(stored(scope)).toMatchObject({ state: 'active', change: FIRST.change });
            const stands = stored(scope).governing!.state === 'active';
            expect(stored(scope).governance).toBe(stands ? TOKENIZER.governance : FIRST.governance);
          }
        },
      ),
      { numRuns: 60 },
    ));
});
