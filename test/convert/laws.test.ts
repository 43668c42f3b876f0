import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import { applyChain, chainOf, compose } from '../../src/convert/chain.ts';
import type { ConversionPlan } from '../../src/convert/conversion-plan.ts';
import { parseConverter } from '../../src/convert/converter.ts';
import { planConversion } from '../../src/convert/plan-conversion.ts';
import { makeField, makeList, makeSchema, makeVocabulary, unit } from '../contract/make-field.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { outcomes, planOf, sideOf, valuesOf } from './converters.ts';

const quantity = (kind: 'int64' | 'float64', code: string, id: number, given: Partial<Field> = {}): Field =>
  makeField(kind, { id, name: `f${id}`, unit: unit(code), logical: 'quantity', ...given });
const label = (id: number, ...rows: readonly string[]): Field =>
  makeField('string', {
    id,
    name: `f${id}`,
    logical: 'label',
    vocabulary: makeVocabulary(...rows),
    unknownPolicy: { kind: 'reject' },
  });

const first = makeSchema([
  quantity('int64', 's', 1),
  label(2, '1: sun', '2: rain', '3: drizzle'),
  makeField('int32', { id: 3, name: 'f3', nullable: true }),
  makeList(quantity('float64', 'ms', 5), 0, 3, { id: 4, name: 'f4' }),
]);
const second = makeSchema([
  label(2, '1: sun', '2: rain'),
  quantity('int64', 'ms', 1, { range: { min: 0n, max: 5_000n } }),
  makeField('int32', { id: 3, name: 'f3' }),
  makeList(quantity('float64', 's', 5), 0, 3, { id: 4, name: 'f4' }),
]);
const third = makeSchema([
  label(2, '1: dry', '2: wet'),
  quantity('int64', 's', 1),
  makeField('uint8', { id: 3, name: 'f3' }),
]);
const toSecond = planOf(first, second, [
  '{id: 1, steps: [{kind: unit, to: ms}]}',
  '{id: 2, steps: [{kind: remap, terms: [{from: drizzle, to: rain}], others: same}]}',
  '{id: 3, steps: [{kind: reject, what: ["null"]}]}',
  '{id: 5, steps: [{kind: unit, to: s}]}',
]);
const toThird: ConversionPlan = planOf(
  second,
  third,
  [
    '{id: 1, steps: [{kind: unit, to: s, rounding: floor}]}',
    '{id: 2, steps: [{kind: remap, terms: [{from: sun, to: dry}, {from: rain, to: wet}]}]}',
    '{id: 3, steps: [{kind: cast, to: uint8, overflow: reject}]}',
  ],
  'drop: [4]\n',
);

const record: fc.Arbitrary<RecordValues> = fc.tuple(
  fc.oneof(fc.bigInt(-2n, 7n), fc.constant(2n ** 62n)),
  fc.constantFrom('sun', 'rain', 'drizzle', 'snow'),
  fc.option(fc.integer({ min: -3, max: 300 }), { nil: null }),
  fc.array(fc.double(), { maxLength: 4 }),
);
const records = fc.array(record, { maxLength: 30 });

describe('every conversion', () => {
  it('ends each record in exactly one way, so that totals add up', () =>
    fc.assert(
      fc.property(records, rows => {
        const { converted, rows: kept, rejects, counts } = applyConversion(toSecond, batchOf(first, rows));
        expect(counts).toMatchObject({ read: rows.length, converted: kept.length, rejected: rejects.length });
        expect(counts.converted + counts.rejected + counts.skipped).toBe(counts.read);
        expect(converted.numRows).toBe(kept.length);
        const all = [...kept, ...rejects.map(({ row }) => row)].sort((a, b) => a - b);
        expect(all).toEqual([...rows.keys()]);
      }),
    ));

  it('does not depend on how records are cut into batches, nor on their order', () =>
    fc.assert(
      fc.property(
        records,
        fc.integer({ min: 1, max: 7 }),
        fc.infiniteStream(fc.nat()),
        (rows, size, chance) => {
          const whole = outcomes(toSecond, rows);
          const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
            outcomes(toSecond, rows.slice(at * size, (at + 1) * size)),
          ).flat();
          expect(parts).toEqual(whole);
          const order = [...rows.keys()].map(row => [row, chance.next().value as number] as const);
          order.sort(([, a], [, b]) => a - b);
          const mixed = outcomes(
            toSecond,
            order.map(([row]) => rows[row]!),
          );
          expect(mixed).toEqual(order.map(([row]) => whole[row]));
        },
      ),
    ));

  it('leaves out what its own version forbids, whatever a step would make of it', () => {
    const made = outcomes(toSecond, [
      [1n, 'snow', 1, []],
      [1n, 'sun', null, []],
      [9n, 'sun', 1, [1, 2, 3, 4]],
    ]);
    expect(made).toEqual(['UNKNOWN_ENUM', 'REFUSED_BY_CONVERTER', 'ARRAY_TOO_LONG']);
  });
});

