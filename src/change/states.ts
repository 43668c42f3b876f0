import { Fault } from '../base/fault.ts';

/**
 * `draft`: being written, and known only to its author. `proposed`: stored, and waiting for its evidence. `approved`:
 * its evidence is accepted. `active`: data may be written under it. `retired`: no new data; what was written stays
 * readable. `withdrawn`: given up before it was ever active.
 */
export const STATES = ['draft', 'proposed', 'approved', 'active', 'retired', 'withdrawn'] as const;
export type State = (typeof STATES)[number];

export const EVENTS = ['propose', 'amend', 'approve', 'activate', 'retire', 'withdraw'] as const;
export type Event = (typeof EVENTS)[number];

/** `same` is a deliberate no-op: a repeat of what brought it here. `never` is refused. There is no third silence. */
export type Outcome = State | 'same' | 'never';

/** All 36 answers. A new state or event does not compile until its row and column are filled. */
// biome-ignore format: a table is read by column
export const NEXT: Readonly<Record<State, Readonly<Record<Event, Outcome>>>> = {
  draft:     { propose: 'proposed', amend: 'same',  approve: 'never',    activate: 'never',  retire: 'never',   withdraw: 'withdrawn' },
  proposed:  { propose: 'same',     amend: 'draft', approve: 'approved', activate: 'never',  retire: 'never',   withdraw: 'withdrawn' },
  approved:  { propose: 'same',     amend: 'draft', approve: 'same',     activate: 'active', retire: 'never',   withdraw: 'withdrawn' },
  active:    { propose: 'same',     amend: 'never', approve: 'never',    activate: 'same',   retire: 'retired', withdraw: 'never'     },
  retired:   { propose: 'same',     amend: 'never', approve: 'never',    activate: 'never',  retire: 'same',    withdraw: 'never'     },
  withdrawn: { propose: 'never',    amend: 'never', approve: 'never',    activate: 'never',  retire: 'never',   withdraw: 'same'      },
};

/** The state after one event. @faults CHANGE_OUT_OF_TURN */
export function step(what: string, state: State, event: Event): State | Fault {
  const outcome = NEXT[state][event];
  if (outcome === 'never') return new Fault('CHANGE_OUT_OF_TURN', { what, state, event });
  return outcome === 'same' ? state : outcome;
}

/** Whether a proposal waits: it is stored, and may still be amended. */
export const isWaiting = (state: State): boolean => NEXT[state].amend === 'draft';

/** Whether data may have been written under it: it is active, or was. */
export const isAccepted = (state: State): boolean => state === 'active' || state === 'retired';

/** Where a new proposal stands after events that are in turn. */
export function stateAfter(events: readonly Event[]): State {
  let state: State = 'draft';
  for (const event of events) {
    const next = step('a proposal', state, event);
    if (next instanceof Fault) throw new RangeError(next.message);
    state = next;
  }
  return state;
}
