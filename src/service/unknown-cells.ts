import { confusesUnknown } from '../compat/stand-in.ts';
import type { FieldId } from '../contract/field.ts';
import type { ReadPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import type { SetRead } from '../golden/read-set.ts';
import type { UnknownCells } from '../golden/unknown-cells.ts';
import { acceptedRows } from './unwritten-cells.ts';

/**
 * Where records hold a default that nobody could tell from a written value, though it stands for "unknown": whole fields
 * that the writer does not have or a file lacks, and single records of JSON.
 *
 * @param rejected  rows of the file that were left out of what was accepted
 */
export function unknownCells(
  plan: ReadPlan,
  { writer, reader }: { readonly writer: Schema; readonly reader: Schema },
  { batch, absentFilled, absentRows }: SetRead,
  rejected: ReadonlySet<number>,
): UnknownCells {
  const cells = new Map<FieldId, ReadonlySet<number> | 'all'>();
  for (const field of writer.fields) {
    if (!absentFilled.has(field.id) || !confusesUnknown(field, field.default)) continue;
    if (absentFilled.get(field.id) === batch.numRows) cells.set(field.id, 'all');
    else cells.set(field.id, new Set(acceptedRows(absentRows?.get(field.id) ?? [], rejected)));
  }
  for (const [at, { kind }] of plan.fields.entries()) {
    const field = reader.fields[at]!;
    if (kind === 'default' && confusesUnknown(field, field.default)) cells.set(field.id, 'all');
  }
  return cells;
}
