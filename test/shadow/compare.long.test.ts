import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { compareShadow } from '../../src/shadow/compare.ts';
import { shadowDocument, shadowVerdictDocument } from '../../src/shadow/report.ts';
import { tellShadow } from '../../src/shadow/tell.ts';
import { failingShadow, type ShadowVerdict, shadowVerdict } from '../../src/shadow/verdict.ts';
import { chance } from '../golden/chance.ts';
import { field, schemaOf, vocabularyOf, WEATHER, weather } from '../golden/weather.ts';

const X = {
  number: field(1, 'x', 'float64'),
  category: field(1, 'x', 'string', { logical: 'category' }),
  text: field(1, 'x', 'string'),
  list: field(1, 'x', 'int32', {
    type: { kind: 'list', element: field(2, 'element', 'int32'), length: { min: 0, max: 4096 } },
    logical: 'sequence',
  }),
} satisfies Record<string, Field>;

const verdictOf = (
  schema: Schema,
  before: readonly RecordValues[],
  after: readonly RecordValues[],
  thresholds: Readonly<Record<string, number>> = {},
): ShadowVerdict =>
  shadowVerdict(compareShadow(schema, batchOf(schema, before), batchOf(schema, after)), thresholds);

const column = (x: Field, before: readonly Value[], after: readonly Value[], thresholds = {}) =>
  verdictOf(
    schemaOf([x]),
    before.map(value => [value]),
    after.map(value => [value]),
    thresholds,
  );

const failures = (verdict: ShadowVerdict) => failingShadow(verdict).map(({ measure }) => measure);
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

