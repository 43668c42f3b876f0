import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { decideStep } from '../../../src/change/decide-step.ts';
import type { ScopeState } from '../../../src/change/decision.ts';
import { quarantineFault } from '../../../src/change/rollout/quarantine.ts';
import { subjectState } from '../../../src/change/subject-state.ts';
import {
  apply,
  ask,
  BEGUN,
  CUT,
  DAY_MS,
  DUAL,
  HALVES,
  MOVED_ON,
  OBSERVING,
  OFFERED,
  offer,
  READY,
  reader,
  SETTLED,
  step,
  UNDECLARED,
} from './rolling.ts';

const FREE = { producers: [], consumers: [reader('trainer', 4)] };
const retire = (scope: ScopeState, version = 3) =>
  decideStep(scope, {
    of: { version },
    event: 'retire',
    change: subjectState(scope).versions.get(version)!.change,
    registered: FREE,
  });
const activate = (scope: ScopeState, revision: string) => {
  const { change } = subjectState(scope).revisions.get(revision)!;
  return decideStep(scope, { of: { revision }, event: 'activate', change });
};
const approved = (scope: ScopeState, revision: string): ScopeState => {
  const { change } = subjectState(scope).revisions.get(revision)!;
  return apply(scope, decideStep(scope, { of: { revision }, event: 'approve', change }));
};

describe('a rollout', () => {
  it('is of a version whose change record declares one, and of no other', () => {
    expect(ask(UNDECLARED, 'readers-ready')).toMatchObject({ code: 'ROLLOUT_UNDECLARED' });
    expect(ask(BEGUN, 'readers-ready', { version: 9 })).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
    expect(ask(BEGUN, 'readers-ready')).toMatchObject({
      answer: { kind: 'moved', from: 'registered', generation: 1 },
    });
  });

  it('begins with readers, and names all that can not read the new version', () => {
    const consumers = [reader('b', 3, 3), reader('a', 3, 3), reader('both', 3, 4), reader('long gone', 1, 2)];
    expect(ask(BEGUN, 'readers-ready', { registered: { ...READY, consumers } })).toMatchObject({
      code: 'ROLLOUT_UNMET',
      facts: { unmet: "a, b can't read version 4" },
    });
  });

  it('refuses what is out of order, and says what follows', () =>
    expect(ask(BEGUN, 'cut-over', { reconciliation: HALVES })).toMatchObject({
      code: 'ROLLOUT_OUT_OF_TURN',
      facts: { stage: 'registered', next: 'readers-ready, rolled-back' },
    }));

  it('is written twice where somebody writes each version', () => {
    const ready = step(BEGUN, 'readers-ready');
    expect(ask(ready, 'dual-write', { registered: MOVED_ON })).toMatchObject({
      code: 'ROLLOUT_UNMET',
      facts: { unmet: 'nobody writes version 3' },
    });
    expect(ask(ready, 'dual-write')).toMatchObject({ answer: { stage: 'dual-write' } });
  });

  it('is cut over after a dual write with the reconciliation of both halves alone, and keeps its digest', () => {
    expect(ask(DUAL, 'cut-over')).toMatchObject({ code: 'ROLLOUT_UNMET' });
    expect(ask(DUAL, 'cut-over', { reconciliation: HALVES })).toMatchObject({
      answer: { stage: 'cut-over', reconciliation: HALVES.digest },
    });
  });

  it('asks for no other half where the new version is converted from one source', () => {
    const shadow = step(step(BEGUN, 'readers-ready'), 'shadow-convert');
    expect(ask(shadow, 'cut-over')).toMatchObject({ answer: { stage: 'cut-over' } });
  });

  it('lists all that a step lacks at once', () =>
    expect(ask(CUT, 'observing', { registered: { ...READY, consumers: [reader('a', 3, 3)] } })).toMatchObject(
      {
        code: 'ROLLOUT_UNMET',
        facts: {
          unmet:
            "a can't read version 4; the newest data is under version 3; gateway can still write an older version",
        },
      },
    ));

  it('settles when the window is over, and not a millisecond before', () => {
    expect(ask(OBSERVING, 'settled', { now_ms: 7 * DAY_MS - 1 })).toMatchObject({ code: 'ROLLOUT_UNMET' });
    expect(ask(OBSERVING, 'settled', { now_ms: 7 * DAY_MS })).toMatchObject({ answer: { stage: 'settled' } });
  });

  it('is moved once where two look at the same, and whoever asked for the other thing is told', () => {
    const [first, second] = [ask(OBSERVING, 'rolled-back'), { now_ms: 7 * DAY_MS, expected: 4 }];
    const after = apply(OBSERVING, first);
    expect(ask(after, 'settled', second)).toMatchObject({
      code: 'ROLLOUT_MOVED',
      facts: { expected: 4, found: 5 },
    });
    expect(ask(after, 'rolled-back', { expected: 4 })).toMatchObject({ answer: { kind: 'already' } });
    expect(ask(after, 'rolled-back', { expected: 3 })).toMatchObject({ code: 'ROLLOUT_MOVED' });
  });
});

