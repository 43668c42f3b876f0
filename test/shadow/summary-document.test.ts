import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { compareSummaries } from '../../src/shadow/compare.ts';
import { type DataSummary, mergedSummaries, summaryOf } from '../../src/shadow/summary.ts';
import { summaryDocument, summaryFromDocument } from '../../src/shadow/summary-document.ts';
import { byKey, NO_COUNTS } from '../../src/shadow/value-counts.ts';
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
    field(5, 'share', 'float64'),
  ],
  { label: 3, slices: [{ name: 'ward', field: 2, by: 'value' }] },
);
const DIGEST = sha256('a schema');

/** As whoever counts tells values apart. */
function hashed(summary: DataSummary, values: readonly RecordValues[]): DataSummary {
  return {
    ...summary,
    fields: summary.fields.map((own, at) => {
      const byText = new Map(values.map(row => [String(row[at]), row[at]!]));
      const counted = own.counts.counted.map(({ key, value, count }) => ({
        key: createHash('sha256').update(key).digest('hex').slice(0, 16),
        value: at === 3 ? undefined : (value ?? byText.get(key)),
        count,
      }));
      return { ...own, counts: { ...own.counts, counted: counted.sort(byKey) } };
    }),
  };
}

const rows = (finding: string): readonly RecordValues[] =>
  Array.from({ length: 60 }, (_, row) => [
    72_931 + row,
    row < 20 ? 'ward-k' : 'ward-m',
    row % 7 === 0 ? finding : 'malign',
    `note ${row}`,
    row / 7,
  ]);
const summary = (finding: string): DataSummary =>
  hashed(summaryOf(SCHEMA, batchOf(SCHEMA, rows(finding))), rows(finding));
const written = (of: DataSummary, withheld: readonly number[]): unknown =>
  JSON.parse(canonicalJson(summaryDocument(of, DIGEST, withheld)));
function read(document: unknown): DataSummary {
  const found = summaryFromDocument(document, SCHEMA, DIGEST);
  if (typeof found === 'string') throw new Error(found);
  return found;
}
const failing = (before: DataSummary, after: DataSummary): readonly string[] =>
  shadowVerdict(compareSummaries(before, after), {})
    .checks.filter(({ answer }) => answer === 'exceeded' || answer === 'not-evaluated')
    .map(({ measure }) => measure);

describe('statistics that are kept', () => {
  it('are read as what was written', () => {
    const own = summary('benign');
    expect(read(written(own, []))).toEqual(own);
    expect(failing(own, read(written(own, [])))).toEqual([]);
  });

  it('hold no value of a field that is withheld, and no hash, and what needs them fails', () => {
    const own = summary('benign');
    const text = canonicalJson(summaryDocument(own, DIGEST, [1, 2]));
    for (const value of ['ward-k', '72931', own.fields[1]!.counts.counted[0]!.key])
      expect(text).not.toContain(value);
    const kept = read(written(own, [1, 2]));
    expect(kept.fields[0]).toMatchObject({ rows: 60, counts: NO_COUNTS, isWithheld: true });
    const measures = failing(own, kept);
    for (const measure of ['shadow.distance:pay', 'shadow.divergence:ward', 'shadow.slice-label:ward'])
      expect(measures).toContain(measure);
    expect(measures).not.toContain('shadow.null-rate:pay');
    expect(measures).not.toContain('shadow.divergence:finding');
    expect(mergedSummaries([own, kept]).fields[0]).toMatchObject({ rows: 120, isWithheld: true });
  });

  it.each([
    ['another version', { recordSchema: 'sha256:0' }],
    ['another hash', { hashedBy: 'md5' }],
    ['a key that nobody knows', { more: 1 }],
    ['more rows than values', { rows: 61 }],
    ['fewer slices', { slices: [] }],
    ['a fraction', { rows: 1.5 }],
  ])('are refused with %s', (_, changed) => {
    const document = { ...(written(summary('benign'), []) as object), ...changed };
    expect(typeof summaryFromDocument(document, SCHEMA, DIGEST)).toBe('string');
  });

  it('are refused where numbers are not in order, or a value is none of its type', () => {
    const document = written(summary('benign'), []) as {
      fields: { counts: { counted: unknown[][] }; lengths: { at: string[] } | null }[];
    };
    document.fields[3]!.lengths!.at.reverse();
    expect(summaryFromDocument(document, SCHEMA, DIGEST)).toContain('note');
    const other = written(summary('benign'), []) as typeof document;
    other.fields[0]!.counts.counted[0]![1] = 'text';
    expect(summaryFromDocument(other, SCHEMA, DIGEST)).toContain('pay');
  });
});

describe('categories of which one side lists what the other does not', () => {
  const sideOf = (
    heavy: readonly (readonly [string, number])[],
    sought?: ReadonlySet<string>,
  ): DataSummary => {
    const own = summary('benign');
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    const counts = {
      level: 3,
      counted: [],
      heavy: heavy.map(([value, count]) => ({ key: hashOf(value), value, count })),
      unlisted_rows: 4,
      ...(sought !== undefined && { sought: new Set([...sought].map(hashOf)) }),
    };
    return { ...own, fields: own.fields.map((each, at) => (at === 1 ? { ...each, counts } : each)) };
  };
  const unseen = (before: DataSummary, after: DataSummary) =>
    compareSummaries(before, after).measurements.find(
      ({ measure, of }) => measure === 'shadow.unseen' && of === 'ward',
    )!.effect;

  it('are unseen only where they were looked for', () => {
    const after = sideOf([
      ['ward-k', 40],
      ['ward-z', 20],
    ]);
    expect(unseen(sideOf([['ward-k', 60]], new Set(['ward-z'])), after)).toBeCloseTo(1 / 3, 12);
    expect(unseen(sideOf([['ward-k', 60]]), after)).toBe(0);
  });
});
