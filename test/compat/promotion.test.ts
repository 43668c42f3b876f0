import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/compat/finding.ts';
import { promotions } from '../../src/compat/promotion.ts';
import { type Kind, SCALARS } from '../../src/contract/field.ts';

const kind = fc.constantFrom<Kind>(...SCALARS, 'list');

describe('promotion', () => {
  it('takes an int32 for an int64 by every access path, because its bytes are the same', () =>
    expect(promotions('int32', 'int64')).toEqual(ACCESS));

  it('takes an int32 for a float64 only where the writer is known, because its bytes are others', () =>
    expect(promotions('int32', 'float64')).toEqual(['id', 'name']));

  it.each<[Kind, Kind, string]>([
    ['int64', 'float64', '2^53 + 1 would round'],
    ['int32', 'float32', '2^24 + 1 would round'],
    ['float64', 'float32', 'half of the digits would go'],
    ['bytes', 'string', 'not every byte sequence is UTF-8'],
    ['date', 'int32', 'a day is no number'],
    ['bool', 'int32', 'a truth is no number'],
  ])('never takes %s for %s, because %s', (from, to) => expect(promotions(from, to)).toEqual([]));

  it('loses no bit, for every integer and float that it promotes', () =>
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.float(), (integer, float) => {
        expect(Number(BigInt(integer))).toBe(integer);
        expect(Math.fround(float)).toBe(float);
      }),
    ));

  it('is transitive by every access path: two safe steps are one safe step', () =>
    fc.assert(
      fc.property(kind, kind, kind, fc.constantFrom(...ACCESS), (a, b, c, path) => {
        const isSafe = (from: Kind, to: Kind) => promotions(from, to).includes(path);
        expect(!(isSafe(a, b) && isSafe(b, c)) || isSafe(a, c)).toBe(true);
      }),
    ));

  it('never runs both ways between different types, because one of the two ways would lose something', () =>
    fc.assert(
      fc.property(kind, kind, (a, b) => {
        expect(a === b || promotions(a, b).length === 0 || promotions(b, a).length === 0).toBe(true);
      }),
    ));
});
