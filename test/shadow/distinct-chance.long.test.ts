import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { distinctEffect } from '../../src/shadow/effects.ts';
import type { ValueCounts } from '../../src/shadow/value-counts.ts';
import { chance } from '../golden/chance.ts';

const next = chance(41);
const key = (value: number): string => sha256(String(value)).slice(7, 23);

type Draw = () => number;
const POPULATIONS: Readonly<Record<string, (size: number) => Draw>> = {
  'all alike': size => () => Math.floor(next() * size),
  'ever rarer': size => () => Math.floor(size ** next()),
  'a few and a long tail': size => () =>
    next() < 0.9 ? Math.floor(next() * 5) : 5 + Math.floor(next() * size),
};

function sample(rows: number, draw: Draw): { readonly counts: ValueCounts; readonly values: number } {
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const value = draw();
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const counted = Array.from(counts, ([value, count]) => ({ key: key(value), value: undefined, count }));
  return { counts: { level: 0, counted, heavy: [], unlisted_rows: 0 }, values: rows };
}

describe.each(Object.entries(POPULATIONS))('of values that are %s, two samples', (_, population) => {
  it.each([
    [20, 20],
    [200, 200],
    [200, 1000],
  ])('of %s and %s rows differ by more than chance seldom, because chance is once in a thousand', (n, m) => {
    let [alarms, trials] = [0, 0];
    for (const size of [2, 20, 200, 2000, 1_000_000])
      for (let trial = 0; trial < 400; trial++, trials++) {
        const draw = population(size);
        const { effect, chance: most } = distinctEffect(sample(n, draw), sample(m, draw));
        if (effect === undefined || effect > most) alarms++;
      }
    expect(alarms / trials).toBeLessThan(0.002);
  });

  it('are told apart where one has a fifth of the values of the other', () => {
    const [wide, narrow] = [population(2000), population(400)];
    const { effect, chance: most } = distinctEffect(sample(4000, wide), sample(4000, narrow));
    expect(effect).toBeGreaterThan(most);
  });
});
