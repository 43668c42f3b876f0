import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { columnReader } from '../../contract/batch.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { Sides } from '../key.ts';
import type { ToldComparison } from '../tell.ts';
import { knownReader, type UnknownCells } from '../unknown-cells.ts';
import { drawnOf, type FieldPlot, type PlotColumn, plotShape } from './field-plot.ts';

/** What of a comparison says which fields are drawn, and which may be. */
export type Plotted = Pick<ToldComparison, 'fields' | 'rows' | 'withheld'>;

/** Of two batches of one schema. What the comparison withholds is named, and not drawn. */
export const plotBatches = (
  schema: Schema,
  comparison: Plotted,
  batches: Sides<RecordBatch>,
  unknown: Partial<Sides<UnknownCells>> = {},
): readonly FieldPlot<Withheld>[] =>
  plotFields(schema, comparison, (field, index, side) => ({
    rows: batches[side].numRows,
    at: knownReader(columnReader(field, batches[side].data.children[index]!), unknown[side], field.id),
  }));

/** Of every record of either side, matched or not, as the divergence of labels is. */
export function plotFields(
  schema: Schema,
  comparison: Plotted,
  column: (field: Field, index: number, side: keyof Sides<never>) => PlotColumn,
): readonly FieldPlot<Withheld>[] {
  const plots: FieldPlot<Withheld>[] = [];
  for (const id of worthDrawing(comparison)) {
    if (plots.length === LIMITS.plot_fields_max) break;
    const index = schema.fields.findIndex(field => field.id === id);
    const field = schema.fields[index];
    const of = field && drawnOf(field);
    if (field === undefined || of === undefined) continue;
    const shape = comparison.withheld.includes(id)
      ? WITHHELD
      : plotShape(field, { before: column(field, index, 'before'), after: column(field, index, 'after') });
    if (shape !== undefined)
      plots.push({
        field: id,
        name: field.name,
        of,
        unit: of === 'length' ? undefined : field.unit?.code,
        shape,
      });
  }
  return plots;
}

/** What differs most comes first; where samples came or went, what is the same may lie otherwise as well. */
function worthDrawing({ fields, rows }: Plotted): readonly FieldId[] {
  const differing = fields.filter(({ differ }) => differ > 0).sort((a, b) => b.differ - a.differ);
  const rest = rows.before === rows.matched && rows.after === rows.matched ? [] : fields;
  return [...new Set([...differing, ...rest].map(({ field }) => field))];
}
