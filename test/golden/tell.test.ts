import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import { goldenDocument, verdictDocument } from '../../src/golden/report.ts';
import { tellComparison, tellVerdict } from '../../src/golden/tell.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

/** One column, keyed by row number; what is told of it, and of the key, where `hidden` are withheld. */
function told(
  column: Field,
  before: readonly Value[],
  after: readonly Value[],
  ask: { readonly hidden?: readonly number[]; readonly thresholds?: Record<string, number> } = {},
) {
  const schema = schemaOf([field(1, 'id', 'int32'), column], {
    label: column.vocabulary && column.id,
    slices: [{ name: 'part', field: column.id, by: 'value' }],
  });
  const batch = (values: readonly Value[]) =>
    batchOf(
      schema,
      values.map((value, row) => [row, value]),
    );
  const comparison = compare(schema, batch(before), batch(after)) as Comparison;
  const { hidden = [2], thresholds = {} } = ask;
  const verdict = tellVerdict(comparison, goldenVerdict(comparison, thresholds), hidden);
  const whole = tellComparison(schema, comparison, hidden);
  const text = canonicalJson({ comparison: goldenDocument(whole), verdict: verdictDocument(verdict) });
  return { ...whole, of: whole.fields[1]!, checks: verdict.checks, holds: verdict.holds, text };
}

const number = field(2, 'x', 'int32');
const text = field(2, 'x', 'string', { logical: 'category' });
const many = Array.from({ length: 64 }, (_, row) => row);

