import type { Digest } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';

/** Where findings of one reader are kept: small, so that many can be asked for at once and none holds up the others. */
export const cellScope = (code: Digest, recordSchema: Digest): string =>
  `${folderOf(code)}${hexOf(recordSchema)}`;

/** A scope of some store, and when it was last written to. */
export type ScopeAge = { readonly scope: string; readonly written_ms: number };

/**
 * The scopes that nobody is likely to ask for again, the oldest first, and no more than are dropped at a time. Of other code,
 * a branch may still be built with it, or an older version run beside this one: it has some days. Of this code, a schema may
 * still be there: it has longer, and is run again after that. None where the store has anything besides cells.
 *
 * @param code  that which asks
 */
export function spentScopes(scopes: readonly ScopeAge[], code: Digest, now_ms: number): readonly string[] {
  if (!scopes.every(({ scope }) => scope.startsWith(TOP))) return [];
  const mine = folderOf(code);
  return scopes
    .filter(({ scope, written_ms }) => {
      const kept_ms = scope.startsWith(mine) ? LIMITS.cells_kept_ms : LIMITS.cells_other_code_kept_ms;
      return now_ms - written_ms > kept_ms;
    })
    .sort((a, b) => a.written_ms - b.written_ms)
    .slice(0, LIMITS.cells_scopes_dropped_max)
    .map(({ scope }) => scope);
}

const TOP = 'cells/';

const folderOf = (code: Digest): string => `${TOP}${hexOf(code)}/`;

const hexOf = (digest: Digest): string => digest.slice('sha256:'.length);