describe('shadow statistics', () => {
  const next = chance(5);
  const uniform = (count: number, scale = 1) => times(count, () => Math.round(next() * 1e6 * scale) / 1e6);

  it('find nulls first, though those that remain have the same proportions', () => {
    const before = times(1000, at => (at % 2 === 0 ? 'a' : 'b'));
    const after = before.map((value, at) => (at < 950 ? null : value));
    const verdict = column(X.category, before, after);
    expect(failures(verdict)).toEqual(['shadow.null-rate:x']);
    expect(verdict.checks[0]?.effect).toBeCloseTo(0.95, 10);
  });

  it('find values that became NaN, apart from nulls', () =>
    expect(
      failures(column(X.number, uniform(1000), [...uniform(950), ...times(50, () => Number.NaN)])),
    ).toEqual(['shadow.not-finite:x']));

  it('find a category nobody had seen, which a test on known ones drops', () => {
    const known = times(1000, at => (at % 2 === 0 ? 'a' : 'b'));
    const verdict = column(X.category, known, [...known, ...times(1000, () => 'c')]);
    expect(verdict.checks[0]).toMatchObject({ measure: 'shadow.unseen:x', effect: 0.5, answer: 'exceeded' });
  });

  it('find a category that is gone', () =>
    expect(
      failures(
        column(
          X.category,
          times(1000, at => (at < 20 ? 'rare' : 'a')),
          times(1000, () => 'a'),
        ),
      ),
    ).toEqual(['shadow.vanished:x']));

  it('find frequencies that moved', () =>
    expect(
      failures(
        column(
          X.category,
          times(1000, at => (at < 500 ? 'a' : 'b')),
          times(1000, at => (at < 50 ? 'a' : 'b')),
        ),
      ),
    ).toEqual(['shadow.divergence:x']));

  it('find that values are no longer unique', () => {
    const ids = times(1000, at => `id ${at}`);
    expect(
      failures(
        column(
          X.text,
          ids,
          ids.map((_, at) => ids[at % 100]!),
        ),
      ),
    ).toContain('shadow.distinct:x');
  });

  it('find quantiles that moved, in the scale of the column', () => {
    const before = uniform(2000);
    expect(
      failures(
        column(
          X.number,
          before,
          before.map(value => value * 1000),
        ),
      ),
    ).toEqual(['shadow.distance:x', 'shadow.quantiles:x', 'shadow.factor:x']);
    // A tail that grew: 6 % of the rows, under the threshold on the distance.
    const tail = before.map((value, at) => (at % 100 < 6 ? value + 3 : value));
    expect(failures(column(X.number, before, tail))).toEqual(['shadow.quantiles:x']);
  });

  it('find sequences that became longer or shorter, though their elements are the same', () => {
    const lists = (least: number) => times(600, at => times(least + (at % 20), () => 1));
    expect(failures(column(X.list, lists(10), lists(20)))).toContain('shadow.length:x');
    expect(
      failures(
        column(
          X.text,
          times(600, at => 'a'.repeat(10 + (at % 20))),
          times(600, at => 'a'.repeat(20 + (at % 20))),
        ),
      ),
    ).toContain('shadow.length:x');
  });

  it('answer 0 for a constant column at any two sizes, and never NaN', () => {
    for (const x of [X.category, X.text])
      expect(
        column(
          x,
          times(50, () => 'a'),
          times(77, () => 'a'),
        ),
      ).toMatchObject({ holds: true, checks: [] });
    expect(
      column(
        X.number,
        times(50, () => 5),
        times(77, () => 5),
      ),
    ).toMatchObject({ holds: true, checks: [] });
    expect(
      failures(
        column(
          X.number,
          times(50, () => 5),
          times(50, () => 6),
        ),
      ),
    ).toContain('shadow.quantiles:x');
  });

  it('answer 0 for the same proportions at any two sizes', () => {
    const values = fc.array(fc.option(fc.constantFrom(0, 1, 2.5, -7, 1e9)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 20 }), (once, repeat) => {
        const often = times(repeat, () => once).flat();
        expect(column(X.number, once, often)).toMatchObject({ holds: true, checks: [] });
        const texts = (all: readonly (number | null)[]) =>
          all.map(value => (value === null ? null : `${value}`));
        expect(column(X.category, texts(often), texts(once))).toMatchObject({ holds: true, checks: [] });
      }),
    );
  });

  it('do not call ten rows drift that were drawn from the same thousand', () => {
    const draw = chance(11);
    const category = () => `c${Math.floor(draw() * 5)}`;
    for (let round = 0; round < 30; round++) {
      const verdict = column(X.category, times(1000, category), times(10, category));
      expect([round, failures(verdict)]).toEqual([round, []]);
      expect(failures(column(X.number, times(1000, draw), times(10, draw)))).toEqual([]);
    }
  });

  it('do not call a small shift drift because there are many rows of it', () => {
    const rows = (a: number) => times(100_000, at => (at < a ? 'a' : 'b'));
    expect(column(X.category, rows(50_000), rows(50_500)).holds).toBe(true);
  });

  it('fail closed when a column has nothing left to compare', () => {
    const verdict = column(
      X.number,
      uniform(100),
      times(100, () => null),
      { 'shadow.null-rate': 1 },
    );
    expect(
      verdict.checks.filter(({ answer }) => answer === 'not-evaluated').map(({ measure }) => measure),
    ).toEqual(['shadow.distinct:x', 'shadow.distance:x', 'shadow.quantiles:x', 'shadow.factor:x']);
    expect(verdict.holds).toBe(false);
  });

  it('fail when a side has no rows, and when a threshold binds nothing', () => {
    expect(column(X.number, [], [])).toMatchObject({ holds: false });
    expect(column(X.number, [1], [])).toMatchObject({ holds: false });
    expect(failures(column(X.number, [1], [1], { 'shadow.distnace:x': 1 }))).toEqual(['shadow.distnace:x']);
    expect(column(X.number, [1], [1], { 'cells.share:x': 1 }).holds).toBe(true);
  });

  it('take a threshold of one field before one for all, and both before what stands', () => {
    const [before, after] = [
      times(1000, at => (at < 500 ? 'a' : 'b')),
      times(1000, at => (at < 50 ? 'a' : 'b')),
    ];
    expect(column(X.category, before, after, { 'shadow.divergence': 0.5 }).holds).toBe(true);
    const both = { 'shadow.divergence': 0.5, 'shadow.divergence:x': 0.01 };
    expect(column(X.category, before, after, both).holds).toBe(false);
  });
});

