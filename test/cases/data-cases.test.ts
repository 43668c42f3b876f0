import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDigests } from '../../src/codec/canonical-record.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { gate } from '../../src/convert/gates.ts';
import { planDigest } from '../../src/convert/plan-document.ts';
import { type CompareOptions, type Comparison, compare } from '../../src/golden/compare.ts';
import { outsideTerms } from '../../src/golden/doubts/outside-terms.ts';
import { unitSuspects } from '../../src/golden/doubts/unit-suspects.ts';
import { shareText } from '../../src/golden/share.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { compareShadow, type ShadowComparison } from '../../src/shadow/compare.ts';
import { shadowVerdict } from '../../src/shadow/verdict.ts';
import { makeField, makeSchema, unit } from '../contract/make-field.ts';
import { planOf } from '../convert/converters.ts';
import { field, schemaOf, vocabularyOf } from '../golden/weather.ts';

const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** Samples of one schema through two paths. */
function samples(
  fields: readonly Field[],
  before: readonly RecordValues[],
  after: readonly RecordValues[],
  { key = [fields[0]!.id], ...options }: CompareOptions = {},
): Comparison {
  const schema = schemaOf(fields, { key });
  const found = compare(schema, batchOf(schema, before), batchOf(schema, after), options);
  if (found instanceof Error) throw found;
  return found;
}

const category = field(1, 'x', 'string', { logical: 'category' });
function shadow(x: Field, before: readonly Value[], after: readonly Value[]): ShadowComparison {
  const schema = schemaOf([x], { key: [] });
  const rows = (values: readonly Value[]) =>
    batchOf(
      schema,
      values.map(value => [value]),
    );
  return compareShadow(schema, rows(before), rows(after));
}
const measured = (comparison: ShadowComparison, name: string) =>
  comparison.measurements.find(({ measure }) => measure === name)!;
const failing = (comparison: ShadowComparison): readonly string[] =>
  shadowVerdict(comparison, {})
    .checks.filter(({ answer }) => answer === 'exceeded' || answer === 'not-evaluated')
    .map(({ measure }) => measure);

