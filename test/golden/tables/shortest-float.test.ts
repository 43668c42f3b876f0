import { expect, it } from 'vitest';
import { calledShortest } from '../../../src/golden/tables/shortest-float.ts';

// As numpy writes them.
it.each([
  [0.1, 0.1],
  [1 / 3, 0.33333334],
  [284781.625, 284781.62],
  [-492299.125, -492299.12],
  [16777216, 16777216],
  [1.401298464324817e-45, 1e-45],
  [3.4028234663852886e38, 3.4028235e38],
  [0, 0],
])('%d as a float32 is called %d', (value, called) => {
  expect(calledShortest(Math.fround(value), Math.fround)).toBe(called);
});
