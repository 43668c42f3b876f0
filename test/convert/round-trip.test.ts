import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import { chainOf } from '../../src/convert/chain.ts';
import { roundTrip } from '../../src/convert/round-trip.ts';
import { makeField, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { planOf } from './converters.ts';

const length = (code: string): Field =>
  makeField('int64', { id: 1, unit: unit(code), logical: 'quantity', nullable: true });
const sky = (...rows: readonly string[]): Field =>
  makeField('string', {
    id: 2,
    name: 'sky',
    logical: 'label',
    vocabulary: makeVocabulary(...rows),
    unknownPolicy: { kind: 'reject' },
  });
const old = makeSchema([length('s'), sky('1: sun', '2: rain', '3: drizzle')]);
const wet = makeSchema([length('ms'), sky('1: sun', '2: rain')]);
const swapped = makeSchema([length('ms'), sky('1: rain', '2: sun', '3: drizzle')]);
const remap = (terms: string) => `{id: 2, steps: [{kind: remap, terms: [${terms}]}]}`;
const to = (code: string, rounding = '') => `{id: 1, steps: [{kind: unit, to: ${code}${rounding}}]}`;
const rows = fc.array(
  fc.tuple(
    fc.option(
      fc.bigInt(-(2n ** 62n), 2n ** 62n).chain(big => fc.constantFrom(big, big % 1000n)),
      { nil: null },
    ),
    fc.constantFrom('sun', 'rain', 'drizzle'),
  ),
  { maxLength: 12 },
);

describe('the way there and back', () => {
  it('restores every record that it does not leave out, where one undoes the other', () => {
    const names = '{from: sun, to: sun}, {from: rain, to: rain}, {from: drizzle, to: drizzle}';
    const there = chainOf([planOf(old, swapped, [to('ms'), remap(names)])]);
    const back = chainOf([planOf(swapped, old, [to('s'), remap(names)])]);
    fc.assert(
      fc.property(rows, records => {
        const trip = roundTrip(there, back, batchOf(old, records));
        expect(trip).toMatchObject({ read: records.length, changed: 0, changedBy: new Map() });
        expect(trip.restored + trip.left).toBe(records.length);
        const fits = records.filter(([value]) => value === null || (value * 1000n) / 2n ** 63n === 0n);
        expect(trip.restored).toBe(fits.length);
      }),
    );
  });

  it('names the field that does not come back, because merged terms are one', () => {
    const there = chainOf([
      planOf(old, wet, [
        to('ms'),
        remap('{from: sun, to: sun}, {from: rain, to: rain}, {from: drizzle, to: rain}'),
      ]),
    ]);
    const back = chainOf([
      planOf(wet, old, [to('s'), remap('{from: sun, to: sun}, {from: rain, to: rain}')]),
    ]);
    const trip = roundTrip(
      there,
      back,
      batchOf(old, [
        [1n, 'drizzle'],
        [null, 'rain'],
        [2n ** 60n, 'sun'],
      ]),
    );
    expect(trip).toEqual({
      read: 3,
      restored: 1,
      changed: 1,
      left: 1,
      lost: 0,
      changedBy: new Map([[2, 1]]),
    });
  });

  it('is no way back that begins elsewhere', () => {
    const there = chainOf([
      planOf(old, wet, [
        to('ms'),
        remap('{from: sun, to: sun}, {from: rain, to: rain}, {from: drizzle, to: sun}'),
      ]),
    ]);
    expect(() => roundTrip(there, there, batchOf(old, []))).toThrow(TypeError);
  });
});
