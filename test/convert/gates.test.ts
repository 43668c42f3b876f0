import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Range, Scalar } from '../../src/contract/field.ts';
import type { RejectCode } from '../../src/contract/reject.ts';
import type { Value } from '../../src/contract/value.ts';
import { gateColumn } from '../../src/convert/gate-column.ts';
import { gate, isUnknown, settled } from '../../src/convert/gates.ts';
import { makeField, makeList, makeSchema, makeVocabulary } from '../contract/make-field.ts';

const weather = makeVocabulary('1: sun', '2: rain|rainy', '3: other = 90');
const label = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { logical: 'label', vocabulary: weather, unknownPolicy: { kind: 'reject' }, ...given });
const ranged = (kind: Scalar, min: Range['min'], max: Range['max'], given: Partial<Field> = {}): Field =>
  makeField(kind, { range: { min, max }, ...given });
const toOther = { unknownPolicy: { kind: 'map', term: 3 } } as const;
const ignored = { unknownPolicy: { kind: 'ignore' }, ignoreValue: -100n } as const;
const passed = { unknownPolicy: { kind: 'pass' } } as const;

describe('a gate', () => {
  it.each<[string, Field, Value, RejectCode | undefined]>([
    ['a null where nulls are', makeField('int32', { nullable: true }), null, undefined],
    ['a null where none is', makeField('int32'), null, 'NULL_NOT_ALLOWED'],
    ['a zero where no null is', makeField('int32'), 0, undefined],
    ['an empty text where no null is', makeField('string'), '', undefined],
    ['the lower end', ranged('int64', 0n, 600_000n), 0n, undefined],
    ['the upper end', ranged('int64', 0n, 600_000n), 600_000n, undefined],
    ['one below', ranged('int64', 0n, 600_000n), -1n, 'RANGE'],
    ['one above', ranged('int64', 0n, 600_000n), 600_001n, 'RANGE'],
    ['one above, beyond 2^53', ranged('int64', 0n, 2n ** 53n), 2n ** 53n + 1n, 'RANGE'],
    ['an open end', ranged('float64', 0, undefined), Number.POSITIVE_INFINITY, undefined],
    ['a closed end', ranged('float64', 0, 1), Number.POSITIVE_INFINITY, 'RANGE'],
    ['-0 at 0', ranged('float64', 0, 1), -0, undefined],
    ['the least number below 0', ranged('float64', 0, 1), -5e-324, 'RANGE'],
    ['NaN in a range', ranged('float64', undefined, 1), Number.NaN, 'NAN_NOT_ALLOWED'],
    ['NaN without a range', makeField('float64'), Number.NaN, undefined],
    ['a date before the first', ranged('date', 0n, undefined), -1, 'RANGE'],
    ['a null in a range', ranged('float64', 1, 2, { nullable: true }), null, undefined],
    ['a label', label('string'), 'rain', undefined],
    ['an alias', label('string'), 'rainy', undefined],
    ['a label in another case', label('string'), 'Rain', 'UNKNOWN_ENUM'],
    ['an empty label', label('string'), '', 'UNKNOWN_ENUM'],
    ['a prototype key', label('string'), '__proto__', 'UNKNOWN_ENUM'],
    ['a code', label('int32'), 90, undefined],
    ['the place of a term that has a code', label('int32'), 2, 'UNKNOWN_ENUM'],
    ['an unknown code', label('int64'), 5n, 'UNKNOWN_ENUM'],
    [
      'an unknown term without a policy',
      label('string', { unknownPolicy: undefined }),
      'fog',
      'UNKNOWN_ENUM',
    ],
    ['an unknown term to be mapped', label('string', toOther), 'fog', undefined],
    ['an unknown code to be ignored', label('int64', ignored), 5n, undefined],
    ['an unknown term to be passed', label('string', passed), 'fog', undefined],
    [
      'an unknown code to be passed, out of range',
      label('int32', { ...passed, range: { min: 0n, max: 99n } }),
      100,
      'RANGE',
    ],
    ['the ignore value of a closed vocabulary', label('int64', { ignoreValue: -100n }), -100n, undefined],
    ['a list at its length', makeList(makeField('int32'), 1, 2), [1, 2], undefined],
    ['a list too long', makeList(makeField('int32'), 1, 2), [1, 2, 3], 'ARRAY_TOO_LONG'],
    ['an empty list that may be', makeList(makeField('int32'), 0, 2), [], undefined],
    ['an empty list that may not', makeList(makeField('int32'), 1, 2), [], 'ARRAY_TOO_SHORT'],
    ['a null in a list', makeList(makeField('int32'), 0, 9), [1, null], 'NULL_NOT_ALLOWED'],
    ['an element out of range', makeList(ranged('int32', 0n, 5n), 0, 9), [1, 6], 'RANGE'],
    ['an unknown term in a list', makeList(label('string'), 0, 9), ['sun', 'fog'], 'UNKNOWN_ENUM'],
  ])('answers %s', (_, field, value, code) => {
    expect(gate(field, value)).toBe(code);
    const reported: RejectCode[] = [];
    gateColumn(field, batchOf(makeSchema([field]), [[value]]).data.children[0]!, (_row, found) => {
      reported.push(found);
    });
    expect(reported).toEqual(code === undefined ? [] : [code]);
  });

  const kinds = fc.constantFrom<Scalar>('int32', 'int64', 'float32', 'float64', 'date');
  const small = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constant(null));

  it('answers a column as it answers each of its values', () =>
    fc.assert(
      fc.property(
        kinds,
        fc.array(small),
        fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined }),
        fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined }),
        fc.boolean(),
        (kind, given, min, max, nullable) => {
          const isFloat = kind.startsWith('float');
          const end = (value: number | undefined) => (value === undefined || isFloat ? value : BigInt(value));
          const field = ranged(kind, end(min), end(max), { nullable });
          const values = given.map(value =>
            value === null
              ? null
              : kind === 'int64'
                ? BigInt(value)
                : isFloat && value === 4
                  ? Number.NaN
                  : value,
          );
          const reported: Array<[number, RejectCode]> = [];
          const column = batchOf(
            makeSchema([field]),
            values.map(value => [value]),
          ).data.children[0]!;
          gateColumn(field, column, (row, code) => {
            reported.push([row, code]);
          });
          const expected = values.flatMap((value, row) => {
            const code = gate(field, value);
            return code === undefined ? [] : [[row, code]];
          });
          expect(reported).toEqual(expected);
        },
      ),
    ));
});

