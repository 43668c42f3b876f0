import { describe, expect, it } from 'vitest';
import { bothPromised, COMPATIBILITIES, isLowered } from '../../src/contract/compatibility.ts';

describe('a promised compatibility', () => {
  it('is lowered where a direction is given up, and by nothing else', () => {
    const lowered = COMPATIBILITIES.flatMap(from =>
      COMPATIBILITIES.filter(to => isLowered(from, to)).map(to => `${from} ${to}`),
    );
    expect(lowered).toEqual(['backward forward', 'forward backward', 'full backward', 'full forward']);
  });

  it('is kept with another by what gives up neither', () => {
    for (const some of COMPATIBILITIES)
      for (const other of COMPATIBILITIES) {
        const both = bothPromised(some, other);
        expect([isLowered(some, both), isLowered(other, both)]).toEqual([false, false]);
      }
    expect(bothPromised('backward')).toBe('backward');
  });
});
