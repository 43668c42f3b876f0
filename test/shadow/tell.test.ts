import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';
import { compareShadow } from '../../src/shadow/compare.ts';
import { shadowDocument, shadowVerdictDocument } from '../../src/shadow/report.ts';
import { tellShadow } from '../../src/shadow/tell.ts';
import { shadowVerdict } from '../../src/shadow/verdict.ts';
import { field, schemaOf, vocabularyOf } from '../golden/weather.ts';

const SCHEMA = schemaOf(
  [
    field(1, 'pay', 'int32'),
    field(2, 'ward', 'string', { logical: 'category' }),
    field(3, 'finding', 'string', {
      logical: 'label',
      vocabulary: vocabularyOf('benign', 'malign'),
      unknownPolicy: { kind: 'reject' },
    }),
    field(4, 'note', 'string'),
  ],
  { label: 3, slices: [{ name: 'ward', field: 2, by: 'value' }] },
);
const rows = (pay: number, finding: string): readonly RecordValues[] =>
  Array.from({ length: 40 }, (_, row) => [
    pay + (row % 2),
    row < 20 ? 'ward-k' : 'ward-m',
    finding,
    'seven77',
  ]);

const told = (withheld: readonly number[]) => {
  const comparison = compareShadow(
    SCHEMA,
    batchOf(SCHEMA, rows(72_931, 'benign')),
    batchOf(SCHEMA, rows(90_417, 'malign')),
  );
  return tellShadow(SCHEMA, comparison, shadowVerdict(comparison, {}), withheld);
};
const textOf = (withheld: readonly number[]): string =>
  canonicalJson([shadowDocument(told(withheld)), shadowVerdictDocument(told(withheld))]);

describe('statistics of fields whose values are withheld', () => {
  it('hold no quantile, category, length or part', () => {
    const [open, closed] = [textOf([]), textOf([1, 2, 3, 4])];
    for (const value of ['72931', '90418', 'ward-k', 'benign', '[7,7,7']) {
      expect(open).toContain(value);
      expect(closed).not.toContain(value);
    }
  });

  it('hold the counts, the shares and the verdict', () => {
    const { comparison, verdict } = told([1, 2, 3, 4]);
    expect(comparison.before.fields[0]).toMatchObject({ values: 40, distinct: 2, quantiles: WITHHELD });
    expect(comparison.before.fields[1]?.categories).toEqual({
      top: [
        { text: WITHHELD, count: 20 },
        { text: WITHHELD, count: 20 },
      ],
      others: 0,
      unlisted: 0,
    });
    const [open, closed] = [told([]).verdict, verdict];
    expect(closed.holds).toBe(open.holds);
    expect(closed.checks.map(({ measure, answer }) => [measure, answer])).toEqual(
      open.checks.map(({ measure, answer }) => [measure, answer]),
    );
    expect(closed.checks).toContainEqual(
      expect.objectContaining({ measure: 'shadow.slice-label:ward', part: WITHHELD, effect: 1 }),
    );
    expect(closed.checks).toContainEqual(
      expect.objectContaining({ measure: 'shadow.quantiles:pay', effect: WITHHELD }),
    );
  });

  it('are told of the fields that are not', () =>
    expect(told([2]).comparison.before.fields[0]?.quantiles).toContain(72_931));
});
