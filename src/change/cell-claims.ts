import type { Json } from '../base/canonical-json.ts';
import { type Digest, isDigest } from '../base/digest.ts';
import type { Commit, ScopeState } from './decision.ts';

/** What is known of one cell of the matrix, under a ref of its key. */
export type CellState =
  /** Somebody runs it, and is believed to until then. */
  | { readonly kind: 'claimed'; readonly by: string; readonly until_ms: number }
  /** Its findings are in that object. */
  | { readonly kind: 'kept'; readonly pack: Digest }
  /** Nobody does, and nobody did. */
  | { readonly kind: 'open' };

/** Who asks, when, and who is known to be gone: nobody waits for these. */
export type Claimant = {
  readonly by: string;
  readonly now_ms: number;
  readonly gone?: ReadonlySet<string>;
};

const OPEN: CellState = { kind: 'open' };

/** What can't be understood stands for nothing: the cell is run again. */
export function cellState({ refs }: ScopeState, key: Digest): CellState {
  const value = refs.get(key)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return OPEN;
  const { kind, by, until_ms, pack } = value as { readonly [fact: string]: Json };
  if (kind === 'kept' && isDigest(pack)) return { kind, pack };
  if (kind === 'claimed' && typeof by === 'string' && typeof until_ms === 'number')
    return { kind, by, until_ms };
  return OPEN;
}

export type ClaimAnswer = { readonly kind: 'cells-claimed'; readonly keys: readonly Digest[] };

/**
 * Gives the asker those of the cells that nobody else runs and nobody has run; those it has already, for longer.
 *
 * @param damaged  objects that were found not to be what was kept: what they held is run again
 */
export function decideClaim(
  state: ScopeState,
  keys: readonly Digest[],
  claimant: Claimant,
  lease_ms: number,
  damaged: ReadonlySet<Digest>,
): Commit<ClaimAnswer> {
  const { by, now_ms } = claimant;
  const mine = keys.filter(key => isFree(cellState(state, key), claimant, damaged));
  const claim = { kind: 'claimed', by, until_ms: now_ms + lease_ms };
  return {
    answer: { kind: 'cells-claimed', keys: mine },
    refs: new Map(mine.map(key => [key, claim])),
    objects: [],
  };
}

/** Whether the asker may run a cell. */
export function isFree(
  cell: CellState,
  { by, now_ms, gone }: Claimant,
  damaged: ReadonlySet<Digest> = new Set(),
): boolean {
  switch (cell.kind) {
    case 'open':
      return true;
    case 'kept':
      return damaged.has(cell.pack);
    case 'claimed':
      return cell.by === by || cell.until_ms <= now_ms || gone?.has(cell.by) === true;
  }
}

export type KeptAnswer = { readonly kind: 'cells-kept'; readonly cells: number };

/** Keeps what the asker found. A cell it lost to another meanwhile is the other's to keep. */
export function decideKept(
  state: ScopeState,
  keys: readonly Digest[],
  by: string,
  pack: { readonly digest: Digest; readonly bytes: Uint8Array },
): Commit<KeptAnswer> {
  const mine = keys.filter(key => isClaimedBy(state, key, by));
  return {
    answer: { kind: 'cells-kept', cells: mine.length },
    refs: new Map(mine.map(key => [key, { kind: 'kept', pack: pack.digest }])),
    objects: mine.length === 0 ? [] : [pack.bytes],
  };
}

export type FreedAnswer = { readonly kind: 'cells-freed'; readonly cells: number };

/** Gives back what the asker claimed and has not run, so that nobody waits for it. */
export function decideFreed(state: ScopeState, keys: readonly Digest[], by: string): Commit<FreedAnswer> {
  const mine = keys.filter(key => isClaimedBy(state, key, by));
  return {
    answer: { kind: 'cells-freed', cells: mine.length },
    refs: new Map(mine.map(key => [key, { ...OPEN }])),
    objects: [],
  };
}

function isClaimedBy(state: ScopeState, key: Digest, by: string): boolean {
  const cell = cellState(state, key);
  return cell.kind === 'claimed' && cell.by === by;
}

const ANSWER = 'answer';

/** What was kept in a scope of its own; undefined where nothing was. */
export const answerIn = ({ refs }: ScopeState): Json | undefined => refs.get(ANSWER)?.value;

/** Keeps a small answer, whoever had another before: both were found of the same. */
export const decideAnswer = (found: Json): Commit<{ readonly kind: 'answer-kept' }> => ({
  answer: { kind: 'answer-kept' },
  refs: new Map([[ANSWER, found]]),
  objects: [],
});
