import type { ChangeStep } from '../change/record.ts';
import type { Ledger } from '../contract/ledger.ts';
import type { GoldenSet } from '../golden/set.ts';

type Named = Pick<GoldenSet, 'revision'>;
type Changes = readonly { readonly change: { readonly step: ChangeStep } }[];
type Pair<S> = readonly [from: S | undefined, to: S];

/**
 * Each revision that the ledger doesn't have, with the one that will be before it: what the tree's own ledger accepted
 * came in its order. Each of the others comes after the one its change record names, where that is proposed as well and
 * what it comes after leads on to what was accepted last; else after what was accepted last. Where nothing was, the first
 * by name of those whose records name none comes first, and is what was accepted last to the rest.
 */
export function proposedRevisions<S extends Named>(
  {
    sets,
    ledger,
    changes,
  }: { readonly sets: ReadonlyMap<string, S>; readonly ledger: Ledger; readonly changes: Changes },
  own: Ledger,
): readonly Pair<S>[] {
  const setsOf = ({ revisions }: Ledger): S[] => revisions.flatMap(({ name }) => sets.get(name) ?? []);
  const known = setsOf(ledger);
  const accepted = setsOf(own).filter(set => !known.includes(set));
  const fresh = [...sets.values()].filter(set => !known.includes(set) && !accepted.includes(set));
  const newest = accepted.at(-1) ?? known.at(-1);
  const before = namedBefore(changes, fresh, newest);
  const last = newest ?? fresh.find(set => !before.has(set)) ?? fresh[0];
  return [
    ...accepted.map((set, at): Pair<S> => [accepted[at - 1] ?? known.at(-1), set]),
    ...inTurn(fresh, before, last),
  ];
}

/**
 * What the change record of a proposed revision names as before it, where that is proposed itself. One that was written
 * for what was accepted last counts before all others: its turn is now.
 */
function namedBefore<S extends Named>(
  changes: Changes,
  fresh: readonly S[],
  newest: S | undefined,
): ReadonlyMap<S, S> {
  const before = new Map<S, S>();
  for (const to of fresh) {
    const named = changes.flatMap(({ change: { step } }) =>
      step.kind === 'revision' && step.to === to.revision && step.from !== undefined ? [step.from] : [],
    );
    if (newest !== undefined && named.includes(newest.revision)) continue;
    const from = fresh.find(({ revision }) => named.includes(revision));
    if (from !== undefined) before.set(to, from);
  }
  return before;
}

/** Each after the one before it. Records that name one another in a ring lead nowhere, and what stands in it is held against the last. */
function inTurn<S>(fresh: readonly S[], before: ReadonlyMap<S, S>, last: S | undefined): readonly Pair<S>[] {
  const placed = new Set<S>();
  const pairs: Pair<S>[] = [];
  const place = (from: S | undefined, to: S): void => {
    placed.add(to);
    pairs.push([from, to]);
  };
  for (const set of fresh) if (set === last || !before.has(set)) place(set === last ? undefined : last, set);
  for (let count = -1; count < placed.size; ) {
    count = placed.size;
    for (const set of fresh)
      if (!placed.has(set) && placed.has(before.get(set)!)) place(before.get(set), set);
  }
  for (const set of fresh) if (!placed.has(set)) place(last, set);
  return pairs;
}