describe('data under a version that is rolled out', () => {
  it('is refused until readers are ready and both versions stand side by side', () => {
    for (const early of [BEGUN, step(BEGUN, 'readers-ready')])
      expect(offer(early, '2.1.0')).toMatchObject({ code: 'ROLLOUT_DATA_EARLY' });
    expect(offer(UNDECLARED, '2.1.0')).toMatchObject({ answer: { state: 'active' } });
  });

  it('waits until the cut-over, although nobody has to approve it', () => {
    const offered = apply(DUAL, offer(DUAL, '2.1.0'));
    expect(subjectState(offered)).toMatchObject({ data: { at: '1.31.1' } });
    expect(subjectState(offered).revisions.get('2.1.0')).toMatchObject({ state: 'proposed' });
    const waiting = approved(offered, '2.1.0');
    expect(activate(waiting, '2.1.0')).toMatchObject({ code: 'ROLLOUT_DATA_EARLY' });
    const cut = step(waiting, 'cut-over', { reconciliation: HALVES });
    expect(subjectState(apply(cut, activate(cut, '2.1.0'))).data).toEqual({ at: '2.1.0', generation: 2 });
  });

  it('of the version before is taken as ever, because the old writer goes on', () =>
    expect(offer(DUAL, '1.32.0', 3)).toMatchObject({ answer: { state: 'active' } }));
});

describe('the version before', () => {
  it('can not be retired until the rollout is settled, because one may have to go back', () => {
    for (const open of [BEGUN, DUAL, OFFERED, OBSERVING]) expect(retire(open)).toBeInstanceOf(Fault);
    expect(retire(OBSERVING)).toMatchObject({
      code: 'ROLLOUT_UNSETTLED',
      facts: { by: 4, stage: 'observing' },
    });
    expect(retire(SETTLED)).toMatchObject({ answer: { state: 'retired' } });
  });

  it('is not licensed to go by a rollout that was given up', () =>
    expect(retire(step(CUT, 'rolled-back'))).toMatchObject({
      code: 'VERSION_STILL_OFFERED',
    }));
});

describe('a roll-back', () => {
  const back = ask(OBSERVING, 'rolled-back');
  const after = apply(OBSERVING, back);

  it('takes the newest data to what it was, with a higher generation, and writes nothing else', () => {
    expect(back).toMatchObject({
      answer: { back: { data: '1.31.1', generation: 3 }, quarantined: ['2.1.0'] },
      objects: [],
    });
    expect([...(back as Exclude<typeof back, Fault>).refs.keys()].sort()).toEqual(['data', 'rollout/4']);
    expect(subjectState(after).data).toEqual({ at: '1.31.1', generation: 3 });
    expect(subjectState(after).revisions.get('2.1.0')).toMatchObject({ state: 'active' });
  });

  it('is refused where the newest data has moved since, because it was another that was looked at', () =>
    expect(ask(OBSERVING, 'rolled-back', { expectedData: 1 })).toMatchObject({
      code: 'ROLLOUT_MOVED',
      facts: { of: 'the newest data', expected: 1, found: 2 },
    }));

  it('goes back to none where there was none', () => {
    const refs = new Map(OBSERVING.refs);
    refs.delete('revision/1.31.1');
    const alone = { ...OBSERVING, refs };
    const none = apply(alone, ask(alone, 'rolled-back'));
    expect(subjectState(none).data).toEqual({ at: undefined, generation: 3 });
    expect(offer(none, '1.40.0', 3)).toMatchObject({ answer: { state: 'active' } });
  });

  it('keeps data that only new readers explain in quarantine, and out of every release', () => {
    const state = subjectState(after);
    expect(quarantineFault(state, { revision: '2.1.0' })).toMatchObject({ code: 'DATA_QUARANTINED' });
    expect(quarantineFault(state, { version: 4 })).toMatchObject({ code: 'DATA_QUARANTINED' });
    expect(quarantineFault(state, { revision: '1.31.1' })).toBeUndefined();
    expect(offer(after, '2.2.0')).toMatchObject({ code: 'ROLLOUT_DATA_EARLY' });
  });

  it('quarantines nothing that readers of the version before explain', () => {
    const explained = step(OBSERVING, 'rolled-back', { oldReadersExplain: true });
    expect(quarantineFault(subjectState(explained), { revision: '2.1.0' })).toBeUndefined();
  });

  it('is for good, because a version that was given up comes back as the next one', () => {
    expect(ask(after, 'readers-ready')).toMatchObject({ code: 'ROLLOUT_OUT_OF_TURN', facts: { next: '' } });
    expect(ask(SETTLED, 'rolled-back')).toMatchObject({ code: 'ROLLOUT_OUT_OF_TURN' });
  });

  it('moves no data where none had been cut over', () => {
    const given = ask(DUAL, 'rolled-back');
    expect([...(given as Exclude<typeof given, Fault>).refs.keys()]).toEqual(['rollout/4']);
  });
});

describe('a reader', () => {
  it('who registered with the store holds a version, however long nobody has written it', () => {
    const entry = { kind: 'trainer', reads: { from: 3, to: 4 }, purpose: 'p', fields: null, retired: false };
    const refs = new Map([...SETTLED.refs, ['consumer/eval', { generation: 1, value: entry }] as const]);
    const held = { ...SETTLED, refs };
    expect(retire(held)).toMatchObject({ code: 'VERSION_STILL_READ', facts: { consumers: 'eval' } });
    const gone = { generation: 2, value: { ...entry, retired: true } };
    expect(retire({ ...held, refs: new Map([...refs, ['consumer/eval', gone]]) })).toMatchObject({
      answer: { state: 'retired' },
    });
  });
});
