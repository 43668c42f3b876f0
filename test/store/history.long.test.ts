import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Final, type Observed, violations } from './history.ts';
import type { Op } from './history-model.ts';
import { runHistory } from './run-history.ts';

const folder = temporaryFolder();

describe('concurrent histories', () => {
  it('of several processes at one store are explained by one order', { timeout: 60_000 }, async () => {
    const history = await runHistory({
      file: path.join(folder, 'a.db'),
      processes: 4,
      operations: 50,
      store: 'sqlite',
      compare: 'generation',
    });
    expect(history.mistakes).toEqual([]);
    expect(await violations(history.observed, history.finals)).toEqual([]);
    expect(history.observed).toHaveLength(200);
  });
});

/** A checker that has never failed proves nothing. */
describe('the checker of histories', () => {
  const alias = (to: string, expected: number): Op => ({ kind: 'alias', to, expected, believed: '' });
  const set = (seq: number, op: Op, from: string | null, start_ns: number): Observed => ({
    scope: 's',
    opId: `op-${start_ns}`,
    op,
    start_ns,
    end_ns: start_ns + 5,
    outcome: {
      kind: 'answered',
      answer: { kind: 'set', to: (op as { to: string }).to, from, generation: seq, seq },
    },
  });
  const refused = (op: Op, expected: number, found: number, seen: number, start_ns: number): Observed => ({
    scope: 's',
    opId: `op-${start_ns}`,
    op,
    start_ns,
    end_ns: start_ns + 5,
    outcome: {
      kind: 'refused',
      code: 'EXPECTED_HEAD_MOVED',
      facts: { subject: 's', expected, found, again: 'propose' },
      seen,
    },
  });
  const final = (observed: readonly Observed[], generation: number, value: string): Final => ({
    state: { scope: 's', seq: generation, refs: new Map([['alias', { generation, value }]]) },
    journal: observed
      .filter(one => one.outcome.kind === 'answered')
      .map(({ opId, outcome }) => {
        const { seq, ...answer } = (outcome as Extract<Observed['outcome'], { kind: 'answered' }>).answer;
        return { seq, opId, kind: 'alias', request: 'sha256:', answer, at_ms: 0 };
      }),
  });
  const rules = async (observed: readonly Observed[], left: Final) =>
    (await violations(observed, [left])).map(({ rule }) => rule);

  const first = set(1, alias('a', 0), null, 10);
  const second = set(2, alias('b', 1), 'a', 20);
  const late = refused(alias('c', 1), 1, 2, 2, 30);
  const right = [first, second, late];
  const left = final(right, 2, 'b');

  it('finds nothing in a right history', async () => expect(await rules(right, left)).toEqual([]));

  it('finds an answer that was decided on a state that had gone', async () => {
    const stale = set(2, alias('b', 0), null, 20);
    expect(await rules([first, stale], final([first, stale], 2, 'b'))).toContain('answer replays');
  });

  it('finds a missing place in the order', async () =>
    expect(
      await rules([first, { ...second, outcome: set(3, alias('b', 1), 'a', 20).outcome }], left),
    ).toContain('seq is dense'));

  it('finds a refusal of what was lawful', async () =>
    expect(await rules([...right, refused(alias('c', 2), 2, 2, 2, 40)], left)).toEqual(['refusal replays']));

  it('finds an order that contradicts the clock', async () => {
    const early = { ...second, start_ns: 1, end_ns: 2 };
    expect(await rules([first, early, late], left)).toEqual(['real time is kept']);
    const blind = refused(alias('c', 1), 1, 0, 0, 30);
    expect(await rules([first, second, blind], left)).toEqual(['real time is kept']);
  });

  it('finds a write nobody was told of', async () =>
    expect(await rules(right, final(right, 2, 'z'))).toEqual(['final state replays']));

  it('finds an answer the journal does not have', async () =>
    expect(await rules(right, { ...left, journal: left.journal.slice(0, 1) })).toEqual([
      'journal is what was answered',
    ]));
});
