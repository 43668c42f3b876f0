import { readFileSync } from 'node:fs';
import type { RecordBatch } from 'apache-arrow';
import { sha256 } from '../../src/base/digest.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Field, Scalar } from '../../src/contract/field.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { typedAs } from '../contract/make-field.ts';

/** A field of a test: what it does not say is the plainest thing. */
export const field = (id: number, name: string, kind: Scalar, more: Partial<Field> = {}): Field => ({
  id,
  name,
  aliases: [],
  ...typedAs(kind),
  logical: kind === 'date' ? 'date' : kind === 'string' ? 'text' : 'number',
  nullable: true,
  default: { kind: 'none' },
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
  ...more,
});

export const vocabularyOf = (...labels: readonly string[]): Vocabulary => ({
  digest: sha256(labels.join('\n')),
  terms: labels.map((label, at) => ({ id: at + 1, label, code: BigInt(at), aliases: [] })),
});

export const schemaOf = (fields: readonly Field[], more: Partial<Schema> = {}): Schema => ({
  fields,
  normalizer: undefined,
  key: [fields[0]!.id],
  label: undefined,
  slices: [],
  ...more,
});

export const WEATHER: Schema = schemaOf(
  [
    field(1, 'date', 'date'),
    field(2, 'precipitation', 'float64'),
    field(3, 'temp_max', 'float64'),
    field(4, 'temp_min', 'float64'),
    field(5, 'wind', 'float64'),
    field(6, 'weather', 'string', {
      logical: 'label',
      vocabulary: vocabularyOf('drizzle', 'fog', 'rain', 'snow', 'sun'),
    }),
  ],
  { label: 6, slices: [{ name: 'month', field: 1, by: 'month' }] },
);

/** The two published revisions, split by hand here so that nothing tested reads them. */
export const weather = (revision: string): RecordBatch => {
  const lines = readFileSync(`golden/weather.daily/${revision}.csv`, 'utf8').trimEnd().split('\n').slice(1);
  const rows = lines.map(line => {
    const [date, ...cells] = line.split(',');
    return [
      Date.parse(`${date!.replaceAll('/', '-')}T00:00:00Z`) / 86_400_000,
      ...cells.slice(0, 4).map(Number),
      cells[4]!,
    ];
  });
  return batchOf(WEATHER, rows);
};
