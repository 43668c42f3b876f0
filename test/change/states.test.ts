import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENTS, type Event, NEXT, STATES, type State, stateAfter, step } from '../../src/change/states.ts';

const state = fc.constantFrom(...STATES);
const events = fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 });

/** Where events lead; one out of turn changes nothing. */
const walk = (from: State, path: readonly Event[]): State =>
  path.reduce<State>((at, event) => {
    const next = step('x', at, event);
    return typeof next === 'string' ? next : at;
  }, from);

describe('the states of a proposal', () => {
  it('answers every event in every state', () => {
    for (const from of STATES)
      for (const event of EVENTS) expect([...STATES, 'same', 'never']).toContain(NEXT[from][event]);
  });

  it('reaches every state from a draft', () => {
    const reached = new Set<State>(['draft']);
    for (const at of reached)
      for (const event of EVENTS) {
        const next = NEXT[at][event];
        if (next !== 'same' && next !== 'never') reached.add(next);
      }
    expect(reached).toEqual(new Set(STATES));
  });

  it('ends in retired and withdrawn, because data once written and proposals once given up stay so', () =>
    fc.assert(
      fc.property(fc.constantFrom<State>('retired', 'withdrawn'), events, (end, path) => {
        expect(walk(end, path)).toBe(end);
      }),
    ));

  it('ends nowhere else, because a proposal that can neither go on nor be given up is stuck', () => {
    for (const from of STATES) {
      const leaves = EVENTS.some(event => !['same', 'never'].includes(NEXT[from][event]));
      expect(leaves).toBe(from !== 'retired' && from !== 'withdrawn');
    }
  });

  it('takes a repeat of the event that brought it here, because the first answer may have been lost', () =>
    fc.assert(
      fc.property(state, fc.constantFrom(...EVENTS), (from, event) => {
        const to = NEXT[from][event];
        if (to !== 'same' && to !== 'never') expect(NEXT[to][event]).toBe('same');
      }),
    ));

  it('is never active without an approval, whatever else happened', () =>
    fc.assert(
      fc.property(events, path => {
        expect(['active', 'retired']).not.toContain(
          walk(
            'draft',
            path.filter(event => event !== 'approve'),
          ),
        );
      }),
    ));

  it('loses its approval when it is amended, because something else was approved', () =>
    fc.assert(
      fc.property(events, path => {
        const at = walk('draft', path);
        if (NEXT[at].amend !== 'never') expect(walk(at, ['amend', 'propose', 'activate'])).toBe('proposed');
      }),
    ));

  it('is not withdrawn once active, because data may have been written under it', () => {
    expect(NEXT.active.withdraw).toBe('never');
    expect(step('version 4', 'active', 'withdraw')).toMatchObject({
      code: 'CHANGE_OUT_OF_TURN',
      facts: { what: 'version 4', state: 'active', event: 'withdraw' },
    });
    expect(step('version 4', 'proposed', 'withdraw')).toBe('withdrawn');
  });

  it('takes events out of turn from our own code as a mistake', () => {
    expect(stateAfter(['propose', 'approve', 'activate'])).toBe('active');
    expect(() => stateAfter(['activate'])).toThrow(RangeError);
  });
});
