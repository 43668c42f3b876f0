import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal, decideRevision, type VersionProposal } from '../../src/change/decide-proposal.ts';
import { decideStep, type StepAsk } from '../../src/change/decide-step.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { acceptedRevisions, subjectScope, subjectState } from '../../src/change/subject-state.ts';
import type { Kind } from '../../src/contract/field.ts';
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

const propose = (scope: ScopeState, ask: VersionProposal): ScopeState =>
  apply(scope, decideProposal(scope, ask));
const THREE = propose(EMPTY, FIRST);
const FOUR = propose(THREE, SECOND);

describe('a proposal of a version', () => {
  it('is active at once when it is the first and holds, whatever its number', () => {
    const decision = decideProposal(EMPTY, FIRST);
    expect(decision).toMatchObject({
      answer: { kind: 'stored', version: 3, state: 'active', storedAt: 1, superseded: false },
      objects: FIRST.objects,
    });
    expect(subjectState(apply(EMPTY, decision))).toMatchObject({
      subject: SUBJECT,
      head: { at: 3, generation: 1 },
      ids: new Map([
        [1, { names: ['prompt'], kinds: ['string'], retiredIn: null }],
        [2, { names: ['outcome'], kinds: ['int32'], retiredIn: null }],
      ]),
    });
  });

  it('waits when it is the first and fails, because nobody has said that it need not be read', () => {
    const waiting = propose(EMPTY, { ...FIRST, meaning: 'fails' });
    const { head, versions } = subjectState(waiting);
    expect([head.at, versions.get(3)?.state]).toEqual([undefined, 'proposed']);
    const approved = apply(
      waiting,
      decideStep(waiting, { ...step('approve'), of: { version: 3 }, change: FIRST.change }),
    );
    const active = apply(
      approved,
      decideStep(approved, { ...step('activate'), of: { version: 3 }, change: FIRST.change }),
    );
    expect(subjectState(active).head.at).toBe(3);
  });

  it('is refused while a first of another number waits, because a subject has one', () => {
    const waiting = propose(EMPTY, { ...FIRST, meaning: 'fails' });
    for (const version of [1, 4, 7])
      expect(decideProposal(waiting, { ...FIRST, version })).toMatchObject({
        code: 'VERSION_WAITS',
        facts: { before: 3 },
      });
  });

  it('is active when it is compatible and means the same, and waits when either is not so', () => {
    for (const [altered, state, head] of [
      [{}, 'active', 4],
      [{ class: 'identical' }, 'active', 4],
      [{ class: 'migrate' }, 'proposed', 3],
      [{ meaning: 'fails' }, 'proposed', 3],
    ] as const) {
      const decision = decideProposal(THREE, { ...SECOND, ...altered });
      expect(decision).toMatchObject({ answer: { kind: 'stored', state } });
      expect(subjectState(apply(THREE, decision)).head.at).toBe(head);
    }
  });

  it('is stored once, and says so the second time', () => {
    const again = decideProposal(FOUR, SECOND);
    expect(again).toMatchObject({
      answer: { kind: 'already', version: 4, state: 'active', storedAt: 2, superseded: false },
      refs: new Map(),
      objects: [],
    });
    expect(apply(FOUR, again).refs).toEqual(FOUR.refs);
  });

  it('that stands already says when it was superseded', () =>
    expect(decideProposal(FOUR, FIRST)).toMatchObject({ answer: { kind: 'already', superseded: true } }));

  it('with other content than what is stored is refused, be it the schema or the record', () => {
    const schema = sha256('another');
    expect(decideProposal(FOUR, { ...SECOND, recordSchema: schema })).toMatchObject({
      code: 'VERSION_TAKEN',
      exit: 3,
      facts: { subject: SUBJECT, version: 4, state: 'active', stored: SECOND.recordSchema, asked: schema },
    });
    expect(decideProposal(FOUR, { ...SECOND, change: schema })).toMatchObject({ code: 'VERSION_TAKEN' });
  });

  it('may take the number of one that was withdrawn', () => {
    const waiting = propose(THREE, { ...SECOND, class: 'migrate' });
    const gone = apply(waiting, decideStep(waiting, step('withdraw')));
    const other = { ...SECOND, recordSchema: sha256('another') };
    expect(decideProposal(waiting, other)).toMatchObject({ code: 'VERSION_TAKEN' });
    expect(decideProposal(gone, other)).toMatchObject({ answer: { kind: 'stored', state: 'active' } });
  });

  it('judged against another head is refused, because its verdict may be another now', () =>
    expect(decideProposal(FOUR, { ...SECOND, version: 5, expectedHead: 1 })).toMatchObject({
      code: 'EXPECTED_HEAD_MOVED',
      exit: 3,
      facts: { subject: SUBJECT, expected: 1, found: 2 },
    }));

  it.each([2, 5, 6])('numbered %i after 3 is refused, because versions are dense from the first', version =>
    expect(decideProposal(THREE, { ...SECOND, version })).toMatchObject({
      code: 'VERSION_OUT_OF_ORDER',
      facts: { version, expected: 4 },
    }),
  );

  it('that nothing makes lawful is refused, the first one too', () => {
    for (const [scope, ask] of [
      [THREE, SECOND],
      [EMPTY, FIRST],
    ] as const)
      expect(decideProposal(scope, { ...ask, class: 'forbidden' })).toMatchObject({
        code: 'CLASS_FORBIDDEN',
      });
  });
});

