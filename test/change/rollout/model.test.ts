import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { decideStep } from '../../../src/change/decide-step.ts';
import { TARGETS, type Target } from '../../../src/change/rollout/stages.ts';
import { subjectState } from '../../../src/change/subject-state.ts';
import { apply, ask, BEGUN, DAY_MS, HALVES, offer, reader } from './rolling.ts';

type Event =
  | { readonly kind: 'step'; readonly target: Target; readonly halves: boolean; readonly stale: boolean }
  | { readonly kind: 'offer'; readonly version: 3 | 4 }
  | { readonly kind: 'activate' }
  | { readonly kind: 'retire' }
  | { readonly kind: 'reads' | 'writesOld' | 'writesNew'; readonly on: boolean }
  | { readonly kind: 'days'; readonly days: number };

/** Most often the next stage of one of both ways, so that they are walked to the end. */
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      target: fc.constantFrom(...TARGETS),
      halves: fc.boolean(),
      stale: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('offer' as const), version: fc.constantFrom(3, 4) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'activate' as const }, { kind: 'retire' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('reads' as const, 'writesOld' as const, 'writesNew' as const),
      on: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 8 }) }),
  },
);

const LETTERS: Readonly<Record<Target, string>> = {
  'readers-ready': 'r',
  'dual-write': 'd',
  'shadow-convert': 's',
  'cut-over': 'c',
  observing: 'o',
  settled: 't',
  'rolled-back': 'b',
};

/** What may be written down of one rollout, as a grammar: no table. */
const LAWFUL = /^(?:b|r(?:b|[ds](?:b|c(?:b|o(?:b|t)?)?)?)?)?$/;

/** The facts of one history, kept by hand. */
class Oracle {
  path = '';
  day = 0;
  observedFrom = Number.NaN;
  reads = true;
  writesOld = true;
  writesNew = true;
  /** Accepted data, newest last, and what waits under version 4. */
  accepted: { name: string; version: number }[] = [{ name: '1.31.1', version: 3 }];
  newest = '1.31.1';
  waiting: string[] = [];
  quarantined: string[] = [];
  moves = 1;
  retired = false;

  underNew = (name: string): boolean => this.accepted.some(one => one.name === name && one.version === 4);

  lets(target: Target, halves: boolean): boolean {
    if (!LAWFUL.test(this.path + LETTERS[target])) return false;
    switch (target) {
      case 'readers-ready':
        return this.reads;
      case 'dual-write':
        return this.reads && this.writesOld && this.writesNew;
      case 'shadow-convert':
        return this.reads;
      case 'cut-over':
        return this.reads && (this.path.endsWith('s') || halves);
      case 'observing':
        return this.reads && this.underNew(this.newest) && !this.writesOld;
      case 'settled':
        return this.underNew(this.newest) && this.day >= this.observedFrom + 7;
      case 'rolled-back':
        return true;
    }
  }

  takes(target: Target): void {
    this.path += LETTERS[target];
    if (target === 'observing') this.observedFrom = this.day;
    if (target !== 'rolled-back') return;
    this.quarantined = [
      ...this.accepted.filter(one => one.version === 4).map(one => one.name),
      ...this.waiting,
    ];
    if (!this.underNew(this.newest)) return;
    this.newest = this.accepted.findLast(one => one.version === 3)!.name;
    this.moves++;
  }

  /** What becomes of data that is offered: the newest, waiting, or refused. */
  offers(version: 3 | 4): 'newest' | 'waits' | 'refused' {
    if (version === 3) return this.retired ? 'refused' : 'newest';
    if (/b/.test(this.path) || !/[dsc]/.test(this.path)) return 'refused';
    return /c/.test(this.path) ? 'newest' : 'waits';
  }
}

function registered({ reads, writesOld, writesNew }: Oracle) {
  const writes = [...(writesOld ? [3] : []), ...(writesNew ? [4] : [])];
  return {
    consumers: [reader('trainer', 3, reads ? 4 : 3)],
    producers: writes.length === 0 ? [] : [{ name: 'gateway', subject: 'training.example', writes }],
  };
}

