import type { TextTokenizer } from '../../contract/byte-pairs.ts';
import type { Value } from '../../contract/value.ts';
import type { Join, Sides } from '../key.ts';

/** What the tokens of one field became, over the matched samples in which it holds a value on both sides. */
export type TokenChange<V = never> = {
  readonly name: string;
  /** Whether tokens of a text were counted, or ids as they stand. */
  readonly of: 'text' | 'ids';
  readonly compared: number;
  /** compared = same + longer + shorter. */
  readonly same: number;
  readonly longer: number;
  readonly shorter: number;
  /** All of them together. */
  readonly total: Sides<number | V>;
  /** The greatest change, in tokens. */
  readonly most: number | V;
  /** Of the relative change of samples that had a token before, as -0.128; undefined where none had. */
  readonly relative: RelativeChange | V | undefined;
  readonly limits: readonly LimitChange[];
};

/** Each is the change of some sample: the nearest rank. */
export type RelativeChange = {
  readonly p05: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
};

/** Samples beyond a limit, and those that came to be on its other side; what is beyond is cut or refused. */
export type LimitChange = {
  readonly limit: number;
  readonly beyond: Sides<number>;
  /** Within before, beyond after. */
  readonly over: number;
  /** Beyond before, within after. */
  readonly under: number;
};

/** How many tokens a value of a field has on a side; undefined where it has none to count. */
export type TokenCounter = (value: Value) => number | undefined;

/** @param tokenizer  undefined: the value is a list of ids, each of them a token */
export const tokenCounter = (tokenizer: TextTokenizer | undefined): TokenCounter =>
  tokenizer === undefined
    ? value => (value === null ? undefined : (value as readonly Value[]).length)
    : value => (value === null ? undefined : tokenizer.count(value as string));

/** @param limits  ascending */
export function tokenChange(
  field: { readonly name: string; readonly of: TokenChange['of'] },
  { before: rowsBefore, after: rowsAfter }: Pick<Join, 'before' | 'after'>,
  read: Sides<(row: number) => Value>,
  count: Sides<TokenCounter>,
  limits: readonly number[],
): TokenChange {
  let [compared, longer, shorter, most, before, after] = [0, 0, 0, 0, 0, 0];
  const relative: number[] = [];
  const crossed = limits.map(limit => ({ limit, beyond: { before: 0, after: 0 }, over: 0, under: 0 }));
  for (let pair = 0; pair < rowsBefore.length; pair++) {
    const old = count.before(read.before(rowsBefore[pair]!));
    const now = count.after(read.after(rowsAfter[pair]!));
    if (old === undefined || now === undefined) continue;
    compared++;
    before += old;
    after += now;
    if (now > old) longer++;
    if (now < old) shorter++;
    most = Math.max(most, Math.abs(now - old));
    if (old > 0) relative.push((now - old) / old);
    for (const each of crossed) {
      if (old > each.limit) each.beyond.before++;
      if (now > each.limit) each.beyond.after++;
      if (old <= each.limit && now > each.limit) each.over++;
      if (old > each.limit && now <= each.limit) each.under++;
    }
  }
  return {
    ...field,
    compared,
    same: compared - longer - shorter,
    longer,
    shorter,
    total: { before, after },
    most,
    relative: quantilesOf(relative),
    limits: crossed,
  };
}

function quantilesOf(values: readonly number[]): RelativeChange | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { p05: at(0.05), p25: at(0.25), median: at(0.5), p75: at(0.75), p95: at(0.95) };
}

/** Samples that came to stand on the other side of a limit, of any of the limits the most. */
export const crossedIn = ({ limits }: Pick<TokenChange, 'limits'>): number | undefined =>
  limits.length === 0 ? undefined : Math.max(...limits.map(({ over, under }) => over + under));
