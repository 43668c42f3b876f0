import { LIMITS } from '../../base/limits.ts';
import type { Value } from '../../contract/value.ts';
import type { Join } from '../key.ts';
import type { TypedColumn } from './typed-column.ts';
import { type UnifiedColumn, unify } from './unify.ts';

/** A column that one file lacks and one that it has besides, which hold the same in rows that are the same: likely one column. */
export type RenamedColumn = {
  readonly from: string;
  readonly to: string;
  /** Matched rows in which both are equal, of those in which either holds anything. */
  readonly agree: number;
  readonly of: number;
};

/** Each column in one pair at most, those that agree most first. A proposal: nobody said that they are one. */
export function renamedColumns(
  removed: readonly TypedColumn[],
  added: readonly TypedColumn[],
  join: Join,
): readonly RenamedColumn[] {
  const sample = sampleOf(join);
  const found: RenamedColumn[] = [];
  for (const before of removed.slice(0, LIMITS.compared_renamed_columns_max))
    for (const after of added.slice(0, LIMITS.compared_renamed_columns_max)) {
      const column = unify(before, after);
      // Most pairs have nothing in common, which few rows show.
      if (!isAlike(agreement(column, sample))) continue;
      const whole = sample === join ? agreement(column, sample) : agreement(column, join);
      if (isAlike(whole)) found.push({ from: before.name, to: after.name, agree: whole.agree, of: whole.of });
    }
  return onceEach(found.sort((a, b) => b.agree * a.of - a.agree * b.of || b.of - a.of));
}

type Pairs = Pick<Join, 'before' | 'after'>;

function sampleOf(join: Join): Pairs {
  const rows = join.before.length;
  const most = LIMITS.compared_explained_rows;
  if (rows <= most) return join;
  const places = Uint32Array.from({ length: most }, (_, at) => Math.floor((at * rows) / most));
  return {
    before: places.map(pair => join.before[pair]!),
    after: places.map(pair => join.after[pair]!),
  };
}

type Agreement = { readonly agree: number; readonly of: number; readonly chance: number };

function agreement(column: UnifiedColumn, { before, after }: Pairs): Agreement {
  const counts = new Map<Value, { old: number; new: number }>();
  const count = (value: Value, side: 'old' | 'new'): void => {
    const known = counts.get(value) ?? { old: 0, new: 0 };
    counts.set(value, known);
    known[side]++;
  };
  let [agree, of] = [0, 0];
  for (let pair = 0; pair < before.length; pair++) {
    const [old, later] = [column.valueAt('old', before[pair]!), column.valueAt('new', after[pair]!)];
    if (old === null && later === null) continue;
    of++;
    if (old === later || (Number.isNaN(old) && Number.isNaN(later))) agree++;
    count(old, 'old');
    count(later, 'new');
  }
  // How many would agree if either column were shuffled.
  let chance = 0;
  for (const each of counts.values()) chance += (each.old / of) * (each.new / of);
  return { agree, of, chance };
}

const AGREE_MIN = 0.9;
/** Columns of one value, or nearly, are equal whatever they mean. */
const CHANCE_MAX = 0.6;
const ROWS_MIN = 5;

const isAlike = ({ agree, of, chance }: Agreement): boolean =>
  of >= ROWS_MIN && agree >= AGREE_MIN * of && chance <= CHANCE_MAX;

function onceEach(found: readonly RenamedColumn[]): readonly RenamedColumn[] {
  const [froms, tos] = [new Set<string>(), new Set<string>()];
  return found.filter(({ from, to }) => {
    if (froms.has(from) || tos.has(to)) return false;
    froms.add(from);
    tos.add(to);
    return true;
  });
}
