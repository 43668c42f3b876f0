import { categoryReader, isCategorical } from '../contract/category.ts';
import type { Field } from '../contract/field.ts';
import { type FieldSummary, valuesIn } from './summary.ts';
import { isCounted, type ValueCount, type ValueCounts } from './value-counts.ts';

/** One category on both sides. */
export type Cell = {
  readonly text: string;
  readonly before: number;
  readonly after: number;
  /** For how many categories it stands: 1, or as many as one of which is counted. */
  readonly weight: number;
};

/** The categories of both sides beside each other. */
export type Aligned = {
  readonly cells: readonly Cell[];
  /** Rows with a value, of each side. */
  readonly before: number;
  readonly after: number;
};

/**
 * Where one side does not count all its values, those of which both sides know every row stand for themselves, and of all others the same share
 * is taken on both.
 */
export function aligned(before: FieldSummary, after: FieldSummary): Aligned {
  const level = Math.max(before.counts.level, after.counts.level);
  const [left, right] = [sideOf(before, level), sideOf(after, level)];
  const frequent = new Set(
    [...left.frequent.keys(), ...right.frequent.keys()].filter(
      key => isKnown(left, key, right) && isKnown(right, key, left),
    ),
  );
  const cells: Cell[] = [...frequent].map(key => cellOf(left, right, key, 1));
  for (const key of new Set([...left.sampled, ...right.sampled]))
    if (!frequent.has(key)) cells.push(cellOf(left, right, key, 2 ** level));
  return { cells, before: valuesIn(before), after: valuesIn(after) };
}

type Side = {
  readonly field: Field;
  readonly own: ValueCounts;
  readonly counts: ReadonlyMap<string, { readonly text: string; readonly count: number }>;
  /** Categories of which every row is counted, with the keys of their values. */
  readonly frequent: ReadonlyMap<string, readonly string[]>;
  /** Categories that stand for others too. */
  readonly sampled: ReadonlySet<string>;
};

function sideOf({ field, counts: own }: FieldSummary, level: number): Side {
  const nameOf = namer(field);
  const counts = new Map<string, { text: string; count: number }>();
  const frequent = new Map<string, string[]>();
  const sampled = new Set<string>();
  const seen = new Set<string>();
  for (const one of [...own.heavy, ...own.counted]) {
    // A frequent value whose hash is small is in both lists.
    if (seen.has(one.key)) continue;
    seen.add(one.key);
    const { key, text } = nameOf(one);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { text, count: one.count });
    else known.count += one.count;
    if (isCounted(one.key, level)) sampled.add(key);
  }
  for (const one of own.level === 0 ? own.counted : own.heavy) {
    const { key } = nameOf(one);
    const keys = frequent.get(key);
    if (keys === undefined) frequent.set(key, [one.key]);
    else keys.push(one.key);
  }
  return { field, own, counts, frequent, sampled };
}

/** Whether a side that does not have a category is sure that it has not; every term of a vocabulary is looked for. */
function isKnown({ field, own, frequent }: Side, key: string, other: Side): boolean {
  if (own.level === 0 || frequent.has(key)) return true;
  if (field.vocabulary !== undefined && key.startsWith(TERM)) return true;
  return other.frequent.get(key)?.every(each => own.sought?.has(each)) ?? false;
}

/** As `categoryReader` begins the key of one. */
const TERM = 'term ';

const cellOf = (left: Side, right: Side, key: string, weight: number): Cell => {
  const [was, is] = [left.counts.get(key), right.counts.get(key)];
  return { text: (was ?? is)!.text, before: was?.count ?? 0, after: is?.count ?? 0, weight };
};

/** A label, its alias and its code are one category. */
export function namer(field: Field): (one: ValueCount) => { readonly key: string; readonly text: string } {
  if (!isCategorical(field)) return ({ key }) => ({ key, text: key });
  const category = categoryReader(field);
  return ({ key, value }) => (value === undefined || value === null ? { key, text: key } : category(value));
}

/** Categories that have counts by themselves, as those of a slice do. */
export function alignedCounts(
  before: ReadonlyMap<string, { readonly text: string; readonly count: number }>,
  after: ReadonlyMap<string, { readonly text: string; readonly count: number }>,
): Aligned {
  const cells = [...new Set([...before.keys(), ...after.keys()])].map((key): Cell => {
    const [was, is] = [before.get(key), after.get(key)];
    return { text: (was ?? is)!.text, before: was?.count ?? 0, after: is?.count ?? 0, weight: 1 };
  });
  const sum = (of: (cell: Cell) => number): number => cells.reduce((all, cell) => all + of(cell), 0);
  return { cells, before: sum(cell => cell.before), after: sum(cell => cell.after) };
}
