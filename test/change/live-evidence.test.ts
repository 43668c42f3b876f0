import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Commit, Decision, ScopeState } from '../../src/change/decision.ts';
import { type JudgedAgainst, type LiveGround, restingOn } from '../../src/change/live-evidence.ts';
import { STATES, type State } from '../../src/change/states.ts';
import { subjectScope } from '../../src/change/subject-state.ts';

const SCHEMA = { 1: sha256('one'), 2: sha256('two') } as const;
const BESIDE = sha256('beside');

/** Versions 1 and 2 are accepted, 3 waits, and somebody still writes version 1. */
const scope = (
  other: Readonly<Record<string, Json>> = {},
  beside: { readonly governance?: string } = { governance: BESIDE },
): ScopeState => {
  const version = (number: 1 | 2) => ({ state: 'active', recordSchema: SCHEMA[number], ...beside });
  const values = {
    'version/1': version(1),
    'version/2': version(2),
    'version/3': { state: 'proposed' },
    ...other,
  };
  const refs = Object.entries(values).map(([name, value]) => [name, { generation: 1, value }] as const);
  return { scope: subjectScope('s'), seq: 9, refs: new Map(refs) };
};

const GROUND: LiveGround = {
  compatibility: 'backward',
  revisions: [],
  producers: [{ name: 'writer', subject: 's', writes: [1, 2] }],
  consumers: [],
};

const judged = (version: 1 | 2): JudgedAgainst => ({
  version,
  recordSchema: SCHEMA[version],
  governance: BESIDE,
  promised: ['backward'],
  report: sha256(`report ${version}`),
});
const BOTH = [judged(1), judged(2)];

const WRITES: Commit<{ kind: string }> = { answer: { kind: 'moved' }, refs: new Map(), objects: [] };

const held = (
  state: ScopeState,
  evidence: readonly JudgedAgainst[],
  ground: LiveGround = GROUND,
  decision: Decision<{ kind: string }> = WRITES,
) => restingOn(state, { version: 3, judged: evidence, ground }, decision);

const changed = (version: number, was: string, is: string) => ({
  code: 'LIVE_VERSIONS_CHANGED',
  exit: 3,
  facts: { what: 'version 3 of s', version, was, is },
});
const LIVE = 'live, with backward promised';

describe('a decision about a version', () => {
  it('stands where the versions that count are those its evidence is about', () =>
    expect(held(scope(), BOTH)).toBe(WRITES));

  it('falls where its evidence leaves a live version out, the last one too, or has none at all', () => {
    expect(held(scope(), [judged(2)])).toMatchObject(changed(1, 'not live', LIVE));
    expect(held(scope(), [judged(1)])).toMatchObject(changed(2, 'not live', LIVE));
    expect(held(scope(), [])).toMatchObject(changed(1, 'not live', LIVE));
  });

  it('falls where a version counts no more, because the class may be a milder one', () =>
    expect(held(scope(), BOTH, { ...GROUND, producers: [] })).toMatchObject(changed(1, LIVE, 'not live')));

  it('falls where somebody relies on another direction', () => {
    const consumers = [
      { name: 'reader', kind: 'trainer', subject: 's', reads: { from: 1, to: 1 }, purpose: 'trains' },
    ] as const;
    const both = 'live, with backward and forward promised';
    expect(held(scope(), BOTH, { ...GROUND, consumers })).toMatchObject(changed(1, LIVE, both));
  });

  it('falls where a live version has another schema, or other governance, than was judged', () => {
    const other = sha256('other');
    const altered = { ...judged(1), recordSchema: other };
    expect(held(scope(), [altered, judged(2)])).toMatchObject(
      changed(1, `of schema ${other}`, `of schema ${SCHEMA[1]}`),
    );
    const governed = { ...judged(2), governance: other };
    expect(held(scope(), [judged(1), governed])).toMatchObject(
      changed(2, `of governance ${other}`, `of governance ${BESIDE}`),
    );
  });

  it('stands where nobody knows what stood beside an old entry', () =>
    expect(held(scope({}, {}), BOTH)).toBe(WRITES));

  it('counts data that the store or the ledger has accepted, because each may know what the other has not heard of', () => {
    const quiet = { ...GROUND, producers: [] };
    const data = sha256('data');
    const entry = (state: State) => scope({ 'revision/a': { state, version: 1, data } });
    for (const state of STATES) {
      const isAccepted = state === 'active' || state === 'retired';
      const found = held(entry(state), [judged(2)], quiet);
      expect(found instanceof Fault ? found.code : 'stands', state).toBe(
        isAccepted ? 'LIVE_VERSIONS_CHANGED' : 'stands',
      );
    }
    const inLedger = { ...quiet, revisions: [{ name: 'a', version: 1, data }] };
    expect(held(scope(), [judged(2)], inLedger)).toMatchObject(changed(1, 'not live', LIVE));
    expect(held(entry('active'), BOTH, inLedger)).toBe(WRITES);
  });

  it('needs no evidence where it is the first, because nobody relies on anything before it', () =>
    expect(restingOn(scope(), { version: 1, judged: [], ground: GROUND }, WRITES)).toBe(WRITES));

  it('is refused for its own reasons first, and as a repeat stands whatever counts by now', () => {
    const refusal = new Fault('PROPOSAL_UNKNOWN', { what: 'it' });
    expect(held(scope(), [], GROUND, refusal)).toBe(refusal);
    const repeat = { ...WRITES, answer: { kind: 'already' } };
    expect(held(scope(), [], GROUND, repeat)).toBe(repeat);
  });
});
