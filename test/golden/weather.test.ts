import { describe, expect, it } from 'vitest';
import { type Comparison, compare } from '../../src/golden/compare.ts';
import { conditionText } from '../../src/golden/condition.ts';
import { failing, goldenVerdict } from '../../src/golden/verdict.ts';
import { WEATHER, weather } from './weather.ts';

const comparison = compare(WEATHER, weather('1.31.1'), weather('2.1.0')) as Comparison;
const label = comparison.fields.find(({ name }) => name === 'weather')!;

describe('two published revisions of the weather in Seattle', () => {
  it('has the same 1,461 days on both sides', () => {
    expect(comparison.rows).toEqual({
      before: 1461,
      after: 1461,
      matched: 1461,
      missing: 0,
      extra: 0,
      differ: 391,
    });
  });

  it('differs in no numeric cell, so that no check of numbers sees the change', () => {
    const others = comparison.fields.filter(field => field !== label);
    expect(others.map(({ name, differ }) => [name, differ])).toEqual([
      ['date', 0],
      ['precipitation', 0],
      ['temp_max', 0],
      ['temp_min', 0],
      ['wind', 0],
    ]);
  });

  it('differs in 391 labels, and says which became which', () => {
    expect(label.differ).toBe(391);
    expect(label.confusion?.pairs).toEqual([
      { from: 'fog', to: 'rain', count: 307 },
      { from: 'sun', to: 'rain', count: 77 },
      { from: 'fog', to: 'snow', count: 3 },
      { from: 'rain', to: 'sun', count: 3 },
      { from: 'drizzle', to: 'rain', count: 1 },
    ]);
    expect(label.confusion?.pattern).toEqual({ kind: 'mixed' });
  });

  it('is worst in December 2015 and touches 33 of 48 months', () => {
    const [months] = comparison.slices;
    expect(months).toMatchObject({ slice: 'month', parts: 48, clean: 15 });
    expect(months?.worst).toEqual({ key: '2015-12', rows: 31, differ: 25 });
  });

  it('keeps its label distribution under the usual threshold, which is why that threshold is not enough', () => {
    expect(comparison.distribution?.divergence).toBeCloseTo(0.092, 3);
    expect(comparison.distribution?.labels[0]).toEqual({ label: 'sun', before: 714, after: 640 });
  });

  it('is explained by rain that fell: 388 of the 391 days had precipitation', () => {
    const one = label.explanation?.oneTerm;
    expect(one && conditionText(one.condition)).toBe('precipitation > 0');
    expect(one).toMatchObject({ matching: 623, covered: 388 });
  });

  it('is explained better by two terms: the rule changed in spring 2013', () => {
    const two = label.explanation?.twoTerms;
    expect(two && conditionText(two.condition)).toBe('date > 2013-04-01 and precipitation > 0');
    expect(two).toMatchObject({ matching: 396, covered: 388 });
    expect(label.explanation?.best).toEqual(two);
  });

  it('fails without thresholds, for labels, for months and for the distribution', () => {
    const verdict = goldenVerdict(comparison, {});
    expect(verdict.holds).toBe(false);
    expect(failing(verdict).map(({ measure, answer }) => [measure, answer])).toEqual([
      ['cells.differ:weather', 'no-allowance'],
      ['slice.share:month', 'no-allowance'],
      ['label.divergence', 'no-allowance'],
    ]);
  });

  it('fails with a threshold on the divergence alone, because 0.092 under 0.1 says nothing about 391 labels', () => {
    const verdict = goldenVerdict(comparison, { 'label.divergence': 0.1 });
    expect(verdict.holds).toBe(false);
    expect(failing(verdict).map(({ measure }) => measure)).toEqual([
      'cells.differ:weather',
      'slice.share:month',
    ]);
  });

  it('holds when the change record allows all of it, months included', () => {
    const allowed = { 'cells.share:weather': 0.3, 'slice.share:month': 0.85, 'label.divergence': 0.1 };
    expect(goldenVerdict(comparison, allowed)).toMatchObject({ holds: true });
    expect(goldenVerdict(comparison, { ...allowed, 'slice.share:month': 0.8 }).holds).toBe(false);
  });
});
