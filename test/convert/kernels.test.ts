import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import type { StepPlan } from '../../src/convert/conversion-plan.ts';
import { ROUNDINGS } from '../../src/convert/converter-shape.ts';
import { numberKernel } from '../../src/convert/number-kernels.ts';
import { Refused } from '../../src/convert/refused.ts';
import { remapKernel } from '../../src/convert/remap-kernel.ts';
import { actOf } from '../../src/convert/step-acts.ts';
import { makeField, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { planOf, valuesOf } from './converters.ts';

const UNITS = ['s', 'ms', 'us', 'min', 'h'];
const number = (kind: Scalar, code: string): Field =>
  makeField(kind, { unit: unit(code), logical: 'quantity', nullable: true });
const long = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.bigInt(-(2n ** 54n), 2n ** 54n),
  fc.bigInt(-5_000n, 5_000n),
);

/** A column at once gives what the step gives value by value, which is exact. */
function holdsFor(from: Field, to: Field, step: string, values: readonly Value[]): void {
  const plan = planOf(makeSchema([from]), makeSchema([to]), [`{id: 1, steps: [${step}]}`]);
  const [conversion] = plan.fields;
  const [planned] = (conversion as { readonly steps: readonly StepPlan[] }).steps;
  const kernel = planned!.kind === 'remap' ? remapKernel(planned!) : numberKernel(planned!);
  expect(kernel).toBeDefined();
  const act = actOf(planned!, {
    of: () => () => true,
    encodings: new Map(),
    onTruncated: () => {},
    made: () => () => null,
  });
  const wanted = values.map(value => {
    const made = act(value);
    return made instanceof Refused ? made.code : made;
  });
  expect(valuesOf(plan, values)).toEqual(wanted);
}

describe('a column at once', () => {
  it('has whole numbers in another unit, however they are rounded, as each by itself', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...UNITS),
        fc.constantFrom(...UNITS),
        fc.constantFrom('', ...ROUNDINGS.map(rounding => `, rounding: ${rounding}`)),
        fc.array(fc.option(long, { nil: null }), { maxLength: 12 }),
        (from, to, rounding, values) => {
          const step = `{kind: unit, to: ${to}${rounding}}`;
          holdsFor(number('int64', from), number('int64', to), step, values);
        },
      ),
      { numRuns: 300 },
    ));

  it.each(['float32', 'float64'] as const)('has %s numbers in another unit as each by itself', kind =>
    fc.assert(
      fc.property(
        fc.constantFrom('s', 'ms'),
        fc.constantFrom('s', 'ms', 'us'),
        fc.array(fc.option(kind === 'float32' ? fc.float() : fc.double(), { nil: null }), { maxLength: 12 }),
        (from, to, values) =>
          holdsFor(number(kind, from), number(kind, to), `{kind: unit, to: ${to}}`, values),
      ),
    ),
  );

  it('has labels as each by itself, those that nobody knows among them', () => {
    const label = (...rows: readonly string[]): Field =>
      makeField('string', {
        logical: 'label',
        nullable: true,
        vocabulary: makeVocabulary(...rows),
        unknownPolicy: { kind: 'pass' },
      });
    const step =
      '{kind: remap, terms: [{from: fog, to: rain}, {from: hail, becomes: reject}], others: same, unknown: pass}';
    const word = fc.constantFrom(null, 'sun', 'rain', 'rainy', 'fog', 'hail', 'snow', '', 'söl', 'Ab', 'BB');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), values =>
        holdsFor(
          label('1: sun', '2: rain|rainy', '3: fog', '4: hail'),
          label('1: sun', '2: rain', '5: snow'),
          step,
          values,
        ),
      ),
    );
  });

  it('widens numbers, and leaves nulls where they are', () => {
    for (const [from, to] of [
      ['int8', 'int64'],
      ['uint32', 'int64'],
      ['int32', 'float64'],
      ['float32', 'float64'],
    ] as const) {
      const plan = planOf(
        makeSchema([makeField(from, { nullable: true })]),
        makeSchema([makeField(to, { nullable: true })]),
        [],
      );
      const isBig = to === 'int64';
      const values = [from.startsWith('u') ? 4_000_000_000 : -1, null, 7];
      expect(valuesOf(plan, values)).toEqual(
        values.map(value => (value === null || !isBig ? value : BigInt(value))),
      );
    }
  });

  it('is left to single values where a step asks the record', () => {
    const label = (...rows: readonly string[]): Field =>
      makeField('string', {
        name: 'sky',
        logical: 'label',
        vocabulary: makeVocabulary(...rows),
        unknownPolicy: { kind: 'reject' },
      });
    const step = '{kind: remap, terms: [{from: sun, when: sky == "sun", to: fog}], others: same}';
    const schema = makeSchema([label('1: sun', '2: fog')]);
    const plan = planOf(schema, schema, [`{id: 1, steps: [${step}]}`]);
    expect(applyConversion(plan, batchOf(schema, [['sun'], ['fog']])).counts.converted).toBe(2);
    expect(valuesOf(plan, ['sun', 'fog'])).toEqual(['fog', 'fog']);
  });
});
