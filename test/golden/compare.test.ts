import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { documentDigest } from '../../src/base/digest.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { type CompareOptions, type Comparison, compare } from '../../src/golden/compare.ts';
import { goldenDocument, verdictDocument } from '../../src/golden/report.ts';
import { tellComparison, tellVerdict } from '../../src/golden/tell.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import { field, schemaOf, vocabularyOf } from './weather.ts';

/** One column, keyed by row number. */
function compareColumn(
  column: Field,
  before: readonly Value[],
  after: readonly Value[],
  options: CompareOptions = {},
): Comparison {
  const schema = schemaOf([field(1, 'id', 'int32'), column]);
  const rows = (values: readonly Value[]) => values.map((value, row) => [row, value]);
  return compare(schema, batchOf(schema, rows(before)), batchOf(schema, rows(after)), options) as Comparison;
}
const column = (kind: 'float64' | 'int64' | 'string' | 'int32' | 'bytes', more: Partial<Field> = {}) =>
  field(2, 'x', kind, more);
const list = field(2, 'x', 'int32', {
  type: { kind: 'list', element: field(3, 'element', 'int32'), length: { min: 0, max: 9 } },
  logical: 'sequence',
});

describe('a comparison of cells', () => {
  it('counts zero that became null apart from numbers that changed', () => {
    const { fields } = compareColumn(column('float64'), [0, 0, 5, 7], [null, 0, 5, 7]);
    expect(fields[1]).toMatchObject({
      same: 3,
      differ: 1,
      statesChanged: 1,
      transitions: [{ from: 'zero', to: 'null', count: 1 }],
      number: { compared: 3, differ: 0, absolute: 0 },
    });
  });

  it('tells null, an empty list and a list of nulls apart', () => {
    const { fields } = compareColumn(list, [null, [], [null], [0]], [[], [null], null, [0]]);
    expect(fields[1]?.transitions).toEqual([
      { from: 'null', to: 'empty', count: 1 },
      { from: 'empty', to: 'all-null', count: 1 },
      { from: 'all-null', to: 'null', count: 1 },
    ]);
    expect(fields[1]?.statesChanged).toBe(3);
  });

  it('tells what no record wrote from a default that was written, because the one is unknown', () => {
    const unknown = { before: new Map([[2, 'all' as const]]), after: new Map([[2, new Set([0, 3])]]) };
    const half = [0.5, 0.5, 0.5, 0.5];
    const { fields } = compareColumn(column('float64'), half, [0.5, 0.5, null, 0.5], {
      explain: false,
      unknown,
    });
    expect(fields[1]).toMatchObject({
      same: 2,
      differ: 2,
      statesChanged: 2,
      transitions: [
        { from: 'unknown', to: 'null', count: 1 },
        { from: 'unknown', to: 'value', count: 1 },
      ],
      number: { compared: 0 },
    });
  });

  it('counts a label that no record wrote among those that are null', () => {
    const label = field(2, 'x', 'string', { logical: 'label', vocabulary: vocabularyOf('low', 'high') });
    const schema = schemaOf([field(1, 'id', 'int32'), label], { label: 2 });
    const rows = (labels: readonly string[]) => labels.map((one, row) => [row, one]);
    const unknown = { before: new Map([[2, new Set([1])]]), after: new Map() };
    const [before, after] = [batchOf(schema, rows(['low', 'low'])), batchOf(schema, rows(['low', 'low']))];
    const comparison = compare(schema, before, after, { explain: false, unknown }) as Comparison;
    expect(comparison.distribution).toMatchObject({ nulls: { before: 1, after: 0 }, divergence: 0 });
    expect(comparison.fields[1]).toMatchObject({ differ: 1, statesChanged: 1 });
  });

  it('takes NaN for NaN and -0 for 0, and never lets a NaN into an error', () => {
    const { fields } = compareColumn(
      column('float64'),
      [Number.NaN, -0, 1, 2],
      [Number.NaN, 0, Number.NaN, 2],
    );
    expect(fields[1]).toMatchObject({
      differ: 1,
      statesChanged: 1,
      transitions: [{ from: 'value', to: 'nan', count: 1 }],
      number: { compared: 2, absolute: 0, relative: 0 },
    });
  });

  it('keeps the distance of two int64 exact beyond 2^53', () => {
    const big = 9_007_199_254_740_992n;
    const { fields } = compareColumn(column('int64'), [big], [big + 1n]);
    expect(fields[1]?.number).toMatchObject({ differ: 1, absolute: 1n });
  });

  it('finds no small error between two infinities', () => {
    const { fields } = compareColumn(
      column('float64'),
      [Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY],
    );
    expect(fields[1]?.number?.absolute).toBe(Number.POSITIVE_INFINITY);
    expect(fields[1]?.differ).toBe(1);
  });

  it('keeps relative errors finite where one side is zero or both are huge', () => {
    const { fields } = compareColumn(column('float64'), [0, 1.5e308], [1e-9, -1.5e308]);
    expect(fields[1]?.number?.relative).toBe(2);
  });

  it('recognises numbers scaled by one factor, as seconds read as milliseconds are', () => {
    const { fields } = compareColumn(column('int64'), [0n, 2n, 31n], [0n, 2000n, 31_000n]);
    expect(fields[1]?.number?.pattern).toEqual({ kind: 'scaled', factor: 1000 });
  });

  it('recognises numbers moved by one amount, and no pattern in one changed cell', () => {
    expect(compareColumn(column('int32'), [0, 2, 31], [5, 7, 36]).fields[1]?.number?.pattern).toEqual({
      kind: 'shifted',
      by: 5,
    });
    expect(compareColumn(column('int32'), [1, 2], [1, 3]).fields[1]?.number?.pattern).toBeUndefined();
  });

  it('measures lengths in elements and in code points', () => {
    expect(compareColumn(list, [[1, 2], [1]], [[1, 2, 3, 4], [2]]).fields[1]).toMatchObject({
      differ: 2,
      length: { compared: 2, longer: 1, shorter: 0, most: 2 },
    });
    expect(compareColumn(column('string'), ['😀'], ['ab']).fields[1]?.length).toMatchObject({
      longer: 1,
      most: 1,
    });
  });

  it('compares bytes by content', () => {
    const [a, b] = [Buffer.from([1, 2]), Buffer.from([1, 3])];
    expect(compareColumn(column('bytes'), [a, a], [Buffer.from(a), b]).fields[1]).toMatchObject({
      same: 1,
      differ: 1,
    });
  });

  it('adds up: what is same and what differs are all matched rows, whatever the values', () => {
    const value = fc.option(fc.constantFrom(0, -0, 1, 2.5, Number.NaN, Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 40 }), cells => {
        const { rows, fields } = compareColumn(
          column('float64'),
          cells.map(([before]) => before),
          cells.map(([, after]) => after),
        );
        const x = fields[1]!;
        expect(x.same + x.differ).toBe(rows.matched);
        expect(x.transitions.reduce((sum, { count }) => sum + count, 0)).toBe(x.differ);
        expect(x.statesChanged).toBeLessThanOrEqual(x.differ);
        expect(rows.differ).toBe(x.differ);
      }),
    );
  });

  it('finds no difference between a batch and itself', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double()), { maxLength: 30 }), values => {
        const comparison = compareColumn(column('float64'), values, values);
        expect(comparison.rows.differ).toBe(0);
        expect(goldenVerdict(comparison, {}).holds).toBe(values.length > 0);
      }),
    );
  });
});