describe('the ids of a proposal', () => {
  const NO_TWO = { ...SECOND, ids: [FIRST.ids[0]!] };
  const RETIRED = propose(THREE, NO_TWO);
  const third = (ids: VersionProposal['ids']): VersionProposal => ({
    ...SECOND,
    version: 5,
    recordSchema: sha256('schema 5'),
    expectedHead: 2,
    ids: [FIRST.ids[0]!, ...ids],
  });

  it('retire when the head drops them, with the version that did', () => {
    expect(subjectState(RETIRED).ids.get(2)).toEqual({ names: ['outcome'], kinds: ['int32'], retiredIn: 4 });
    expect(subjectState(RETIRED).ids.get(1)).toMatchObject({ retiredIn: null });
  });

  it('do not retire while the version that drops them is only proposed', () =>
    expect(subjectState(propose(THREE, { ...NO_TWO, class: 'migrate' })).ids.get(2)?.retiredIn).toBeNull());

  it('stand for nothing else once retired: not another name, not another type', () => {
    for (const [names, kind] of [
      [['latency'], 'int32'],
      [['outcome'], 'string'],
      [['latency'], 'float64'],
    ] as const)
      expect(decideProposal(RETIRED, third([{ id: 2, names, kind }]))).toMatchObject({
        code: 'FIELD_ID_REUSED',
        facts: { subject: SUBJECT, id: 2, was: 'outcome (int32)', asked: `${names[0]} (${kind})` },
      });
  });

  it('may come back as what they were, and are live again', () => {
    const back = propose(RETIRED, third([{ id: 2, names: ['result', 'outcome'], kind: 'int32' }]));
    expect(subjectState(back).ids.get(2)).toEqual({
      names: ['outcome', 'result'],
      kinds: ['int32'],
      retiredIn: null,
    });
  });

  it('may be renamed or retyped while live, because a rename is not a removal; not both at once', () => {
    const asked = (names: readonly string[], kind: Kind) =>
      decideProposal(THREE, { ...SECOND, ids: [FIRST.ids[0]!, { id: 2, names, kind }] });
    expect(asked(['result'], 'int32')).toMatchObject({ answer: { kind: 'stored' } });
    expect(asked(['outcome'], 'string')).toMatchObject({ answer: { kind: 'stored' } });
    expect(asked(['result', 'outcome'], 'string')).toMatchObject({ answer: { kind: 'stored' } });
    expect(asked(['latency'], 'float64')).toMatchObject({ code: 'FIELD_ID_REUSED', exit: 1 });
  });

  it('are burnt by a proposal that was withdrawn too, because somebody may have written with them', () => {
    const waiting = propose(THREE, { ...SECOND, class: 'migrate' });
    const gone = apply(waiting, decideStep(waiting, step('withdraw')));
    const other: VersionProposal = {
      ...SECOND,
      ids: [...FIRST.ids, { id: 3, names: ['latency'], kind: 'int64' }],
    };
    expect(decideProposal(gone, other)).toMatchObject({ code: 'FIELD_ID_REUSED', facts: { id: 3 } });
  });

  it('keep a name until a version is accepted with them, because nothing else says what they were', () => {
    const waiting = propose(THREE, { ...SECOND, class: 'migrate' });
    const gone = apply(waiting, decideStep(waiting, step('withdraw')));
    const asked = (names: readonly string[], kind: Kind) =>
      decideProposal(gone, { ...SECOND, ids: [...FIRST.ids, { id: 3, names, kind }] });
    expect(asked(['words'], 'list')).toMatchObject({ code: 'FIELD_ID_REUSED', facts: { id: 3 } });
    expect(asked(['words', 'tags'], 'list')).toMatchObject({ answer: { kind: 'stored' } });
    expect(asked(['tags'], 'map')).toMatchObject({ answer: { kind: 'stored' } });
  });
});

