import type { Json } from '../../base/canonical-json.ts';
import { isWithheld, WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { FieldPlot, Mark } from './field-plot.ts';

type Named = { readonly [key: string]: Json };

/** What `golden --json` prints beside a comparison, to draw it. It is no evidence, and no digest has it. */
export const plotsDocument = (plots: readonly FieldPlot<Withheld>[]): Json =>
  plots.map(plot => ({
    field: plot.field,
    name: plot.name,
    ...plotDocument(plot, { before: 'before', after: 'after', leftOut: 'leftOut' }),
  }));

/** @param called  how the document names what it has in its own way */
export function plotDocument(
  { of, unit, shape }: FieldPlot<Withheld>,
  called: Readonly<Record<'before' | 'after' | 'leftOut', string>>,
): Named {
  const sides = (before: Json, after: Json): Named => ({ [called.before]: before, [called.after]: after });
  const head = { of, unit: unit ?? null };
  if (isWithheld(shape)) return { ...head, shape: WITHHELD };
  const { drawn, leftOut, scale, bins, quantiles } = shape;
  return {
    ...head,
    shape: {
      drawn: sides(drawn.before, drawn.after),
      [called.leftOut]: sides(leftOut.before, leftOut.after),
      scale,
      bins: bins.map(({ from, to, before, after }) => ({
        from: text(from),
        to: text(to),
        ...sides(before, after),
      })),
      quantiles: quantiles.map(({ thousandths, before, after }) => ({
        thousandths,
        ...sides(text(before), text(after)),
      })),
    },
  };
}

/** JSON has no infinity, and the edge above the greatest double is one. */
const text = (mark: Mark | undefined): Json =>
  mark === undefined
    ? null
    : typeof mark.text === 'number' && !Number.isFinite(mark.text)
      ? String(mark.text)
      : mark.text;
