import { LIMITS } from '../../base/limits.ts';
import { type Explanation, explainRows } from '../explain.ts';
import type { Join } from '../key.ts';
import { type ColumnSet, partOf } from './column-set.ts';

/**
 * The condition that says best which rows differ. Where they are many, which columns it is of is found on some of them; the
 * condition itself, and every count, is of all.
 */
export function explainSampled(set: ColumnSet, join: Join, differs: Uint8Array): Explanation {
  const all = set.columns.map((_, at) => at);
  const rows = join.before.length;
  if (rows <= LIMITS.compared_explained_rows) return explain(set, all, join, differs, undefined);
  const sample = sampleOf(differs);
  const likely = all
    .map(at => ({ at, bits: explain(set, [at], join, differs, sample).oneTerm?.savedBits ?? 0 }))
    .sort((a, b) => b.bits - a.bits || a.at - b.at)
    .slice(0, LIMITS.compared_explaining_columns)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const sampled = explain(set, likely, join, differs, sample);
  const ids = new Set(
    [sampled.oneTerm, sampled.twoTerms].flatMap(found => {
      if (found === undefined) return [];
      const { condition } = found;
      const terms = condition.kind === 'term' ? [condition.term] : condition.terms;
      return terms.map(({ subject }) => subject.field);
    }),
  );
  const chosen = all.filter(at => ids.has(set.schema.fields[at]!.id));
  const found = explain(set, chosen, join, differs, undefined);
  const isCut = likely.length < all.length;
  return { ...found, pairsAmong: isCut ? { columns: likely.length, of: all.length } : sampled.pairsAmong };
}

function explain(
  set: ColumnSet,
  places: readonly number[],
  join: Join,
  differs: Uint8Array,
  pairs: Uint32Array | undefined,
): Explanation {
  const part = partOf(set, places);
  const rows = pairs === undefined ? join.before : pairs.map(pair => join.before[pair]!);
  const flags = pairs === undefined ? differs : Uint8Array.from(pairs, pair => differs[pair]!);
  return explainRows(part.schema, part.old, rows, flags);
}

/** As many rows that differ as rows that don't, where there are as many, spread over the whole. */
function sampleOf(differs: Uint8Array): Uint32Array {
  const half = LIMITS.compared_explained_rows / 2;
  const kinds: [number[], number[]] = [[], []];
  for (let pair = 0; pair < differs.length; pair++) kinds[differs[pair] === 1 ? 1 : 0].push(pair);
  const chosen = kinds.flatMap(pairs => {
    const step = Math.max(1, pairs.length / half);
    return Array.from({ length: Math.min(half, pairs.length) }, (_, at) => pairs[Math.floor(at * step)]!);
  });
  return Uint32Array.from(chosen).sort();
}