describe('a part hidden by a mean', () => {
  const TERMS = vocabularyOf('negative', 'positive', 'unknown');
  const label = field(3, 'outcome', 'string', {
    logical: 'label',
    vocabulary: TERMS,
    unknownPolicy: { kind: 'map', term: 3 },
  });
  const schema = schemaOf(
    [field(1, 'id', 'int32'), field(2, 'language', 'string', { logical: 'category' }), label],
    {
      label: 3,
      slices: [{ name: 'language', field: 2, by: 'value' }],
    },
  );
  const ROWS = 20_000;
  /** 60 rows in Icelandic: 0.3 %. A quarter of all rows is positive, in every language. */
  const rows = (islandic: (outcome: string) => string): RecordValues[] =>
    times(ROWS, at => {
      const language = at < 60 ? 'is' : at % 2 === 0 ? 'en' : 'zh';
      const outcome = Math.floor(at / 2) % 4 === 0 ? 'positive' : 'negative';
      return [at, language, language === 'is' ? islandic(outcome) : outcome];
    });
  const before = rows(outcome => outcome);
  const positive = (all: readonly RecordValues[]) =>
    all.filter(row => row[2] === 'positive').length / all.length;

  it('is found and named when a language of 0.3 % is mapped wholly to unknown, and the mean moves under 0.1 %', () => {
    const after = rows(() => 'unknown');
    expect(Math.abs(positive(after) - positive(before))).toBeLessThan(0.001);
    const verdict = verdictOf(schema, before, after);
    expect(verdict.holds).toBe(false);
    expect(failingShadow(verdict)).toContainEqual({
      measure: 'shadow.slice-unknown:language',
      part: 'is',
      effect: 1,
      allowed: 0,
      answer: 'exceeded',
    });
  });

  it('is found even where the whole set is allowed its unknowns', () => {
    const verdict = verdictOf(
      schema,
      before,
      rows(() => 'unknown'),
      { 'shadow.unknown': 0.01, 'shadow.unseen': 0.01 },
    );
    expect(failingShadow(verdict).map(({ measure, part }) => [measure, part])).toEqual([
      ['shadow.slice-unknown:language', 'is'],
      ['shadow.slice-label:language', 'is'],
    ]);
  });

  it('is found when its labels are null, or outside the vocabulary', () => {
    for (const lost of [null, 'n/a']) {
      const after = before.map(row => (row[1] === 'is' ? [row[0]!, row[1], lost] : row));
      expect(failingShadow(verdictOf(schema, before, after))).toContainEqual(
        expect.objectContaining({ measure: 'shadow.slice-unknown:language', part: 'is', effect: 1 }),
      );
    }
  });

  it('is found when the language itself is lost', () => {
    const after = before.map(row => (row[1] === 'is' ? [row[0]!, 'other', row[2]!] : row));
    expect(failingShadow(verdictOf(schema, before, after))).toContainEqual(
      expect.objectContaining({ measure: 'shadow.slice-vanished:language', part: 'is', effect: 0.003 }),
    );
  });

  it('is found when its labels are exchanged, which no global rate shows', () => {
    const after = rows(outcome => (outcome === 'positive' ? 'negative' : 'positive'));
    expect(
      failingShadow(verdictOf(schema, before, after)).map(({ measure, part }) => [measure, part]),
    ).toEqual([['shadow.slice-label:language', 'is']]);
  });

  it('is no alarm when nothing happened to it', () =>
    expect(verdictOf(schema, before, before, { 'shadow.slice-label:language': 0 })).toMatchObject({
      holds: true,
    }));
});

describe('shadow statistics of the weather', () => {
  const comparison = compareShadow(WEATHER, weather('1.31.1'), weather('2.1.0'));

  it('see months whose labels changed, while the whole distribution stays under its threshold', () => {
    const whole = comparison.measurements.find(({ measure }) => measure === 'shadow.divergence');
    expect(whole?.effect).toBeCloseTo(0.092, 3);
    const failing = failingShadow(shadowVerdict(comparison, {}));
    expect(new Set(failing.map(({ measure }) => measure))).toEqual(new Set(['shadow.slice-label:month']));
    expect(failing.map(({ part }) => part)).toContain('2015-12');
  });

  it('are canonical JSON', () => {
    const told = tellShadow(WEATHER, comparison, shadowVerdict(comparison, {}), []);
    expect(canonicalJson(shadowDocument(told))).toContain('"format":"assay.shadow-comparison/1"');
    expect(canonicalJson(shadowVerdictDocument(told))).toContain('"part":"2015-12"');
  });
});