describe('ids that only the ledger knows to be burnt', () => {
  const burnt = [{ id: 3, names: ['latency'], kinds: ['int64'] }] as const;

  it('are refused for another thing, because the store that took them may have been another', () => {
    expect(decideProposal(THREE, { ...SECOND, burnt })).toMatchObject({
      code: 'FIELD_ID_REUSED',
      facts: { id: 3, was: 'latency (int64)', asked: 'tags (list)' },
    });
    expect(decideProposal(THREE, { ...SECOND, burnt: [{ ...burnt[0], names: ['tags'] }] })).toMatchObject({
      answer: { kind: 'stored' },
    });
  });

  it('are known to the store from then on', () => {
    const other = [{ ...burnt[0], id: 9 }];
    expect(subjectState(propose(THREE, { ...SECOND, burnt: other })).ids.get(9)).toEqual({
      names: ['latency'],
      kinds: ['int64'],
      retiredIn: null,
    });
  });
});

describe('a step of a stored proposal', () => {
  const waiting = propose(THREE, { ...SECOND, class: 'migrate' });

  it('goes from proposed to active by an approval, and moves the head', () => {
    const approved = apply(waiting, decideStep(waiting, step('approve')));
    expect(subjectState(approved).head.at).toBe(3);
    const active = apply(approved, decideStep(approved, step('activate')));
    expect(subjectState(active)).toMatchObject({ head: { at: 4, generation: 2 } });
    expect(subjectState(active).versions.get(4)).toMatchObject({ state: 'active' });
  });

  it('is said to be done already when it is repeated, and writes nothing', () => {
    const approved = apply(waiting, decideStep(waiting, step('approve')));
    expect(decideStep(approved, step('approve'))).toMatchObject({
      answer: { kind: 'already', state: 'approved' },
      refs: new Map(),
    });
  });

  it('is refused out of turn', () =>
    expect(decideStep(waiting, step('activate'))).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' }));

  it('is refused for what was never proposed', () =>
    expect(decideStep(THREE, step('approve'))).toMatchObject({ code: 'PROPOSAL_UNKNOWN' }));

  it('is refused when it names other evidence than is stored, because an approval is of evidence', () => {
    const asked = sha256('what I read');
    expect(decideStep(waiting, { ...step('approve'), change: asked })).toMatchObject({
      code: 'EVIDENCE_CHANGED',
      facts: { stored: SECOND.change, asked },
    });
  });

  it('is refused while a migration has no converter', () => {
    const bare = propose(THREE, { ...SECOND, class: 'migrate', unmet: ['converter'] });
    expect(decideStep(bare, step('approve'))).toMatchObject({ code: 'CONVERTER_MISSING', exit: 1 });
    expect(decideStep(bare, step('withdraw'))).toMatchObject({ answer: { state: 'withdrawn' } });
  });
});

describe('an amendment', () => {
  const waiting = propose(THREE, { ...SECOND, class: 'migrate' });
  const OTHER = { ...SECOND, class: 'migrate', change: sha256('another'), amends: SECOND.change } as const;

  it('replaces what waits, and says what it replaced', () => {
    const decision = decideProposal(waiting, OTHER);
    expect(decision).toMatchObject({
      answer: {
        kind: 'amended',
        replaced: SECOND.change,
        version: 4,
        state: 'proposed',
        change: OTHER.change,
        storedAt: 3,
      },
      objects: SECOND.objects,
    });
    expect(subjectState(apply(waiting, decision)).versions.get(4)).toMatchObject({ change: OTHER.change });
  });

  it('is active at once when nothing of it needs approval, as a proposal would be', () => {
    const after = apply(waiting, decideProposal(waiting, { ...OTHER, class: 'compatible' }));
    expect(subjectState(after)).toMatchObject({ head: { at: 4, generation: 2 } });
  });

  it('voids an approval, because something else was approved', () => {
    const approved = apply(waiting, decideStep(waiting, step('approve')));
    const amended = apply(approved, decideProposal(approved, OTHER));
    expect(subjectState(amended).versions.get(4)?.state).toBe('proposed');
    expect(decideStep(amended, step('activate'))).toMatchObject({ code: 'EVIDENCE_CHANGED' });
    expect(decideStep(amended, { ...step('activate'), change: OTHER.change })).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
    });
  });

  it('is told to be there already when nothing is new, and writes nothing', () =>
    expect(decideProposal(waiting, { ...SECOND, class: 'migrate', amends: SECOND.change })).toMatchObject({
      answer: { kind: 'already', storedAt: 2 },
      refs: new Map(),
    }));

  it('is refused when another stands there than was read, because somebody else amended it first', () =>
    expect(decideProposal(waiting, { ...OTHER, amends: sha256('long ago') })).toMatchObject({
      code: 'EVIDENCE_CHANGED',
      exit: 3,
      facts: { stored: SECOND.change, asked: sha256('long ago') },
    }));

  it('is refused of what was never proposed, is active, or was withdrawn', () => {
    expect(decideProposal(THREE, OTHER)).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    expect(decideProposal(FOUR, OTHER)).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' });
    const gone = apply(waiting, decideStep(waiting, step('withdraw')));
    expect(decideProposal(gone, OTHER)).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
      facts: { state: 'withdrawn', event: 'amend' },
    });
  });

  it('may not give an id another meaning, because the one it replaces burnt it', () =>
    expect(
      decideProposal(waiting, {
        ...OTHER,
        ids: [...FIRST.ids, { id: 3, names: ['latency'], kind: 'int64' }],
      }),
    ).toMatchObject({ code: 'FIELD_ID_REUSED', facts: { id: 3 } }));
});

