import { LIMITS } from '../base/limits.ts';
import type { Category } from '../contract/category.ts';
import type { Value } from '../contract/value.ts';

/** Which label became which; null is a label nobody gave. Evidence: it holds values, as data. */
export type Confusion<V = never> = {
  /** Most frequent first; only labels that changed. `others` counts what a long list leaves out. */
  readonly pairs: readonly Pair<V>[];
  readonly others: number;
  /** Terms of which no row kept its label and all went to one other. */
  readonly whollyMoved: readonly Pair<V>[];
  readonly pattern: ConfusionPattern<V>;
};

export type Pair<V = never> = {
  readonly from: string | null | V;
  readonly to: string | null | V;
  readonly count: number;
};

/**
 * The one rule behind a change of labels, if there is one that every row obeys.
 *
 * `permutation`: the same terms, exchanged. `renaming`: each term that changed is another one now, none of the old; others stay. `offset`: integer
 * labels moved by a constant, piece by piece, order kept. `merge`: two terms or more are one now. `split`: one term is
 * several. `mixed`: no rule on labels alone; other columns may explain it.
 */
export type ConfusionPattern<V = never> =
  | { readonly kind: 'none' }
  | { readonly kind: 'permutation' | 'renaming' }
  | { readonly kind: 'offset'; readonly pieces: readonly OffsetPiece<V>[] }
  | { readonly kind: 'merge'; readonly into: string | V; readonly from: readonly (string | V)[] }
  | { readonly kind: 'split'; readonly from: string | V; readonly into: readonly (string | V)[] }
  | { readonly kind: 'mixed' };

/** Labels `first` to `last` moved by `by`. */
export type OffsetPiece<V = never> = {
  readonly first: bigint | V;
  readonly last: bigint | V;
  readonly by: bigint | V;
};

type Side = { readonly key: string; readonly text: string | null; readonly code: bigint | undefined };
type Count = { readonly from: Side; readonly to: Side; count: number };

export class ConfusionCount {
  readonly #counts = new Map<string, Map<string, Count>>();
  readonly #category: (value: Exclude<Value, null>) => Category;
  /** The count of two values: labels are few, and the rows many. */
  readonly #known = new Map<Value, Map<Value, Count>>();

  constructor(category: (value: Exclude<Value, null>) => Category) {
    this.#category = category;
  }

  /** Every matched row, changed or not: a rule is only a rule when the unchanged rows obey it too. */
  add(before: Value, after: Value): void {
    const seen = this.#known.get(before)?.get(after);
    if (seen !== undefined) {
      seen.count++;
      return;
    }
    const count = this.#countOf(before, after);
    count.count++;
    if (isOwnKey(before) && isOwnKey(after))
      this.#known.set(before, (this.#known.get(before) ?? new Map<Value, Count>()).set(after, count));
  }

  #countOf(before: Value, after: Value): Count {
    const [from, to] = [this.#side(before), this.#side(after)];
    let row = this.#counts.get(from.key);
    if (row === undefined) {
      row = new Map();
      this.#counts.set(from.key, row);
    }
    const known = row.get(to.key) ?? { from, to, count: 0 };
    row.set(to.key, known);
    return known;
  }

  finish(): Confusion {
    const counts = [...this.#counts.values()].flatMap(row => [...row.values()]);
    const changed = counts.filter(({ from, to }) => from.key !== to.key).sort(byCount);
    const shown = changed.slice(0, LIMITS.confusion_pairs_max);
    return {
      pairs: shown.map(pairOf),
      others: sum(changed) - sum(shown),
      whollyMoved: changed
        .filter(({ from }) => this.#counts.get(from.key)!.size === 1)
        .slice(0, LIMITS.confusion_pairs_max)
        .map(pairOf),
      pattern: patternOf(counts),
    };
  }

  #side(value: Value): Side {
    if (value === null) return { key: 'null', text: null, code: undefined };
    const { key, text } = this.#category(value);
    const isInteger = typeof value === 'bigint' || Number.isInteger(value);
    return { key, text, code: isInteger ? BigInt(value as number | bigint) : undefined };
  }
}

/** Lists and bytes are compared by reference in a map, and would only fill it. */
const isOwnKey = (value: Value): boolean => value === null || typeof value !== 'object';

const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0);