describe('a comparison of samples', () => {
  const split = column('string');

  it('counts samples that moved to another split, and lists which rows', () => {
    const comparison = compareColumn(split, ['train', 'train', 'test'], ['train', 'test', 'train'], {
      split: 2,
    });
    expect(comparison.fields[1]).toMatchObject({
      differ: 2,
      firstRows: [1, 2],
      confusion: {
        pairs: [
          { from: 'test', to: 'train', count: 1 },
          { from: 'train', to: 'test', count: 1 },
        ],
      },
    });
    expect(goldenVerdict(comparison, {}).checks).toEqual([
      { measure: 'split.moves', observed: 2, allowed: undefined, answer: 'no-allowance' },
    ]);
    expect(goldenVerdict(comparison, { 'split.moves': 2 }).holds).toBe(true);
  });

  it('counts missing and extra samples on their own side', () => {
    const schema = schemaOf([field(1, 'id', 'int32')]);
    const of = (...ids: number[]) =>
      batchOf(
        schema,
        ids.map(id => [id]),
      );
    const { rows, missingRows, extraRows } = compare(schema, of(1, 2, 3), of(3, 4)) as Comparison;
    expect(rows).toMatchObject({ before: 3, after: 2, matched: 1, missing: 2, extra: 1 });
    expect([missingRows, extraRows]).toEqual([[0, 1], [1]]);
  });

  it('sums slices of the label to the matched rows, with null as a part of its own', () => {
    const label = field(3, 'y', 'string', { logical: 'label', vocabulary: vocabularyOf('a', 'b') });
    const schema = schemaOf([field(1, 'id', 'int32'), field(2, 'region', 'string'), label], {
      label: 3,
      slices: [{ name: 'region', field: 2, by: 'value' }],
    });
    const regions = ['n', 'n', null, null, 's'];
    const of = (labels: string) =>
      batchOf(
        schema,
        regions.map((region, row) => [row, region, labels[row]!]),
      );
    const [slice] = (compare(schema, of('aabba'), of('ababa')) as Comparison).slices;
    expect(slice).toMatchObject({
      parts: 3,
      clean: 1,
      worst: { key: null, rows: 2, differ: 1 },
      touched: [
        { key: null, rows: 2, differ: 1 },
        { key: 'n', rows: 2, differ: 1 },
      ],
    });
  });
});

describe('the document of a comparison', () => {
  const documentOf = (comparison: Comparison) =>
    goldenDocument(tellComparison(schemaOf([field(1, 'id', 'int32')]), comparison, []));
  it('is canonical JSON with one digest, whatever was infinite, exact or absent', () => {
    const big = compareColumn(column('int64'), [2n ** 62n, null], [-(2n ** 62n), 0n]);
    expect(canonicalJson(documentOf(big))).toContain('"absolute":"9223372036854775808"');
    const infinite = compareColumn(column('float64'), [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]);
    expect(canonicalJson(documentOf(infinite))).toContain('"absolute":"Infinity"');
    expect(documentDigest(documentOf(big))).toBe(documentDigest(documentOf(big)));
    expect(
      canonicalJson(
        verdictDocument(tellVerdict(infinite, goldenVerdict(infinite, { 'number.absolute:x': 1 }), [])),
      ),
    ).toContain('"exceeded"');
  });

  it('holds the explanation as data, by counts alone', () => {
    const values = Array.from({ length: 100 }, (_, row) => row);
    const comparison = compareColumn(
      column('int32'),
      values,
      values.map(value => (value > 60 ? value + 1 : value)),
    );
    const text = canonicalJson(documentOf(comparison));
    expect(text).toContain('"best":{"condition":{"kind":"term"');
    expect(text).not.toContain('savedBits');
  });
});
