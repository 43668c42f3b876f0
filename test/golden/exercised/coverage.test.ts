import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../src/contract/batch.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { Schema } from '../../../src/contract/schema.ts';
import type { Value } from '../../../src/contract/value.ts';
import { WITHHELD } from '../../../src/contract/withheld.ts';
import { type CoveredSet, coverageOf } from '../../../src/golden/exercised/coverage.ts';
import { COVERAGE_DEFAULTS, coverageChecks } from '../../../src/golden/exercised/coverage-rule.ts';
import { coverageDocument } from '../../../src/golden/exercised/report.ts';
import { field, schemaOf, vocabularyOf } from '../weather.ts';

const RULE = { ...COVERAGE_DEFAULTS, samples: 0 };
const ID = field(1, 'id', 'int32', { nullable: false });

function setOf(
  schema: Schema,
  rows: readonly (readonly Value[])[],
  more: Partial<CoveredSet> = {},
): CoveredSet {
  return {
    batch: batchOf(
      schema,
      rows.map((row, at) => [at, ...row]),
    ),
    unwritten: new Map(),
    rejects: [],
    mayLack: false,
    strata: [],
    split: undefined,
    ...more,
  };
}

const column = (of: Field, values: readonly Value[], more: Partial<CoveredSet> = {}) => {
  const schema = schemaOf([ID, of]);
  const coverage = coverageOf(schema, [
    setOf(
      schema,
      values.map(value => [value]),
      more,
    ),
  ]);
  return { schema, coverage, found: coverage.fields.find(({ field: id }) => id === 2)! };
};

describe('what golden samples exercise', () => {
  it('are the kinds that occur, and those that the contract asks for', () => {
    const x = field(2, 'x', 'float64', {
      nan: 'value',
      sentinels: [{ value: -1, means: 'unknown' }],
      default: { kind: 'value', value: 0, means: 'unknown' },
    });
    const unwritten = new Map([[2, new Set([3])]]);
    const { schema, coverage, found } = column(x, [1, null, Number.NaN, 0], { unwritten, mayLack: true });
    expect(found.kinds).toEqual([
      { kind: 'default', count: 1 },
      { kind: 'null', count: 1 },
      { kind: 'nan', count: 1 },
      { kind: 'value', count: 1 },
    ]);
    expect(found.asked).toEqual(['default', 'null', 'sentinel', 'nan']);
    expect(coverageChecks(schema, coverage, RULE)).toEqual([
      { measure: 'coverage.kinds:x', missing: 1, allowed: 0, named: ['sentinel'], holds: false },
    ]);
  });

  it('are asked for no NaN and no absence that the contract or the form does not speak of', () => {
    const { found } = column(
      field(2, 'x', 'float64', { default: { kind: 'value', value: 0, means: 'value' } }),
      [1],
    );
    expect(found.asked).toEqual(['null']);
  });

  it('are the terms of a vocabulary, and values that are none', () => {
    const label = field(2, 'x', 'string', { nullable: false, vocabulary: vocabularyOf('a', 'b', 'c') });
    const { schema, coverage, found } = column(label, ['a', 'a', 'zzz']);
    expect(found.terms).toEqual({
      terms: [
        { label: 'a', count: 2 },
        { label: 'b', count: 0 },
        { label: 'c', count: 0 },
      ],
      outside: 1,
    });
    const checks = coverageChecks(schema, coverage, RULE, { 'coverage.terms:x': 1 });
    expect(checks).toEqual([
      { measure: 'coverage.terms:x', missing: 2, allowed: 1, named: ['b', 'c'], holds: false },
    ]);
  });

  it('are the ends of a range, the middle, zero and below it, where that is asked', () => {
    const x = field(2, 'x', 'int64', { nullable: false, range: { min: -100n, max: 100n } });
    const { schema, coverage, found } = column(x, [-100n, -95n, 50n, 0n]);
    expect(found.range?.counts).toEqual({
      low: 2,
      middle: 2,
      high: 0,
      zero: 1,
      negative: 2,
      positive: 1,
      min: 1,
      max: 0,
    });
    expect(coverageChecks(schema, coverage, RULE)).toEqual([]);
    expect(coverageChecks(schema, coverage, { ...RULE, perRange: 1 })).toMatchObject([
      { measure: 'coverage.range:x', named: ['high'] },
    ]);
  });

  it('are counted in structs and lists, and told under the field of the record', () => {
    const list = field(2, 'x', 'int32', {
      nullable: false,
      type: { kind: 'list', element: field(3, 'item', 'int32'), length: { min: 0, max: 5 } },
      logical: 'sequence',
    });
    const { schema, coverage } = column(list, [[1], [1, 2]]);
    expect(coverageChecks(schema, coverage, RULE)).toMatchObject([
      { measure: 'coverage.kinds:x', named: ['empty', 'all-null', 'x (2).item (3): null'] },
    ]);
    const full = column(list, [[], [null], [1]]);
    expect(coverageChecks(full.schema, full.coverage, RULE)).toEqual([]);
  });

  it('add up over sets, because what one lacks another may have', () => {
    const label = field(2, 'x', 'string', { nullable: false, vocabulary: vocabularyOf('a', 'b') });
    const schema = schemaOf([ID, label], { slices: [{ name: 'by x', field: 2, by: 'value' }] });
    const both = [setOf(schema, [['a']]), setOf(schema, [['b']], { strata: ['x'] })];
    const coverage = coverageOf(schema, both);
    expect(coverage).toMatchObject({
      samples: 2,
      slices: [
        {
          name: 'by x',
          parts: [
            { key: 'a', count: 1 },
            { key: 'b', count: 1 },
          ],
        },
      ],
      strata: [{ name: 'x' }],
    });
    expect(coverageChecks(schema, coverage, RULE)).toEqual([]);
    expect(coverageChecks(schema, coverageOf(schema, both.slice(0, 1)), RULE)).toMatchObject([
      { measure: 'coverage.terms:x', missing: 1 },
      { measure: 'coverage.parts:by x', missing: 1, named: ['b'] },
    ]);
  });

  it('tell of a guarded field neither terms nor parts nor where its numbers lie', () => {
    const label = field(2, 'x', 'string', { nullable: false, vocabulary: vocabularyOf('secret', 'b') });
    const schema = schemaOf([ID, label], { slices: [{ name: 'by x', field: 2, by: 'value' }] });
    const coverage = coverageOf(schema, [setOf(schema, [['b']])]);
    const told = [coverageDocument(coverage, [2]), coverageChecks(schema, coverage, RULE, {}, [2])];
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(told[1]).toMatchObject([
      { missing: 1, named: [WITHHELD] },
      { missing: 1, named: [WITHHELD] },
    ]);
  });

  it('are the same in any order of the records', () => {
    const label = field(2, 'x', 'string', { vocabulary: vocabularyOf('a', 'b', 'c') });
    const values = ['c', null, 'a', 'zz', 'c'];
    expect(column(label, values).coverage).toEqual(column(label, values.toReversed()).coverage);
  });
});
