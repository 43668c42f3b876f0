import { LIMITS } from '../base/limits.ts';

/**
 * A value of a key column that a side has in another's place: rows that look gone and come anew, and are the same under a
 * new name. It is an offer: they stay counted as missing and extra until somebody says that they are one.
 */
export type KeyRemap<V = never> = {
  readonly column: string;
  readonly from: string | V;
  readonly to: string | V;
  /** `normalised`: equal in one Unicode form; `spelling`: but for case, width and space; `cells`: what the rows hold agrees. */
  readonly how: 'normalised' | 'spelling' | 'cells';
  /** Pairs of a missing and an extra row that it would match. */
  readonly rows: number;
  /** Their cells outside the key, and those of them that are equal. */
  readonly cells: number;
  readonly agreeing: number;
};

/** Of a column the text by which each row is told apart from others; undefined for a null. */
export type RemapColumn = {
  readonly name: string;
  readonly old: (row: number) => string | undefined;
  readonly new: (row: number) => string | undefined;
};

export type RemapAsk = {
  readonly key: readonly RemapColumn[];
  readonly others: readonly RemapColumn[];
  /** Rows of the old side and of the new one that no row of the other has the key of. */
  readonly missing: readonly number[];
  readonly extra: readonly number[];
  /** Whether the values of a key column are names that somebody may give anew; what counts or says when is none. */
  readonly isNamed: (column: RemapColumn) => boolean;
};

/** For each key column, each value of missing rows with the one of extra rows that took its place, if there is one. */
export function keyRemaps({ key, others, missing, extra, isNamed }: RemapAsk): readonly KeyRemap[] {
  if (missing.length === 0 || extra.length === 0) return [];
  return key.filter(isNamed).flatMap(column => {
    const rest = key.filter(each => each !== column);
    const gone = groupsOf(missing, column.old, row => keyText(rest.map(each => each.old(row))));
    const come = groupsOf(extra, column.new, row => keyText(rest.map(each => each.new(row))));
    // The same value on both sides was not renamed; its rows are told apart by another part of the key.
    for (const value of [...gone.keys()])
      if (come.has(value)) {
        gone.delete(value);
        come.delete(value);
      }
    const taken = new Set<string>();
    const found: KeyRemap[] = [];
    for (const { how, form } of FORMS) {
      const byForm = new Map<string, string[]>();
      for (const to of come.keys())
        if (!taken.has(to)) byForm.set(form(to), [...(byForm.get(form(to)) ?? []), to]);
      for (const from of [...gone.keys()]) {
        const [to, other] = byForm.get(form(from)) ?? [];
        // Of two spellings that look alike nobody can say which is meant.
        if (to === undefined || other !== undefined || taken.has(to)) continue;
        const pairs = pairsOf(gone.get(from)!, come.get(to)!);
        found.push({ column: column.name, from, to, how, ...agreement(pairs, others) });
        taken.add(to);
        gone.delete(from);
      }
    }
    return [...found, ...byCells(column.name, gone, without(come, taken), others)].sort(
      (a, b) => b.rows - a.rows || Number(a.from > b.from) - Number(a.from < b.from),
    );
  });
}

const FORMS = [
  { how: 'normalised', form: (text: string) => text.normalize('NFC') },
  {
    how: 'spelling',
    form: (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s_-]+/g, ''),
  },
] as const;

/** By the value of one key column, rows by what the other parts of their key say. */
type Groups = Map<string, ReadonlyMap<string, number>>;

function groupsOf(
  rows: readonly number[],
  nameOf: (row: number) => string | undefined,
  restOf: (row: number) => string,
): Groups {
  const groups = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const value = nameOf(row);
    if (value === undefined) continue;
    const group = groups.get(value) ?? new Map<string, number>();
    groups.set(value, group);
    group.set(restOf(row), row);
  }
  return groups;
}

/** Each part with its length in front. */
const keyText = (parts: readonly (string | undefined)[]): string =>
  parts.map(part => (part === undefined ? '~' : `${part.length}:${part}`)).join('');

const without = (groups: Groups, values: ReadonlySet<string>): Groups =>
  new Map([...groups].filter(([value]) => !values.has(value)));

type RowPairs = ReadonlyArray<readonly [old: number, later: number]>;

const pairsOf = (gone: ReadonlyMap<string, number>, come: ReadonlyMap<string, number>): RowPairs =>
  [...gone].flatMap(([rest, row]) => {
    const other = come.get(rest);
    return other === undefined ? [] : [[row, other] as const];
  });

const agreement = (pairs: RowPairs, others: readonly RemapColumn[]) => {
  let agreeing = 0;
  for (const [row, other] of pairs)
    for (const column of others) if (column.old(row) === column.new(other)) agreeing++;
  return { rows: pairs.length, cells: pairs.length * others.length, agreeing };
};

/** Most of what the rows hold must agree, clearly more than with any other, in more cells than chance gives. */
const [AGREEING_SHARE, CLEARER_BY, AGREEING_CELLS] = [0.75, 0.1, 3];

/** Each with the one whose rows hold most of the same, where either is the other's best. */
function byCells(
  column: string,
  gone: Groups,
  come: Groups,
  others: readonly RemapColumn[],
): readonly KeyRemap[] {
  if (others.length === 0 || gone.size * come.size > LIMITS.key_remap_pairs_max) return [];
  const scored = [...gone].flatMap(([from, rows]) =>
    [...come].map(([to, laterRows]) => {
      const found = agreement(pairsOf(rows, laterRows), others);
      // Rows that the other has not agree in nothing.
      const most = Math.max(rows.size, laterRows.size) * others.length;
      return { from, to, ...found, share: found.agreeing / most };
    }),
  );
  const best = (side: 'from' | 'to', value: string) => {
    const [first, second] = scored
      .filter(each => each[side] === value)
      .sort((a, b) => b.share - a.share)
      .slice(0, 2);
    return second === undefined || first!.share - second.share >= CLEARER_BY ? first : undefined;
  };
  return scored
    .filter(({ share, agreeing }) => share >= AGREEING_SHARE && agreeing >= AGREEING_CELLS)
    .filter(each => best('from', each.from) === each && best('to', each.to) === each)
    .map(({ share: _, ...each }) => ({ column, how: 'cells' as const, ...each }));
}
