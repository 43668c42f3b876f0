import { Fault } from '../../src/base/fault.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import type { ConversionPlan, Side } from '../../src/convert/conversion-plan.ts';
import { type Converter, parseConverter } from '../../src/convert/converter.ts';
import { planConversion } from '../../src/convert/plan-conversion.ts';
import { bytesOf, must } from '../contract/small-subject.ts';

export const sideOf = (version: number, schema: Schema): Side => ({
  version,
  recordSchema: recordSchemaDigest(schema),
  schema,
});

/** The entries of a converter in flow style, the first on line 5, and what else stands at its top. */
export const converterText = (entries: readonly string[], more = ''): string =>
  `subject: s\nfrom: 1\nto: 2\nfields:${entries.length === 0 ? ' []' : ''}\n${entries.map(entry => `  - ${entry}\n`).join('')}${more}`;

export const parsed = (entries: readonly string[], more = ''): Converter =>
  must(parseConverter('c.yaml', bytesOf(converterText(entries, more))));

export const planned = (
  from: Schema,
  to: Schema,
  entries: readonly string[],
  more = '',
): ConversionPlan | readonly Fault[] => planConversion(sideOf(1, from), sideOf(2, to), parsed(entries, more));

/** A plan that must be one. */
export function planOf(from: Schema, to: Schema, entries: readonly string[], more = ''): ConversionPlan {
  const plan = planned(from, to, entries, more);
  if (!('fields' in plan)) throw plan[0] ?? new Error('no plan');
  return plan;
}

/** The codes of what is wrong with a converter, or of the file. */
export function faultsOf(from: Schema, to: Schema, entries: readonly string[], more = ''): readonly string[] {
  const read = parseConverter('c.yaml', bytesOf(converterText(entries, more)));
  if (read instanceof Fault) return [read.code];
  const plan = planConversion(sideOf(1, from), sideOf(2, to), read);
  return 'fields' in plan ? [] : plan.map(({ code }) => code);
}

/** What becomes of each record: the new one, or why there is none. */
export function outcomes(
  plan: ConversionPlan,
  rows: readonly RecordValues[],
): readonly (RecordValues | string)[] {
  const { converted, rows: kept, rejects } = applyConversion(plan, batchOf(plan.from.schema, rows));
  const made = rowsOf(plan.to.schema, converted);
  const codes = new Map(rejects.map(({ row, code }) => [row, code]));
  return rows.map((_, row) => codes.get(row) ?? made[kept.indexOf(row)]!);
}

/** The same of a field alone. */
export const valuesOf = (plan: ConversionPlan, values: readonly Value[]): readonly (Value | string)[] =>
  outcomes(
    plan,
    values.map(value => [value]),
  ).map(made => (typeof made === 'string' ? made : made[0]!));