describe('a chain', () => {
  it('does what its plans do one after the other', () =>
    fc.assert(
      fc.property(records, rows => {
        const chained = applyChain(compose(chainOf([toSecond]), chainOf([toThird])), batchOf(first, rows));
        const once = applyConversion(toSecond, batchOf(first, rows));
        const twice = applyConversion(toThird, once.converted);
        expect(rowsOf(third, chained.converted)).toEqual(rowsOf(third, twice.converted));
        expect([...chained.rows]).toEqual(Array.from(twice.rows, row => once.rows[row]));
        const codes = new Map(chained.rejects.map(({ row, plan, code }) => [row, { plan, code }]));
        for (const { row, code } of once.rejects) expect(codes.get(row)).toEqual({ plan: 0, code });
        for (const { row, code } of twice.rejects)
          expect(codes.get(once.rows[row]!)).toEqual({ plan: 1, code });
        expect(codes.size).toBe(once.rejects.length + twice.rejects.length);
      }),
    ));

  it('is one from the first version to the last, because a gap would be passed over', () => {
    expect(() => chainOf([toThird, toSecond])).toThrow(TypeError);
  });

  it('agrees with the direct converter where both exist', () => {
    const direct = planOf(
      first,
      third,
      [
        '{id: 1, steps: [{kind: range, min: 0, max: 5, outside: reject}]}',
        '{id: 2, steps: [{kind: remap, terms: [{from: sun, to: dry}, {from: rain, to: wet}, {from: drizzle, to: wet}]}]}',
        '{id: 3, steps: [{kind: reject, what: ["null"]}, {kind: cast, to: uint8, overflow: reject}]}',
      ],
      'drop: [4]\n',
    );
    const chain = chainOf([toSecond, toThird]);
    fc.assert(
      fc.property(records, rows => {
        const long = applyChain(chain, batchOf(first, rows));
        const short = applyConversion(direct, batchOf(first, rows));
        expect(long.rows).toEqual(short.rows);
        expect(rowsOf(third, long.converted)).toEqual(rowsOf(third, short.converted));
      }),
    );
  });
});

describe('a unit there and back', () => {
  const UNITS = ['s', 'ms', 'us', 'min', 'h', 'd'];

  it('is the same whole number, or was refused', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...UNITS),
        fc.constantFrom(...UNITS),
        fc.array(
          fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).chain(big => fc.constantFrom(big, big % 1000n)),
          { maxLength: 8 },
        ),
        (from, to, values) => {
          const [one, other] = [from, to].map(code => makeSchema([quantity('int64', code, 1)]));
          const there = valuesOf(planOf(one!, other!, [`{id: 1, steps: [{kind: unit, to: ${to}}]}`]), values);
          for (const [at, value] of there.entries()) {
            if (typeof value === 'string') expect(['OVERFLOW', 'PRECISION_LOSS']).toContain(value);
            else {
              const back = planOf(other!, one!, [`{id: 1, steps: [{kind: unit, to: ${from}}]}`]);
              expect(valuesOf(back, [value])).toEqual([values[at]]);
            }
          }
        },
      ),
    ));

  it('is the nearest double, as the machine divides and multiplies', () =>
    fc.assert(
      fc.property(fc.double(), value => {
        const [ms, s] = ['ms', 's'].map(code => makeSchema([quantity('float64', code, 1)]));
        const [fewer] = valuesOf(planOf(ms!, s!, ['{id: 1, steps: [{kind: unit, to: s}]}']), [value]);
        expect(fewer).toBe(Number.isNaN(value) ? Number.NaN : value / 1000);
        const [more] = valuesOf(planOf(s!, ms!, ['{id: 1, steps: [{kind: unit, to: ms}]}']), [value]);
        const wanted = value * 1000;
        expect(more).toBe(Number.isFinite(value) && !Number.isFinite(wanted) ? 'OVERFLOW' : wanted);
      }),
    ));
});

describe('a cast to a float', () => {
  it.each([
    ['float16', Math.f16round],
    ['float32', Math.fround],
  ] as const)('%s rounds to the nearest as the machine does', (kind, round) =>
    fc.assert(
      fc.property(fc.double({ noNaN: true }), value => {
        const plan = planOf(makeSchema([makeField('float64')]), makeSchema([makeField(kind)]), [
          `{id: 1, steps: [{kind: cast, to: ${kind}, overflow: reject, rounding: half-even}]}`,
        ]);
        const [made] = valuesOf(plan, [value]);
        const wanted = round(value);
        expect(made).toBe(Number.isFinite(value) && !Number.isFinite(wanted) ? 'OVERFLOW' : wanted);
      }),
    ),
  );
});

describe('the page', () => {
  it('shows a converter that can be planned', () => {
    const page = readFileSync('docs/converter-format.md', 'utf8');
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const outcome = makeVocabulary('1: success', '2: failure');
    const version = (code: string, kind: 'int32' | 'string') =>
      makeSchema([
        quantity('int64', code, 17),
        makeField(kind, {
          id: 23,
          logical: 'label',
          vocabulary: outcome,
          unknownPolicy: { kind: 'reject' },
          ignoreValue: -100n,
        }),
      ]);
    const converter = must(parseConverter('page.yaml', bytesOf(text)));
    const plan = planConversion(
      sideOf(3, version('s', 'int32')),
      sideOf(4, version('ms', 'string')),
      converter,
    ) as ConversionPlan;
    expect(
      outcomes(plan, [
        [2n, 1],
        [2n, -100],
      ]),
    ).toEqual([[2000n, 'failure'], 'REFUSED_BY_CONVERTER']);
  });

  it('has each kind of step, and no other', () => {
    const page = readFileSync('docs/converter-format.md', 'utf8');
    const rows = [...page.slice(page.indexOf('## Steps')).matchAll(/^\| `([a-z]+)` \|/gm)].map(
      ([, kind]) => kind,
    );
    const published = JSON.parse(readFileSync('json-schema/converter.schema.json', 'utf8')) as object;
    const kinds = [...JSON.stringify(published).matchAll(/"kind":\{"type":"string","const":"([a-z]+)"/g)].map(
      ([, kind]) => kind,
    );
    expect(kinds.length).toBeGreaterThan(10);
    expect(rows.sort()).toEqual(kinds.sort());
  });
});
