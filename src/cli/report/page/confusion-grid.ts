import { evidenceText, isWithheld, type Withheld } from '../../../contract/withheld.ts';
import type { Confusion, Pair } from '../../../golden/confusion.ts';
import type { Distribution } from '../../../golden/distribution.ts';

/** Which term became which: those that are in most changes, from down and to across. */
export type ConfusionGrid = {
  readonly terms: readonly string[];
  /** By row and column; 0 where it never happened, undefined on the diagonal where nobody counted what stayed. */
  readonly counts: ReadonlyArray<ReadonlyArray<number | undefined>>;
  /** Cells that changed, which the grid has no room for. */
  readonly others: number;
};

/** As many across as a page is wide. */
const TERMS = 16;

/**
 * Undefined where nothing changed, and where terms are withheld: they would all read alike.
 *
 * @param kept  how often a term was left as it was; undefined where that is not known
 */
export function confusionGrid(
  { pairs, others }: Confusion<Withheld>,
  kept: (term: string) => number | undefined,
): ConfusionGrid | undefined {
  if (pairs.length === 0 || pairs.some(({ from, to }) => isWithheld(from) || isWithheld(to)))
    return undefined;
  const named = pairs.map(pair => ({ ...pair, from: evidenceText(pair.from), to: evidenceText(pair.to) }));
  const terms = mostOf(named);
  const counts = terms.map(row =>
    terms.map(column => (row === column ? kept(row) : countOf(named, row, column))),
  );
  const shown = named
    .filter(pair => terms.includes(pair.from) && terms.includes(pair.to))
    .reduce((sum, { count }) => sum + count, 0);
  const all = named.reduce((sum, { count }) => sum + count, others);
  return { terms, counts, others: all - shown };
}

type Named = Omit<Pair, 'from' | 'to'> & { readonly from: string; readonly to: string };

/** Those in most changes first; of as many, the first in the list, which has an order of its own. */
function mostOf(pairs: readonly Named[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { from, to, count } of pairs)
    for (const term of [from, to]) sums.set(term, (sums.get(term) ?? 0) + count);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, TERMS)
    .map(([term]) => term);
}

const countOf = (pairs: readonly Named[], from: string, to: string): number =>
  pairs.find(pair => pair.from === from && pair.to === to)?.count ?? 0;

/** What of the label stayed as it was, where every sample was matched: all it had, without what became another. */
export function keptOf(
  { pairs, others }: Confusion<Withheld>,
  distribution: Distribution<Withheld> | undefined,
  allMatched: boolean,
): (term: string) => number | undefined {
  if (distribution === undefined || !allMatched || others > 0) return () => undefined;
  const { labels, nulls } = distribution;
  const had = new Map(labels.map(({ label, before }) => [evidenceText(label), before]));
  had.set(evidenceText(null), nulls.before);
  for (const { from, count } of pairs) {
    const term = evidenceText(from);
    had.set(term, (had.get(term) ?? 0) - count);
  }
  return term => had.get(term) ?? 0;
}