/** Runs the events through the decisions and through the oracle, which must agree after each. */
function agree(events: readonly Event[]): string {
  const oracle = new Oracle();
  let scope = BEGUN;
  let made = 0;
  for (const one of events) {
    const before = subjectState(scope);
    switch (one.kind) {
      case 'reads':
      case 'writesOld':
      case 'writesNew':
        oracle[one.kind] = one.on;
        break;
      case 'days':
        oracle.day += one.days;
        break;
      case 'step': {
        const generation = before.rollouts.get(4)?.generation ?? 0;
        const decision = ask(scope, one.target, {
          registered: registered(oracle),
          now_ms: oracle.day * DAY_MS,
          reconciliation: one.halves ? HALVES : undefined,
          expected: one.stale ? generation + 1 : generation,
        });
        const isRepeat = oracle.path.endsWith(LETTERS[one.target]) && !one.stale;
        const isLet = !one.stale && !isRepeat && oracle.lets(one.target, one.halves);
        const kind = decision instanceof Fault ? 'refused' : decision.answer.kind;
        expect(kind).toBe(isRepeat ? 'already' : isLet ? 'moved' : 'refused');
        if (decision instanceof Fault || isRepeat) break;
        scope = apply(scope, decision);
        oracle.takes(one.target);
        break;
      }
      case 'offer': {
        const name = `9.${made++}.0`;
        const decision = offer(scope, name, one.version);
        const expected = oracle.offers(one.version);
        if (decision instanceof Fault) {
          expect(expected).toBe('refused');
          break;
        }
        expect(decision.answer.state).toBe(expected === 'newest' ? 'active' : 'proposed');
        scope = apply(scope, decision);
        if (expected === 'waits') {
          oracle.waiting.push(name);
          break;
        }
        oracle.accepted.push({ name, version: one.version });
        oracle.newest = name;
        oracle.moves++;
        break;
      }
      case 'activate': {
        const [name] = oracle.waiting;
        if (name === undefined) break;
        const { change, against, state } = before.revisions.get(name)!;
        if (state === 'proposed')
          scope = apply(scope, decideStep(scope, { of: { revision: name }, event: 'approve', change }));
        const decision = decideStep(scope, { of: { revision: name }, event: 'activate', change });
        // Whoever was judged against what is the newest no more is judged anew.
        const isLet = oracle.offers(4) === 'newest' && against === oracle.moves;
        expect(decision instanceof Fault).toBe(!isLet);
        if (decision instanceof Fault) break;
        scope = apply(scope, decision);
        oracle.waiting.shift();
        oracle.accepted.push({ name, version: 4 });
        oracle.newest = name;
        oracle.moves++;
        break;
      }
      case 'retire': {
        if (oracle.retired) break;
        const { change } = before.versions.get(3)!;
        const decision = decideStep(scope, {
          of: { version: 3 },
          event: 'retire',
          change,
          registered: { producers: [], consumers: [] },
        });
        // Nobody reads or writes it any more; that alone licenses nothing.
        const isLet = oracle.path.endsWith('t') && oracle.underNew(oracle.newest);
        expect(decision instanceof Fault).toBe(!isLet);
        if (decision instanceof Fault) break;
        scope = apply(scope, decision);
        oracle.retired = true;
        break;
      }
    }
    const { data, rollouts, revisions } = subjectState(scope);
    expect(data).toEqual({ at: oracle.newest, generation: oracle.moves });
    expect(data.generation).toBeGreaterThanOrEqual(before.data.generation);
    expect([...(rollouts.get(4)?.entry?.quarantined ?? [])].sort()).toEqual(oracle.quarantined.toSorted());
    // What was ever accepted is still there as it was.
    for (const { name } of oracle.accepted) expect(revisions.get(name)?.state).toBe('active');
  }
  return oracle.path;
}

describe('a rollout under any events', () => {
  it('does what its facts allow and nothing else, and the newest data is never moved back in its count', () =>
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), events => void agree(events)),
      {
        numRuns: 150,
      },
    ));

  it('reaches its ends, so that the property above has looked at them', () => {
    const go = (target: Target): Event => ({ kind: 'step', target, halves: true, stale: false });
    const way = [
      go('readers-ready'),
      go('dual-write'),
      { kind: 'offer', version: 4 } as const,
      go('cut-over'),
      { kind: 'activate' } as const,
      // Each of these is asked too early.
      go('observing'),
      { kind: 'writesOld', on: false } as const,
      go('observing'),
      { kind: 'retire' } as const,
    ];
    const end = [
      { kind: 'days', days: 6 } as const,
      go('settled'),
      { kind: 'days', days: 1 } as const,
      go('settled'),
      { kind: 'retire' } as const,
    ];
    expect(agree([...way, ...end])).toBe('rdcot');
    expect(agree([...way, go('rolled-back'), { kind: 'offer', version: 4 }, { kind: 'retire' }])).toBe(
      'rdcob',
    );
  });
});