/** Rows of meaning_cases.jsonl in which every contract is right, and what is wrong is in the data. */
const DATA: Readonly<Record<string, () => void>> = {
  U1: () => {
    const schema = makeSchema([
      makeField('float64', {
        id: 1,
        name: 'test_time',
        logical: 'duration',
        unit: unit('s'),
        range: { min: 0, max: 1e9 },
      }),
      makeField('timestamp', { id: 2, name: 'DateTime', unit: unit('s') }),
    ]);
    const rows = times(12, at => [at * 1000, 1_700_000_000n + BigInt(at)]);
    // Each value keeps its contract: that all of them are wrong is seen beside the other column alone.
    expect(rows.every(([value]) => gate(schema.fields[0]!, value!) === undefined)).toBe(true);
    const batch = batchOf(schema, rows);
    expect(unitSuspects(schema, batch, {}, [])).toMatchObject([
      { field: 1, how: 'witness', witness: 2, unit: 's', seems: 'ms', factor: 1000 },
    ]);
    expect(batch.getChildAt(0)!.get(1)).toBe(1000);
  },
  L10: () => {
    const counted = (name: string, count: number): string[] => times(count, () => name);
    const before = [...counted('a', 500), ...counted('b', 500)];
    const found = shadow(category, before, [...before, ...counted('c', 1000)]);
    expect(measured(found, 'shadow.unseen')).toMatchObject({ before: 1000, after: 2000, effect: 0.5 });
    expect(failing(found)).toContain('shadow.unseen:x');
    const measures = found.measurements.map(({ measure }) => measure);
    expect(measures.indexOf('shadow.unseen')).toBeLessThan(measures.indexOf('shadow.divergence'));
  },
  L4: () => {
    const label = field(2, 'label', 'string', {
      logical: 'label',
      vocabulary: vocabularyOf('neg', 'pos', 'oth'),
      unknownPolicy: { kind: 'reject' },
    });
    const codes = field(2, 'label', 'int32', { ...label, type: { kind: 'int32' } });
    const outside = (of: Field, rows: readonly RecordValues[]) => {
      const schema = schemaOf([field(1, 'id', 'int32'), of]);
      return outsideTerms(schema, [1], batchOf(schema, rows), []);
    };
    // 5 is no code of three terms, and is listed with its sample before anything is cast.
    expect(
      outside(codes, [
        [10, 5],
        [11, 1],
        [12, -1],
      ]),
    ).toMatchObject([
      {
        field: 2,
        policy: 'reject',
        cells: 2,
        values: 2,
        listed: [
          { row: 0, sample: ['10'], value: '5' },
          { row: 2, sample: ['12'] },
        ],
      },
    ]);
    expect(gate(codes, 5)).toBe('UNKNOWN_ENUM');
    expect(
      outside(label, [
        [10, 'pos'],
        [11, null],
      ]),
    ).toEqual([]);
    const many = outside(
      label,
      times(150, at => [at, `x${at}`]),
    );
    expect(many).toMatchObject([{ cells: 150, values: 150 }]);
    expect(many[0]!.listed).toHaveLength(100);
  },
  N1: () => {
    // Zeros that were no measurements, as many as in the table of 768 patients, and genuine ones in another column.
    const zeros = { glucose: 5, pressure: 35, triceps: 227, insulin: 374, mass: 11 };
    const names = Object.keys(zeros);
    const fields = ['id', 'pregnant', ...names].map((name, at) => field(at + 1, name, 'float64'));
    const rows = (missing: null | 0): RecordValues[] =>
      times(768, id => [
        id,
        id % 7 === 0 && id < 777 ? 0 : 1,
        ...Object.values(zeros).map(count => (id < count ? missing : id + 0.5)),
      ]);
    const found = samples(fields.with(0, field(1, 'id', 'int32')), rows(0), rows(null));
    const moved = found.fields.flatMap(({ name, transitions }) =>
      transitions.map(each => ({ name, ...each })),
    );
    expect(moved).toEqual(
      Object.entries(zeros).map(([name, count]) => ({ name, from: 'zero', to: 'null', count })),
    );
    expect(moved.reduce((sum, { count }) => sum + count, 0)).toBe(652);
    expect(found.fields[1]).toMatchObject({ name: 'pregnant', differ: 0 });
    // A change of state has no size: no threshold on a number lets it pass.
    expect(goldenVerdict(found, { 'number.absolute:insulin': 1e9 }).holds).toBe(false);
  },
  N5: () => {
    const values = times(1000, at => (at % 2 === 0 ? 'a' : 'b'));
    const found = shadow(
      category,
      values,
      values.map((value, at) => (at % 20 < 2 && at % 20 === at % 4 ? value : null)),
    );
    expect(found.measurements[0]).toMatchObject({ measure: 'shadow.null-rate', of: 'x' });
    expect(found.measurements[0]!.effect).toBeGreaterThan(0.85);
    expect(failing(found)).toContain('shadow.null-rate:x');
    // The proportions of what is left are as they were, and how many that are is said.
    const divergence = measured(found, 'shadow.divergence');
    expect(divergence).toMatchObject({ before: 1000, effect: 0 });
    expect(divergence.after).toBeLessThan(150);
  },
  N7: () => {
    const constant = times(50, () => 'a');
    const found = shadow(category, constant, constant);
    expect(found.measurements.every(({ effect }) => effect === 0)).toBe(true);
    expect(shadowVerdict(found, {})).toMatchObject({ holds: true });
    expect(shadowVerdict(found, {}).evaluated).toBeGreaterThan(0);
    const unequal = shadow(
      category,
      constant,
      times(70, () => 'a'),
    );
    expect(unequal.measurements.every(({ effect }) => effect === 0)).toBe(true);
    // A NaN is no small number: a gate that meets one is closed.
    const [first, ...more] = found.measurements;
    const spoiled = { ...found, measurements: [{ ...first!, effect: Number.NaN }, ...more] };
    expect(shadowVerdict(spoiled, {})).toMatchObject({ holds: false });
    expect(shadowVerdict(spoiled, {}).checks).toMatchObject([{ answer: 'not-evaluated' }]);
  },
  N9: () => {
    // A key of nulls identifies nothing, and a null in a field that may have none is refused: it never passes as true.
    expect(gate(field(1, 'att1', 'int32', { nullable: false }), null)).toBe('NULL_NOT_ALLOWED');
    const fields = [field(1, 'id', 'int32'), field(2, 'att2', 'int32')];
    const found = samples(
      fields,
      [
        [1, 5],
        [2, null],
        [3, null],
        [4, 7],
      ],
      [
        [1, 5],
        [2, null],
        [3, 9],
        [4, 8],
      ],
    );
    // Equal, differing, and not asked: a change from null has no size, and counts as none.
    expect(found.fields[1]).toMatchObject({
      same: 2,
      differ: 2,
      statesChanged: 1,
      transitions: [
        { from: 'null', to: 'value', count: 1 },
        { from: 'value', to: 'value', count: 1 },
      ],
      number: { compared: 2, differ: 1 },
    });
  },
  P6: () => {
    expect(shareText(2, 96_281)).toBe('under 0.1 %');
    expect(shareText(96_279, 96_281)).toBe('99.9 %');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.nat(),
        fc.integer({ min: 0, max: 9 }),
        (total, some, digits) => {
          const count = some % (total + 1);
          const isWhole = (share: number): boolean => shareText(count, total, digits) === `${share} %`;
          expect([isWhole(100), isWhole(0)]).toEqual([count === total, count === 0]);
        },
      ),
      { numRuns: 100 },
    );
    const rows = times(3000, at => [at, at]);
    const found = samples(
      [field(1, 'id', 'int32'), field(2, 'v', 'int32')],
      rows,
      rows.map(([id, v]) => [id!, id! < 2 ? -1 : v!]),
    );
    expect(found.rows).toMatchObject({ matched: 3000, differ: 2 });
    expect(goldenVerdict(found, {})).toMatchObject({ holds: false });
  },
  I2: () => {
    const fields = [field(1, 'customer', 'string'), field(2, 'day', 'int32'), field(3, 'v', 'int32')];
    const rows: RecordValues[] = [
      [null, 1, 5],
      ['null', 1, 6],
      ['a', 1, 7],
    ];
    const key = [1, 2];
    expect(samples(fields, rows, rows.toReversed(), { key }).rows).toMatchObject({
      matched: 3,
      missing: 0,
      extra: 0,
      differ: 0,
    });
    const one = samples(
      fields,
      rows,
      [
        ['null', 1, 6],
        ['a', 1, 8],
      ],
      { key },
    );
    expect(one.rows).toEqual({ before: 3, after: 2, matched: 2, missing: 1, extra: 0, differ: 1 });
    expect(one.missingRows).toEqual([0]);
  },
  I4: () => {
    const schema = makeSchema([
      makeField('string', { id: 1, name: 'a', nullable: true }),
      makeField('string', { id: 2, name: 'b', nullable: true }),
    ]);
    const digest = (row: RecordValues): string => contentDigests(schema, batchOf(schema, [row]))[0]!;
    const apart: readonly RecordValues[] = [
      ['ab', 'c'],
      ['a', 'bc'],
      ['abc', ''],
      [null, 'x'],
      ['NULL', 'x'],
      ['null', 'x'],
      ['', 'x'],
    ];
    expect(new Set(apart.map(digest)).size).toBe(apart.length);
    const text = fc.option(fc.string({ maxLength: 4 }), { nil: null });
    fc.assert(
      fc.property(fc.tuple(text, text), fc.tuple(text, text), (one, other) => {
        expect(digest(one) === digest(other)).toBe(one[0] === other[0] && one[1] === other[1]);
      }),
      { numRuns: 60 },
    );
  },
  I6: () => {
    // As many in each part as before, and two that changed places.
    const fields = [field(1, 'id', 'int32'), field(2, 'split', 'string', { logical: 'split' })];
    const split = (moved: readonly number[]) =>
      times(10, id => [id, id < 8 !== moved.includes(id) ? 'train' : 'test']);
    const found = samples(fields, split([]), split([3, 9]), { split: 2 });
    expect(found.fields[1]).toMatchObject({ differ: 2, firstRows: [3, 9] });
    expect(found.moved).toEqual({
      count: 2,
      listed: [
        { sample: ['3'], from: 'train', to: 'test' },
        { sample: ['9'], from: 'test', to: 'train' },
      ],
    });
    const { holds, checks } = goldenVerdict(found, {});
    expect(holds).toBe(false);
    expect(checks).toMatchObject([{ measure: 'split.moves', observed: 2, answer: 'no-allowance' }]);
  },
  R3: () => {
    const draw = (count: number): string[] => times(count, at => (at % 3 === 0 ? 'a' : 'b'));
    // The same proportions are no distance at any size.
    expect(measured(shadow(category, draw(600), draw(300)), 'shadow.divergence').effect).toBe(0);
    expect(failing(shadow(category, draw(600), draw(300)))).toEqual([]);
    // Ten rows can't show what a thousand can, and it is said that they are too few.
    const few = shadow(category, draw(1000), ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b']);
    expect(shadowVerdict(few, {}).holds).toBe(true);
    const many = shadow(
      category,
      draw(1000),
      times(1000, at => (at % 10 < 9 ? 'a' : 'b')),
    );
    expect(failing(many)).toContain('shadow.divergence:x');
    // What a size shows grows with the size and never turns into another measure.
    const { chance } = measured(few, 'shadow.divergence');
    expect(chance).toBeGreaterThan(measured(many, 'shadow.divergence').chance);
  },
  R5: () => {
    const latency = (code: string) =>
      makeSchema([makeField('int64', { id: 1, name: 'latency', logical: 'duration', unit: unit(code) })]);
    const steps = ['{id: 1, steps: [{kind: unit, to: ms}]}'];
    const digest = (more: string, entries = steps) =>
      planDigest(planOf(latency('s'), latency('ms'), entries, more));
    expect(digest('')).toBe(digest(''));
    // Whatever decides what comes out: a condition, a step, a schema.
    expect(digest('where: latency > 5\n')).not.toBe(digest(''));
    const reject = ['{id: 1, steps: [{kind: unit, to: ms}, {kind: range, min: 0, max: 9, outside: reject}]}'];
    expect(digest('', reject)).not.toBe(digest(''));
    const wider = makeSchema([...latency('s').fields, makeField('bool', { id: 2, name: 'is_new' })]);
    expect(planDigest(planOf(wider, latency('ms'), steps, 'drop: [2]\n'))).not.toBe(digest(''));
  },
};

describe('data whose meaning changed, as it was reported or measured', () => {
  it.each(Object.keys(DATA))('%s', id => DATA[id]!());
});