describe('a version above one that waits', () => {
  const fifth = { ...SECOND, version: 5, recordSchema: sha256('schema 5'), change: sha256('change 5') };

  it('is refused for that and not for a gap, approved or not, because what waits may change or go', () => {
    const waiting = propose(THREE, { ...SECOND, class: 'migrate' });
    expect(decideProposal(waiting, fifth)).toMatchObject({
      code: 'VERSION_WAITS',
      exit: 2,
      facts: { version: 5, before: 4, state: 'proposed' },
    });
    const approved = apply(waiting, decideStep(waiting, step('approve')));
    expect(decideProposal(approved, fifth)).toMatchObject({
      code: 'VERSION_WAITS',
      facts: { state: 'approved' },
    });
    const gone = apply(approved, decideStep(approved, step('withdraw')));
    expect(decideProposal(gone, fifth)).toMatchObject({
      code: 'VERSION_OUT_OF_ORDER',
      facts: { expected: 4 },
    });
  });
});

describe('a proposal of data', () => {
  const one = apply(THREE, decideRevision(THREE, DATA));
  const NEXT = { ...DATA, revision: '2.1.0', data: sha256('data 2'), expectedHead: 1 };

  it('is active when it is the first', () =>
    expect(subjectState(one)).toMatchObject({
      data: { at: '1.31.1', generation: 1 },
      head: { generation: 1 },
    }));

  it('waits when its meaning changed, though the schema did not', () => {
    const decision = decideRevision(one, { ...NEXT, meaning: 'fails' });
    expect(decision).toMatchObject({ answer: { kind: 'stored', revision: '2.1.0', state: 'proposed' } });
    expect(decideRevision(one, NEXT)).toMatchObject({ answer: { state: 'active' } });
  });

  it('is stored once, and refused under the same name with other data', () => {
    expect(decideRevision(one, DATA)).toMatchObject({ answer: { kind: 'already', superseded: false } });
    expect(decideRevision(one, { ...DATA, data: sha256('other') })).toMatchObject({
      code: 'REVISION_TAKEN',
      facts: { subject: SUBJECT, revision: '1.31.1', state: 'active' },
    });
    const two = apply(one, decideRevision(one, NEXT));
    expect(decideRevision(two, DATA)).toMatchObject({ answer: { kind: 'already', superseded: true } });
  });

  it('is refused against another head, under a version that is not active, and when forbidden', () => {
    expect(decideRevision(one, { ...NEXT, expectedHead: 0 })).toMatchObject({ code: 'EXPECTED_HEAD_MOVED' });
    expect(decideRevision(one, { ...NEXT, version: 4 })).toMatchObject({
      code: 'VERSION_NOT_ACTIVE',
      facts: { version: 4, state: 'unknown' },
    });
    expect(decideRevision(one, { ...NEXT, class: 'forbidden' })).toMatchObject({ code: 'CLASS_FORBIDDEN' });
  });

  it('that waited while another went ahead can not become active, because it was judged against an older one', () => {
    const waiting = apply(one, decideRevision(one, { ...NEXT, meaning: 'fails' }));
    const of = { revision: '2.1.0' };
    const approved = apply(waiting, decideStep(waiting, { of, event: 'approve', change: NEXT.change }));
    const activate: StepAsk = { of, event: 'activate', change: NEXT.change };
    expect(decideStep(approved, activate)).toMatchObject({ answer: { state: 'active' } });
    const ahead = apply(approved, decideRevision(approved, { ...NEXT, revision: '3.0.0' }));
    expect(decideStep(ahead, activate)).toMatchObject({
      code: 'EXPECTED_HEAD_MOVED',
      facts: { expected: 1, found: 2, again: 'amend' },
    });
    expect(decideRevision(ahead, { ...NEXT, meaning: 'fails' })).toMatchObject({
      answer: { kind: 'already', state: 'approved', superseded: true },
    });
    // The way out: the same data judged anew is no repeat.
    const anew = { ...NEXT, meaning: 'fails', expectedHead: 2, amends: NEXT.change } as const;
    const amended = apply(ahead, decideRevision(ahead, anew));
    expect(subjectState(amended).revisions.get('2.1.0')).toMatchObject({ state: 'proposed', against: 2 });
    expect(acceptedRevisions(subjectState(amended)).map(([name]) => name)).toEqual(['1.31.1', '3.0.0']);
  });
});

const step = (event: Exclude<StepAsk['event'], 'retire'>): StepAsk => ({
  of: { version: 4 },
  event,
  change: SECOND.change,
});