const pairOf = ({ from, to, count }: Count): Pair => ({ from: from.text, to: to.text, count });

const byCount = (a: Count, b: Count): number =>
  b.count - a.count || order(a.from.key, b.from.key) || order(a.to.key, b.to.key);

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

function patternOf(counts: readonly Count[]): ConfusionPattern {
  const changed = counts.filter(({ from, to }) => from.key !== to.key);
  if (changed.length === 0) return { kind: 'none' };
  // One row obeys every rule.
  if (sum(changed) < 2) return { kind: 'mixed' };
  // A null that came or went is a change of state, and has its own count.
  const known = counts.filter(({ from, to }) => from.text !== null && to.text !== null);
  const images = grouped(known, ({ from }) => from.key);
  const sources = grouped(known, ({ to }) => to.key);
  const isFunction = [...images.values()].every(group => group.length === 1);
  const isInjective = [...sources.values()].every(group => group.length === 1);
  if (isFunction && isInjective) return exchangeOf(known, images, sources);
  if (isFunction) return mergeOf(sources);
  return isInjective ? splitOf(images) : { kind: 'mixed' };
}

function exchangeOf(
  known: readonly Count[],
  images: ReadonlyMap<string, readonly Count[]>,
  sources: ReadonlyMap<string, readonly Count[]>,
): ConfusionPattern {
  if (known.every(({ from, to }) => from.key === to.key)) return { kind: 'mixed' };
  const pieces = piecesOf(known);
  if (pieces !== undefined) return { kind: 'offset', pieces };
  return { kind: [...images.keys()].every(key => sources.has(key)) ? 'permutation' : 'renaming' };
}

function mergeOf(sources: ReadonlyMap<string, readonly Count[]>): ConfusionPattern {
  const merged = [...sources.values()].filter(group => group.length > 1);
  const [only] = merged;
  if (merged.length !== 1 || only === undefined || !othersStay(sources)) return { kind: 'mixed' };
  return {
    kind: 'merge',
    into: only[0]!.to.text!,
    from: only
      .filter(({ from, to }) => from.key !== to.key)
      .map(({ from }) => from.text!)
      .sort(order),
  };
}

function splitOf(images: ReadonlyMap<string, readonly Count[]>): ConfusionPattern {
  const divided = [...images.values()].filter(group => group.length > 1);
  const [only] = divided;
  if (divided.length !== 1 || only === undefined || !othersStay(images)) return { kind: 'mixed' };
  return { kind: 'split', from: only[0]!.from.text!, into: only.map(({ to }) => to.text!).sort(order) };
}

/** Whether what was neither merged nor split kept its label. */
const othersStay = (groups: ReadonlyMap<string, readonly Count[]>): boolean =>
  [...groups.values()].every(([one, ...more]) => more.length > 0 || one!.from.key === one!.to.key);

/** Runs of one offset in the order of the labels; undefined where the order is not kept or a label is no integer. */
function piecesOf(known: readonly Count[]): readonly OffsetPiece[] | undefined {
  const moves: { code: bigint; by: bigint }[] = [];
  for (const { from, to } of known) {
    if (from.code === undefined || to.code === undefined) return undefined;
    moves.push({ code: from.code, by: to.code - from.code });
  }
  moves.sort((a, b) => Number(a.code > b.code) - Number(a.code < b.code));
  const pieces: OffsetPiece[] = [];
  for (const [index, { code, by }] of moves.entries()) {
    const previous = moves[index - 1];
    if (previous !== undefined && previous.code + previous.by >= code + by) return undefined;
    const last = pieces.at(-1);
    if (last?.by === by) pieces[pieces.length - 1] = { ...last, last: code };
    else pieces.push({ first: code, last: code, by });
  }
  // As many offsets as labels is no rule, it is a list.
  return pieces.length === moves.length ? undefined : pieces;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
