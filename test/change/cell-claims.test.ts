import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { cellState, decideClaim, decideFreed, decideKept } from '../../src/change/cell-claims.ts';
import type { Commit, ScopeState } from '../../src/change/decision.ts';

const [A, B] = [sha256('a'), sha256('b')];
const PACK = { digest: sha256('pack'), bytes: new Uint8Array(1) };
const NONE: ReadonlySet<never> = new Set();

const stateOf = (refs: Readonly<Record<string, Json>>): ScopeState => ({
  scope: 'cells',
  seq: 1,
  refs: new Map(Object.entries(refs).map(([name, value]) => [name, { generation: 1, value }])),
});
const next = (state: ScopeState, { refs }: Commit<never> | Commit<{ kind: never }>): ScopeState => ({
  ...state,
  seq: state.seq + 1,
  refs: new Map([
    ...state.refs,
    ...[...refs].map(([name, value]) => [name, { generation: 1, value }] as const),
  ]),
});
const claim = (state: ScopeState, by: string, now_ms: number, damaged = NONE as ReadonlySet<typeof A>) =>
  decideClaim(state, [A, B], { by, now_ms }, 100, damaged);

describe('a claim to run cells', () => {
  it('gives what nobody runs, and what another runs to nobody else until its time is over', () => {
    const state = next(stateOf({}), claim(stateOf({}), 'one', 0) as Commit<never>);
    expect(claim(state, 'two', 99).answer.keys).toEqual([]);
    expect(claim(state, 'two', 100).answer.keys).toEqual([A, B]);
  });

  it('is longer for who has it already', () => {
    const first = next(stateOf({}), claim(stateOf({}), 'one', 0) as Commit<never>);
    const renewed = next(first, claim(first, 'one', 90) as Commit<never>);
    expect(claim(renewed, 'two', 150).answer.keys).toEqual([]);
  });

  it('is to nothing that was kept, unless what was kept is damaged', () => {
    const state = stateOf({ [A]: { kind: 'kept', pack: PACK.digest } });
    expect(claim(state, 'one', 0).answer.keys).toEqual([B]);
    expect(claim(state, 'one', 0, new Set([PACK.digest])).answer.keys).toEqual([A, B]);
  });

  it('holds against whatever stands in a ref, because what is not understood stands for nothing', () => {
    for (const value of [null, 1, 'kept', [], {}, { kind: 'kept', pack: 'x' }, { kind: 'claimed', by: 1 }])
      expect(cellState(stateOf({ [A]: value }), A)).toEqual({ kind: 'open' });
  });

  it('is lost with its time: what comes late is not kept over what another found', () => {
    const first = next(stateOf({}), claim(stateOf({}), 'one', 0) as Commit<never>);
    const second = next(first, claim(first, 'two', 100) as Commit<never>);
    expect(decideKept(second, [A, B], 'one', PACK)).toMatchObject({ answer: { cells: 0 }, objects: [] });
    expect(decideKept(second, [A], 'two', PACK)).toMatchObject({
      answer: { cells: 1 },
      objects: [PACK.bytes],
    });
  });

  it('is given back by its owner alone', () => {
    const state = next(stateOf({}), claim(stateOf({}), 'one', 0) as Commit<never>);
    expect(decideFreed(state, [A], 'two').answer.cells).toBe(0);
    const freed = next(state, decideFreed(state, [A], 'one') as Commit<never>);
    expect(claim(freed, 'two', 1).answer.keys).toEqual([A]);
  });

  it('has one owner at a time, whatever is done by whom in whichever order', () => {
    const step = fc.record({
      by: fc.constantFrom('one', 'two', 'three'),
      wait_ms: fc.nat(120),
      does: fc.constantFrom('claim' as const, 'keep' as const, 'free' as const),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let [state, now_ms] = [stateOf({}), 0];
        const held = new Map<string, { readonly by: string; readonly until_ms: number }>();
        for (const { by, wait_ms, does } of steps) {
          now_ms += wait_ms;
          const commit =
            does === 'claim'
              ? claim(state, by, now_ms)
              : does === 'keep'
                ? decideKept(state, [A], by, PACK)
                : decideFreed(state, [A], by);
          if (commit.answer.kind === 'cells-claimed')
            for (const key of commit.answer.keys) {
              const other = held.get(key);
              expect(other === undefined || other.by === by || other.until_ms <= now_ms).toBe(true);
              held.set(key, { by, until_ms: now_ms + 100 });
            }
          if (commit.answer.kind === 'cells-freed' && commit.answer.cells > 0) held.delete(A);
          state = next(state, commit as Commit<never>);
        }
      }),
      { numRuns: 50 },
    );
  });
});
