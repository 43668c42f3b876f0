import type { Ledger } from '../contract/ledger.ts';
import type { GoldenSet } from '../golden/set.ts';
import type { LoadedSubject } from './load-subject.ts';

/**
 * Each revision that the ledger doesn't have, with the one that will be before it: what the tree's own ledger accepted
 * came in its order. Each of the others is held against what was accepted last; and where nothing was, against the first
 * of them by name.
 */
export function proposedRevisions(
  { sets, ledger }: Pick<LoadedSubject, 'sets' | 'ledger'>,
  own: Ledger,
): readonly (readonly [from: GoldenSet | undefined, to: GoldenSet])[] {
  const setsOf = ({ revisions }: Ledger): GoldenSet[] =>
    revisions.flatMap(({ name }) => sets.get(name) ?? []);
  const known = setsOf(ledger);
  const accepted = setsOf(own).filter(set => !known.includes(set));
  const fresh = [...sets.values()].filter(set => !known.includes(set) && !accepted.includes(set));
  const last = accepted.at(-1) ?? known.at(-1) ?? fresh[0];
  return [
    ...accepted.map((set, at) => [accepted[at - 1] ?? known.at(-1), set] as const),
    ...fresh.map(set => [set === last ? undefined : last, set] as const),
  ];
}
