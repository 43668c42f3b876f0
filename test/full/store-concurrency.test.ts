import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { violations } from '../store/history.ts';
import { type Campaign, runHistory } from '../store/run-history.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const FULL = { processes: 16, operations: 500, store: 'sqlite', compare: 'generation' } as const;

async function run(campaign: Omit<Campaign, 'file'>, name: string) {
  const began = performance.now();
  const history = await runHistory({ ...campaign, file: path.join(folder, name) });
  const seconds = (performance.now() - began) / 1000;
  const found = await violations(history.observed, history.finals);
  const answered = history.observed.filter(({ outcome }) => outcome.kind === 'answered').length;
  const rate = Math.round(history.observed.length / seconds);
  console.log(
    `${name}: ${history.observed.length} operations, ${answered} written, ${rate}/s with start-up, ` +
      `${found.length} violations`,
  );
  return { ...history, found, answered };
}

describe('16 processes × 500 transactions at one SQLite store', () => {
  it('are explained by one order, with every kind of operation won and lost', async () => {
    const { found, mistakes, observed } = await run(FULL, 'locked.db');
    expect(mistakes).toEqual([]);
    expect(found).toEqual([]);
    expect(observed).toHaveLength(8_000);
    const outcomes = new Set(observed.map(({ op, outcome }) => `${op.kind} ${outcome.kind}`));
    expect(outcomes.size, [...outcomes].join(', ')).toBe(18);
  });

  it('are caught when the lock is taken only to write, because what was decided on has gone', async () => {
    const { found } = await run({ ...FULL, store: 'unlocked' }, 'unlocked.db');
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ rule }) => rule)).toContain('answer replays');
  });

  it('are caught when an alias is compared by digest, because A → B → A is taken for A', async () => {
    const { found, observed } = await run({ ...FULL, compare: 'digest' }, 'digest.db');
    expect(found.length).toBeGreaterThan(0);
    // The first of a scope is the cause; those after it may be its consequences.
    const first = found.find(({ rule }) => rule === 'answer replays');
    expect(observed.find(({ opId }) => opId === first?.at)?.op.kind).toBe('alias');
  });
});
