import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberErrorSum } from '../../src/golden/number-error.ts';
import { NumberPatternSum } from '../../src/golden/number-pattern.ts';
import { affine } from '../../src/golden/patterns/affine.ts';

/** A told number as a fraction, read by its text alone. */
function read(told: unknown): { readonly above: bigint; readonly below: bigint } {
  const [above, below] = String(told).split('/');
  if (below !== undefined) return { above: BigInt(above!), below: BigInt(below) };
  const [digits, power = '0'] = above!.split('e');
  const [whole, fraction = ''] = digits!.split('.');
  const places = fraction.length - Number(power);
  const unscaled = BigInt(`${whole}${fraction}`);
  return places >= 0
    ? { above: unscaled, below: 10n ** BigInt(places) }
    : { above: unscaled * 10n ** BigInt(-places), below: 1n };
}

const long = fc.bigInt(10n ** 17n, 10n ** 30n);
const small = fc.bigInt(2n, 10n ** 20n);

describe('what is told of whole numbers and decimals of any length', () => {
  it('is the factor to its last digit, because old times it is new', () =>
    fc.assert(
      fc.property(small, small, fc.uniqueArray(small, { minLength: 2, maxLength: 5 }), (p, q, parts) => {
        fc.pre(p !== q);
        const sum = new NumberPatternSum(undefined);
        const pairs = parts.map(part => [part * q, part * p] as const);
        for (const [from, to] of pairs) sum.add(from, to);
        const found = sum.finish(by => by);
        expect(found?.kind).toBe('scaled');
        const { above, below } = read(found?.kind === 'scaled' ? found.factor : 0);
        for (const [from, to] of pairs) expect(from * above).toBe(to * below);
      }),
    ));

  it('is the greatest change of a decimal to its last digit', () =>
    fc.assert(
      fc.property(long, long, fc.nat(30), (a, b, scale) => {
        fc.pre(a !== b);
        const sum = new NumberErrorSum(scale);
        sum.add(a, b);
        const { above, below } = read(sum.finish().absolute);
        const most = a > b ? a - b : b - a;
        expect(above * 10n ** BigInt(scale)).toBe(most * below);
      }),
    ));

  it('is the factor and the amount together, so that every cell can be computed from what is told', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(long, { minLength: 4, maxLength: 6 }),
        fc.bigInt(2n, 10n ** 12n),
        fc.bigInt(1n, 10n ** 25n),
        fc.nat(20),
        (old, factor, by, scale) => {
          const found = affine({ name: 'x', bits: undefined, scale })({
            old,
            new: old.map(value => value * factor + by),
          });
          const rule = found?.rule;
          expect(rule?.kind).toBe('affine');
          if (rule?.kind !== 'affine') return;
          const [times, added] = [read(rule.factor), read(rule.by)];
          expect(times.above).toBe(factor * times.below);
          expect(added.above * 10n ** BigInt(scale)).toBe(by * added.below);
        },
      ),
    ));
});