describe('what a reader holds', () => {
  it.each<[string, Field, Value, Value, boolean]>([
    ['a known term is itself', label('string', toOther), 'rainy', 'rainy', false],
    ['an unknown text becomes the label', label('string', toOther), 'fog', 'other', true],
    ['an unknown int32 becomes the code', label('int32', toOther), 7, 90, true],
    ['an unknown int64 becomes the code', label('int64', toOther), 7n, 90n, true],
    ['an unknown int32 is ignored', label('int32', ignored), 7, -100, true],
    ['an unknown int64 is ignored', label('int64', ignored), 7n, -100n, true],
    ['an ignored value stays ignored, and is known', label('int64', ignored), -100n, -100n, false],
    ['an unknown text stays, because it holds no index', label('string', ignored), 'fog', 'fog', true],
    ['an unknown term is passed', label('string', passed), 'fog', 'fog', true],
    ['a null is a null', label('string', { ...toOther, nullable: true }), null, null, false],
    [
      'elements one by one',
      makeList(label('string', toOther), 0, 9),
      ['sun', 'fog', 'mist'],
      ['sun', 'other', 'other'],
      true,
    ],
  ])('%s', (_, field, value, held, unknown) => {
    expect(settled(field, value)).toEqual(held);
    expect(isUnknown(field, value)).toBe(unknown);
  });

  it('passes its own gate again, and settles once', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(toOther, ignored, passed),
        fc.integer({ min: -101, max: 101 }),
        (policy, code) => {
          const field = label('int32', policy);
          const once = settled(field, code);
          expect(gate(field, once)).toBeUndefined();
          expect(settled(field, once)).toBe(once);
        },
      ),
    ));
});
