import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import { GOLDEN_MEASURES } from '../../src/golden/measures.ts';
import { shareText } from '../../src/golden/share.ts';
import { failing, goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

const SCHEMA = schemaOf([field(1, 'id', 'int32'), field(2, 'x', 'float64')]);
const comparisonOf = (before: readonly Value[], after: readonly Value[]): Comparison => {
  const rows = (values: readonly Value[]) => values.map((value, row) => [row, value]);
  return compare(SCHEMA, batchOf(SCHEMA, rows(before)), batchOf(SCHEMA, rows(after)), {
    explain: false,
  }) as Comparison;
};
function compareColumn(
  column: Field,
  before: readonly Value[],
  after: readonly Value[],
  label?: number,
): Comparison {
  const schema = { ...schemaOf([field(1, 'id', 'int32'), column]), label };
  const batch = (values: readonly Value[]) =>
    batchOf(
      schema,
      values.map((value, row) => [row, value]),
    );
  return compare(schema, batch(before), batch(after), { explain: false }) as Comparison;
}
const many = Array.from({ length: 96_281 }, () => 1);

describe('a golden verdict', () => {
  it('fails for 2 cells of 96,281 without a threshold, because counts decide and shares only illustrate', () => {
    const verdict = goldenVerdict(comparisonOf(many, [...many.slice(2), 1.0000001, 1.0000001]), {});
    expect(verdict).toMatchObject({
      holds: false,
      checks: [{ measure: 'cells.differ:x', observed: 2, answer: 'no-allowance' }],
    });
  });

  it('holds when nothing differs, with no check to print', () =>
    expect(goldenVerdict(comparisonOf([1, 2], [1, 2]), {})).toEqual({ holds: true, checks: [] }));

  it.each([
    ['number.absolute:x', 0.5, 0.4],
    ['number.relative:x', 0.2, 0.1],
    ['cells.differ:x', 1, 0],
    ['cells.share:x', 0.5, 0.4],
  ])('takes %s as an allowance for numbers, and measures it', (measure, enough, tooLittle) => {
    const comparison = comparisonOf([1, 2], [1, 2.5]);
    expect(goldenVerdict(comparison, { [measure]: enough }).holds).toBe(true);
    expect(goldenVerdict(comparison, { [measure]: tooLittle })).toMatchObject({
      holds: false,
      checks: [{ measure, allowed: tooLittle, answer: 'exceeded' }],
    });
  });

  it('lets a size allow only what has one: no text of the same length, and no sentinel for another', () => {
    const texts = compareColumn(field(2, 'x', 'string'), ['cat', 'fog'], ['dog', 'frog']);
    for (const most of [0, 1, 9])
      expect(failing(goldenVerdict(texts, { 'length.change:x': most }))[0]).toMatchObject({
        measure: 'cells.differ:x',
        observed: 2,
        answer: 'no-allowance',
      });
    expect(goldenVerdict(texts, { 'length.change:x': 1, 'cells.differ:x': 2 }).holds).toBe(true);
    const emptied = compareColumn(field(2, 'x', 'string'), ['cat', ''], ['dog', 'frog']);
    expect(goldenVerdict(emptied, { 'length.change:x': 9, 'states.changed:x': 1 }).holds).toBe(false);
    const longer = compareColumn(field(2, 'x', 'string'), ['cat'], ['cats']);
    expect(goldenVerdict(longer, { 'length.change:x': 1 }).holds).toBe(true);
    const sentinels = [-9, -8].map(value => ({ value, means: 'unknown' as const }));
    const codes = compareColumn({ ...field(2, 'x', 'int32'), sentinels }, [-9, 1], [-8, 1]);
    expect(goldenVerdict(codes, { 'number.absolute:x': 0 }).holds).toBe(false);
  });

  it('holds of data without any label on either side, and lets a threshold allow the first ones', () => {
    const label = field(2, 'x', 'string', { logical: 'label', vocabulary: vocabularyOf('low', 'high') });
    const none = compareColumn(label, [null, null], [null, null], 2);
    expect(goldenVerdict(none, {})).toEqual({ holds: true, checks: [] });
    expect(goldenVerdict(none, { 'label.divergence': 0 }).holds).toBe(true);
    for (const first of [
      compareColumn(label, [null], ['low'], 2),
      compareColumn(label, ['low'], [null], 2),
    ]) {
      expect(failing(goldenVerdict(first, { 'states.changed:x': 1 }))).toMatchObject([
        { measure: 'label.divergence', observed: 1, answer: 'no-allowance' },
      ]);
      expect(goldenVerdict(first, { 'states.changed:x': 1, 'label.divergence': 0.9 }).holds).toBe(false);
      expect(goldenVerdict(first, { 'states.changed:x': 1, 'label.divergence': 1 }).holds).toBe(true);
    }
  });

  it('asks of every threshold given, not of the kindest', () => {
    const allowed = { 'cells.differ:x': 5, 'number.absolute:x': 0.1 };
    expect(failing(goldenVerdict(comparisonOf([1, 2], [1, 2.5]), allowed))).toMatchObject([
      { measure: 'number.absolute:x', answer: 'exceeded' },
    ]);
  });

  it('does not let an allowance for numbers cover a null, because a null is no small error', () => {
    const verdict = goldenVerdict(comparisonOf([1, 2], [1, null]), { 'number.absolute:x': 100 });
    expect(failing(verdict)).toMatchObject([{ measure: 'states.changed:x', answer: 'no-allowance' }]);
  });

  it('fails a threshold that bound nothing: misspelled, of another field, or of cells that hold no number', () => {
    const same = comparisonOf([1], [1]);
    for (const name of ['cells.shre:x', 'cells.share:y', 'threshold', 'slice.share:month'])
      expect(goldenVerdict(same, { [name]: 1 })).toMatchObject({
        holds: false,
        checks: [{ measure: name, answer: 'not-evaluated' }],
      });
    expect(goldenVerdict(comparisonOf([null], [null]), { 'number.absolute:x': 1 }).holds).toBe(false);
  });

  it('leaves the thresholds of shadow statistics to them', () =>
    expect(goldenVerdict(comparisonOf([1], [1]), { 'shadow.ks:x': 0.1 }).holds).toBe(true));

  it('fails when no sample was compared, because a gate that compared nothing has shown nothing', () => {
    expect(goldenVerdict(comparisonOf([], []), {})).toMatchObject({
      holds: false,
      checks: [{ measure: 'rows.matched', answer: 'not-evaluated' }],
    });
    const missing = goldenVerdict(comparisonOf([1], []), { 'rows.missing': 1 });
    expect(missing.holds).toBe(false);
  });

  it('is never talked into holding by a NaN', () => {
    const verdict = goldenVerdict(comparisonOf([1], [2]), { 'number.absolute:x': Number.NaN });
    expect(verdict.holds).toBe(false);
  });

  it('never holds more for a smaller allowance', () => {
    const cells = fc.array(fc.option(fc.double({ noNaN: true })), { minLength: 3, maxLength: 3 });
    const allowance = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(cells, cells, allowance, allowance, (before, after, a, b) => {
        const comparison = comparisonOf(before, after);
        const holds = (max: number) =>
          goldenVerdict(comparison, { 'number.absolute:x': max, 'states.changed:x': 3 }).holds;
        if (holds(Math.min(a, b))) expect(holds(Math.max(a, b))).toBe(true);
      }),
    );
  });

  it('says of each measure what it is, because a change record must name them', () => {
    for (const meaning of Object.values(GOLDEN_MEASURES)) expect(meaning.length).toBeGreaterThan(20);
  });
});

describe('a share', () => {
  it('says 100 % of all and of nothing less', () => {
    expect(shareText(96_281, 96_281)).toBe('100 %');
    expect(shareText(96_279, 96_281)).toBe('99.9 %');
    expect(shareText(96_279, 96_281, 4)).toBe('99.9979 %');
  });

  it('says 0 % of none and of nothing more', () => {
    expect(shareText(0, 5)).toBe('0 %');
    expect(shareText(1, 96_281)).toBe('under 0.1 %');
    expect(shareText(0, 0)).toBe('none of 0');
  });

  it('rounds as asked', () => {
    expect(shareText(25, 31, 0)).toBe('81 %');
    expect(shareText(391, 1461)).toBe('26.8 %');
  });

  it('never rounds into a certainty', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.nat(),
        fc.integer({ min: 0, max: 6 }),
        (total, part, digits) => {
          const count = part % (total + 1);
          expect(shareText(count, total, digits) === '100 %').toBe(count === total);
          expect(shareText(count, total, digits) === '0 %').toBe(count === 0);
        },
      ),
    ));
});