describe('what is told of a field whose values are withheld', () => {
  it('counts its differences as ever', () => {
    const { of, rows } = told(number, [0, 5, null, 7], [0, 6, 7, null]);
    expect(rows).toMatchObject({ matched: 4, differ: 3 });
    expect(of).toMatchObject({ same: 1, differ: 3, statesChanged: 2, firstRows: [1, 2, 3] });
    expect(of.number).toMatchObject({ compared: 2, differ: 1 });
  });

  it('has no greatest change, because from 0 to 72,000 that is the value, and no ratio, which can give away both', () => {
    const { of, text: all } = told(number, [0, 1], [72_931, 72_932]);
    expect(of.number).toMatchObject({ absolute: WITHHELD, relative: WITHHELD });
    expect(of.number?.pattern).toEqual({ kind: 'shifted', by: WITHHELD });
    expect(all).not.toContain('7293');
  });

  it('takes zero for a value, because it is one', () => {
    const { of } = told(number, [0, 0, 5, null], [1, null, 0, 0]);
    expect(of.transitions).toEqual([
      { from: 'null', to: 'value', count: 1 },
      { from: 'value', to: 'null', count: 1 },
      { from: 'value', to: 'value', count: 2 },
    ]);
  });

  it('names the field that explains a difference, and no value of it, not even in the words around one', () => {
    const before = many.map(row => ((row * 29) % 64) - 32);
    const zeroCut = before.map(value => (value >= 0 ? value + 100 : value));
    const { of } = told(number, before, zeroCut);
    expect(of.explanation?.best?.condition).toEqual({
      kind: 'term',
      term: { subject: { of: 'value', field: 2, name: 'x' }, test: { kind: 'above', value: WITHHELD } },
    });
    expect(of.explanation?.best).toMatchObject({ matching: 32, covered: 32 });
    // The best is one of the two, to whoever asks which.
    expect(of.explanation?.best).toBe(of.explanation?.oneTerm);
  });

  it('withholds a key that explains another field', () => {
    const before = many.map(() => 1);
    const { of } = told(
      number,
      before,
      before.map((value, row) => (row > 31 ? 2 : value)),
      { hidden: [1] },
    );
    expect(of.number).toMatchObject({ absolute: 1 });
    expect(of.explanation?.best?.condition).toMatchObject({
      term: { subject: { name: 'id' }, test: { value: WITHHELD } },
    });
  });

  it('counts pairs, parts and labels without a name, and leaves null a null', () => {
    const known = field(2, 'x', 'string', {
      logical: 'label',
      vocabulary: vocabularyOf('benign', 'malign'),
      unknownPolicy: { kind: 'reject' },
    });
    const {
      of,
      slices,
      distribution,
      text: all,
    } = told(known, ['benign', 'benign', 'malign', null], ['malign', 'malign', 'malign', 'benign']);
    expect(of.confusion).toMatchObject({
      pairs: [
        { from: WITHHELD, to: WITHHELD, count: 2 },
        { from: null, to: WITHHELD, count: 1 },
      ],
      pattern: { kind: 'merge', into: WITHHELD, from: [WITHHELD] },
    });
    expect(slices[0]?.touched).toEqual([
      { key: WITHHELD, rows: 2, differ: 2 },
      { key: null, rows: 1, differ: 1 },
    ]);
    expect(distribution?.labels).toEqual([
      { label: WITHHELD, before: 2, after: 1 },
      { label: WITHHELD, before: 1, after: 3 },
    ]);
    expect(all).not.toMatch(/benign|malign/);
  });

  it('withholds the offset of codes, and what one was split into', () => {
    const coded = field(2, 'x', 'int32', { logical: 'category' });
    expect(told(coded, [71, 72, 73], [81, 82, 83]).text).not.toMatch(/[78][123]/);
    const parted = told(text, ['whole', 'whole', 'rest'], ['left', 'right', 'rest']);
    expect(parted.of.confusion?.pattern).toEqual({
      kind: 'split',
      from: WITHHELD,
      into: [WITHHELD, WITHHELD],
    });
    expect(parted.text).not.toMatch(/whole|left|right|rest"/);
  });

  it('has no length, because of nothing that became something it is that of the value', () => {
    const { of } = told(field(2, 'x', 'string'), ['', 'a'], ['1234567', 'b']);
    expect(of.length).toEqual({ compared: 2, longer: 1, shorter: 0, most: WITHHELD });
  });

  it('is judged by every threshold, and the measure is not told where it is one of values', () => {
    const thresholds = { 'number.absolute:x': 100, 'cells.differ:x': 5, 'slice.share:part': 1 };
    const { checks, holds } = told(number, [0, 1], [72_931, 1], { thresholds });
    expect(holds).toBe(false);
    expect(checks).toEqual([
      { measure: 'cells.differ:x', observed: 1, allowed: 5, answer: 'within' },
      { measure: 'number.absolute:x', observed: WITHHELD, allowed: 100, answer: 'exceeded' },
      { measure: 'slice.share:part', observed: 1, allowed: 1, answer: 'within' },
    ]);
  });

  it('says so in the document, and a document that withholds nothing is what it was', () => {
    expect(told(number, [1], [2]).text).toContain('"withheld":[2]');
    expect(told(number, [1], [2], { hidden: [] }).text).not.toContain('withheld');
  });

  it('offers no name of a key that is withheld', () => {
    const schema = schemaOf([field(1, 'site', 'string', { logical: 'category' }), field(2, 'x', 'int32')]);
    const side = (name: string) => batchOf(schema, [[name, 1]]);
    const comparison = compare(schema, side('North-Sea'), side('north sea')) as Comparison;
    expect(comparison.renamedKeys).toMatchObject([{ from: 'North-Sea', to: 'north sea', how: 'spelling' }]);
    const [offered] = tellComparison(schema, comparison, [1]).renamedKeys ?? [];
    expect(offered).toMatchObject({ column: 'site', from: WITHHELD, to: WITHHELD, rows: 1 });
    expect(tellComparison(schema, comparison, [2]).renamedKeys).toEqual(comparison.renamedKeys);
  });

  it('lists who is in another split without what is withheld of either', () => {
    const schema = schemaOf([field(1, 'id', 'int32'), field(2, 'split', 'string', { logical: 'split' })]);
    const side = (split: string) =>
      batchOf(schema, [
        [7, split],
        [8, 'test'],
      ]);
    const comparison = compare(schema, side('train'), side('test'), { split: 2 }) as Comparison;
    expect(comparison.moved).toEqual({ count: 1, listed: [{ sample: ['7'], from: 'train', to: 'test' }] });
    expect(tellComparison(schema, comparison, [1]).moved).toEqual({
      count: 1,
      listed: [{ sample: [WITHHELD], from: 'train', to: 'test' }],
    });
    expect(tellComparison(schema, comparison, [2]).moved?.listed).toEqual([
      { sample: ['7'], from: WITHHELD, to: WITHHELD },
    ]);
    expect(compare(schema, side('test'), side('test'), { split: 2 })).toMatchObject({ moved: undefined });
  });
});
