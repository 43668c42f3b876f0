import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { cellScope, spentScopes } from '../../src/change/cell-scopes.ts';

const [MINE, OTHER, SCHEMA] = [sha256('mine'), sha256('other'), sha256('schema')];
const NOW_ms = 1_800_000_000_000;
const spent = (scope: string, age_ms: number): boolean =>
  spentScopes([{ scope, written_ms: NOW_ms - age_ms }], MINE, NOW_ms).length === 1;

describe('kept cells that nobody is likely to ask for', () => {
  it.each([
    ['other code', OTHER, LIMITS.cells_other_code_kept_ms],
    ['this code, because schemas come and go', MINE, LIMITS.cells_kept_ms],
  ])('are those of %s that were kept too long ago, to the millisecond', (_, code, kept_ms) => {
    const scope = cellScope(code, SCHEMA);
    expect([spent(scope, kept_ms), spent(scope, kept_ms + 1)]).toEqual([false, true]);
  });

  it('are none that were kept in the future, because a clock was wrong then or is now', () => {
    expect(spent(cellScope(OTHER, SCHEMA), -1e12)).toBe(false);
  });

  it('are taken oldest first, and no more at a time than others can wait for', () => {
    const scopes = Array.from({ length: 1_000 }, (_, at) => ({
      scope: cellScope(OTHER, sha256(String(at))),
      written_ms: (at * 7_919) % 1_000,
    }));
    const found = spentScopes(scopes, MINE, NOW_ms);
    const ages = found.map(scope => scopes.find(one => one.scope === scope)!.written_ms);
    expect(ages).toEqual(Array.from({ length: LIMITS.cells_scopes_dropped_max }, (_, at) => at));
  });

  it('are none in a store that has anything else, because that is no store of cells', () => {
    const old = { scope: cellScope(OTHER, SCHEMA), written_ms: 0 };
    expect(spentScopes([old], MINE, NOW_ms)).toHaveLength(1);
    expect(spentScopes([old, { scope: 'subject/weather.daily', written_ms: 0 }], MINE, NOW_ms)).toEqual([]);
  });
});
