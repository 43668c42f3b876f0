import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/store/turns.ts';

describe('turns', () => {
  it('come one after the other for one key, in the order of asking, and at once for another', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const work = (name: string, ms: number) => async () => {
      seen.push(`${name} begins`);
      await setTimeout(ms);
      seen.push(`${name} ends`);
    };
    await Promise.all([
      turns.take('a', 1_000, work('a1', 20)),
      turns.take('a', 1_000, work('a2', 1)),
      turns.take('b', 1_000, work('b1', 1)),
    ]);
    expect(seen.filter(one => one.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
    expect(seen.indexOf('b1 ends')).toBeLessThan(seen.indexOf('a1 ends'));
  });

  it('come after one that threw', async () => {
    const turns = new Turns();
    const broken = turns.take('a', 1_000, async () => {
      throw new RangeError('a mistake');
    });
    const after = turns.take('a', 1_000, async () => 7);
    await expect(broken).rejects.toThrow(RangeError);
    expect(await after).toBe(7);
  });

  it('are given up when they come too late, and those behind wait for the one that is running', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const first = turns.take('a', 1_000, async () => {
      await setTimeout(60);
      seen.push('first');
    });
    const late = turns.take('a', 5, async () => seen.push('late'));
    const third = turns.take('a', 1_000, async () => seen.push('third'));
    expect(await late).toBe('late');
    await Promise.all([first, third]);
    expect(seen).toEqual(['first', 'third']);
  });
});
