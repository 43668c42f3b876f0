import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './history.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type Campaign, runHistory } from './run-history.ts';

let server: PostgresServer;
beforeAll(async () => {
  // That the disk is waited for is held elsewhere; here it is the order that matters, and there are many.
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

async function run(campaign: Omit<Campaign, 'file'>) {
  const began = performance.now();
  const history = await runHistory({ ...campaign, file: await server.createDatabase() });
  const found = await violations(history.observed, history.finals);
  const rate = Math.round((history.observed.length * 1000) / (performance.now() - began));
  const answered = history.observed.filter(({ outcome }) => outcome.kind === 'answered').length;
  console.log(
    `${campaign.store}, ${campaign.compare}: ${history.observed.length} operations, ${answered} written, ` +
      `${rate}/s with start-up, ${found.length} violations`,
  );
  return { ...history, found };
}

describe('histories of several processes at one PostgreSQL', () => {
  it('of 100,000 operations are explained by one order a scope, every kind won and lost', async () => {
    const { found, mistakes, observed } = await run({
      processes: 4,
      operations: 25_000,
      lanes: 4,
      scopes: 100,
      store: 'postgres',
      compare: 'generation',
    });
    expect(mistakes).toEqual([]);
    expect(found).toEqual([]);
    expect(observed).toHaveLength(100_000);
    const outcomes = new Set(observed.map(({ op, outcome }) => `${op.kind} ${outcome.kind}`));
    expect(outcomes.size, [...outcomes].join(', ')).toBe(18);
  });

  it('are explained where all want the same two scopes', async () => {
    const { found, mistakes } = await run({
      processes: 6,
      operations: 250,
      lanes: 2,
      store: 'postgres',
      compare: 'generation',
    });
    expect(mistakes).toEqual([]);
    expect(found).toEqual([]);
  });

  it('are caught when the lock is taken only to write, because what was decided on has gone', async () => {
    const { found } = await run({
      processes: 4,
      operations: 200,
      store: 'postgres-unlocked',
      compare: 'generation',
    });
    expect(found.map(({ rule }) => rule)).toContain('answer replays');
  });

  it('are caught when an alias is compared by digest, because A → B → A is taken for A', async () => {
    const { found, observed } = await run({
      processes: 4,
      operations: 500,
      store: 'postgres',
      compare: 'digest',
    });
    expect(found.length).toBeGreaterThan(0);
    // The first of a scope is the cause; those after it may be its consequences.
    const first = found.find(({ rule }) => rule === 'answer replays');
    expect(observed.find(({ opId }) => opId === first?.at)?.op.kind).toBe('alias');
  });
});
