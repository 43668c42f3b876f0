import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ulpDistanceOf } from '../../src/golden/ulps.ts';

const distance = ulpDistanceOf('float64')!;

describe('the distance of two floats in floats', () => {
  it('is one from a double to the next, whatever their size', () => {
    expect(distance(1, 1 + Number.EPSILON)).toBe(1);
    expect(distance(0, Number.MIN_VALUE)).toBe(1);
    expect(distance(-Number.MIN_VALUE, Number.MIN_VALUE)).toBe(2);
    expect(distance(2 ** 60, 2 ** 60 + 2 ** 8)).toBe(1);
  });

  it('is none from -0 to 0, because they are one quantity', () => expect(distance(-0, 0)).toBe(0));

  it('is exact between doubles so far apart that no double counts what lies between', () =>
    expect(distance(-Number.MAX_VALUE, Number.MAX_VALUE)).toBe(2n * 0x7fef_ffff_ffff_ffffn));

  it.each([
    ['float16', 1, 1 + 2 ** -10],
    ['bfloat16', 1, 1 + 2 ** -7],
    ['float32', 1, 1 + 2 ** -23],
  ] as const)('of a %s is counted in its own width', (kind, one, next) => {
    expect(ulpDistanceOf(kind)!(one, next)).toBe(1);
    expect(ulpDistanceOf(kind)!(-one, -next)).toBe(1);
    expect(ulpDistanceOf(kind)!(-one, one)).toBeGreaterThan(1_000);
  });

  it('has no meaning for what is no float', () => expect(ulpDistanceOf('int64')).toBeUndefined());

  it('adds up along any three floats in order, because it counts steps', () => {
    const float = fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.tuple(float, float, float), three => {
        const [low, middle, high] = three.toSorted((a, b) => a - b) as [number, number, number];
        const steps = ulpDistanceOf('float32')!;
        expect(Number(steps(low, middle)) + Number(steps(middle, high))).toBe(steps(low, high));
      }),
      { numRuns: 50 },
    );
  });
});
