import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullAt, take } from '../../../src/service/access/rate.ts';
import { Rates } from '../../../src/service/access/rates.ts';

const RATE = { atOnce: 3, perSecond: 2 };

describe('a rate', () => {
  it('gives so much at once, then so much a second', () => {
    const rates = new Rates(RATE, 10);
    expect([0, 0, 0, 0].map(at => rates.take('a', at))).toEqual([0, 0, 0, 500]);
    expect(rates.take('a', 499)).toBe(1);
    expect(rates.take('a', 500)).toBe(0);
    expect(rates.take('a', 500)).toBe(500);
    expect(rates.take('b', 500)).toBe(0);
  });

  it('lets in, over any stretch of time, no more than the two allow', () => {
    fc.assert(
      fc.property(
        fc.record({ atOnce: fc.integer({ min: 1, max: 20 }), perSecond: fc.integer({ min: 1, max: 50 }) }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 }),
        (rate, gaps) => {
          let [bucket, now] = [fullAt(0), 0];
          const taken: number[] = [];
          for (const gap of gaps) {
            now += gap;
            const answer = take(rate, bucket, now);
            bucket = answer.bucket;
            if (answer.kind === 'taken') taken.push(now);
            else expect(take(rate, bucket, now + answer.wait_ms).kind).toBe('taken');
          }
          for (const [first, from] of taken.entries())
            for (const [last, to] of taken.entries())
              if (last >= first)
                expect(last - first + 1).toBeLessThanOrEqual(
                  rate.atOnce + ((to - from) / 1_000) * rate.perSecond + 1e-6,
                );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is neither filled nor emptied by a clock that goes backwards', () => {
    const rates = new Rates(RATE, 10);
    expect([rates.take('a', 9_000), rates.take('a', 9_000)]).toEqual([0, 0]);
    expect([rates.take('a', 0), rates.take('a', 0), rates.take('a', 500)]).toEqual([0, 500, 0]);
  });

  it('is looked at without being used', () => {
    const rates = new Rates({ atOnce: 1, perSecond: 1 }, 10);
    expect([rates.wait('a', 0), rates.wait('a', 0), rates.take('a', 0)]).toEqual([0, 0, 0]);
    expect([rates.wait('a', 0), rates.wait('a', 1_000)]).toEqual([1_000, 0]);
  });

  it('remembers no more than there is room for, the least recently seen first forgotten', () => {
    const rates = new Rates({ atOnce: 1, perSecond: 0.01 }, 100);
    for (let n = 0; n < 10_000; n++) rates.take(String(n), n);
    expect(rates.size).toBe(100);
    expect(rates.wait('9999', 10_000)).toBeGreaterThan(0);
    expect(rates.wait('9899', 10_000)).toBe(0);
  });
});
