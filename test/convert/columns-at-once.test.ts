import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { gateColumn } from '../../src/convert/gate-column.ts';
import { gate } from '../../src/convert/gates.ts';
import { makeField, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { outcomes, planOf } from './converters.ts';

const EDGES = [0n, 1n, -1n, 2n ** 31n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n];
const near = fc
  .tuple(fc.constantFrom(...EDGES, 2n ** 63n - 3n, -(2n ** 63n) + 3n), fc.bigInt(-2n, 2n))
  .map(([edge, step]) => edge + step);
const clamped = (min: bigint, max: bigint) =>
  near.map(value => (value < min ? min : value > max ? max : value));

const VALUES: Partial<Record<Scalar, fc.Arbitrary<Value>>> = {
  int64: clamped(-(2n ** 63n), 2n ** 63n - 1n),
  uint64: clamped(0n, 2n ** 64n - 1n),
  timestamp: clamped(-(2n ** 63n), 2n ** 63n - 1n),
  int32: fc.integer(),
  uint8: fc.nat(255),
  date: fc.integer({ min: -1000, max: 1000 }),
  float32: fc.float(),
  float64: fc.oneof(fc.double(), near.map(Number)),
};
const KINDS = Object.keys(VALUES) as Scalar[];

const senses = fc.record(
  {
    nan: fc.constantFrom('refuse', 'value', 'missing'),
    infinity: fc.constant('refuse' as const),
    range: fc.record({ min: near, max: near }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const field: fc.Arbitrary<Field> = fc
  .tuple(fc.constantFrom(...KINDS), fc.boolean(), senses)
  .map(([kind, nullable, { nan, infinity, range }]) => {
    const isFloat = kind.startsWith('float');
    const ends = range && {
      min: range.min === undefined ? undefined : isFloat ? Number(range.min) : range.min,
      max: range.max === undefined ? undefined : isFloat ? Number(range.max) : range.max,
    };
    return makeField(kind, {
      nullable,
      ...(ends !== undefined && { range: ends }),
      ...(isFloat && nan !== undefined && { nan: nan as Field['nan'] }),
      ...(isFloat && infinity !== undefined && { infinity }),
    });
  });

/** What a gate says of each value of a column, and what it says of the column. */
function bothWays(one: Field, values: readonly Value[]) {
  const column = batchOf(
    makeSchema([one]),
    values.map(value => [value]),
  ).data.children[0]!;
  const found: (string | undefined)[] = values.map(() => undefined);
  gateColumn(one, column, (row, code) => {
    found[row] ??= code;
  });
  return { found, wanted: values.map(value => gate(one, value)) };
}

describe('a gate that is asked about a column', () => {
  it('says of each number what it says of it alone, at the ends of ranges and of doubles too', () =>
    fc.assert(
      fc.property(
        field.chain(one =>
          fc.tuple(
            fc.constant(one),
            fc.array(fc.option(VALUES[one.type.kind as Scalar]!, { nil: null, freq: 8 }), { maxLength: 12 }),
          ),
        ),
        ([one, values]) => {
          const { found, wanted } = bothWays(one, values);
          expect(found).toEqual(wanted);
        },
      ),
      { numRuns: 400 },
    ));

  it.each(['string', 'int32', 'int64'] as const)(
    'says of each label in %s what it says of it alone',
    kind => {
      const values = {
        string: ['sun', 'rain', 'rainy', 'snow', ''],
        int32: [1, 2, 3, -100],
        int64: [1n, 2n, 9n],
      };
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom<Value>(null, ...values[kind]), { maxLength: 12 }),
          fc.boolean(),
          fc.constantFrom({ kind: 'reject' } as const, { kind: 'pass' } as const),
          (labels, nullable, unknownPolicy) => {
            const vocabulary = makeVocabulary('1: sun', '2: rain|rainy');
            const given = { logical: 'label', vocabulary, unknownPolicy, nullable } as const;
            const { found, wanted } = bothWays(makeField(kind, given), labels);
            expect(found).toEqual(wanted);
          },
        ),
      );
    },
  );
});

describe('steps that are taken a column at a time', () => {
  const from = makeSchema([
    makeField('int64', { id: 1, unit: unit('s'), logical: 'quantity', nullable: true }),
  ]);
  const to = makeSchema([makeField('int64', { id: 1, unit: unit('ms'), logical: 'quantity' })]);
  const STEPS =
    '{kind: reject, what: ["null"]}, {kind: range, min: -5, max: 9007199254740000, outside: reject}, {kind: unit, to: ms}';

  it('refuse each record for the first step that it fails on, and make of the others what they should', () =>
    fc.assert(
      fc.property(
        fc.array(fc.option(clamped(-(2n ** 63n), 2n ** 63n - 1n), { nil: null, freq: 6 }), { maxLength: 15 }),
        values => {
          const plan = planOf(from, to, [`{id: 1, steps: [${STEPS}]}`]);
          const wanted = values.map(value => {
            if (value === null) return 'REFUSED_BY_CONVERTER';
            if (value < -5n || value > 9_007_199_254_740_000n) return 'RANGE';
            return [value * 1000n];
          });
          expect(
            outcomes(
              plan,
              values.map(value => [value]),
            ),
          ).toEqual(wanted);
        },
      ),
    ));

  it('pass over what a comparison with a whole number does not hold of, exactly', () => {
    const plan = (text: string) => planOf(from, from, [], `where: ${text}\n`);
    const name = from.fields[0]!.name;
    const OPERATORS: readonly (readonly [string, (one: bigint, other: bigint) => boolean])[] = [
      ['==', (one, other) => one === other],
      ['!=', (one, other) => one !== other],
      ['<', (one, other) => one < other],
      ['<=', (one, other) => one <= other],
      ['>', (one, other) => one > other],
      ['>=', (one, other) => one >= other],
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...OPERATORS),
        fc.constantFrom(0n, 5n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n),
        fc.array(clamped(-(2n ** 63n), 2n ** 63n - 1n), { maxLength: 12 }),
        ([operator, holds], end, values) => {
          const rows = values.map((value): [bigint] => [value]);
          const made = outcomes(plan(`${name} ${operator} ${end}`), rows);
          // A record that is passed over is in no outcome.
          expect(made.filter(each => each !== undefined)).toEqual(
            rows.filter(([value]) => holds(value, end)),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
