import type { Json } from '../base/canonical-json.ts';
import type { CellsCount } from '../service/kept-cells.ts';

/** How many cells were not run, because they were before; nothing where all of them were. */
export function cellsLines(count: CellsCount | undefined): readonly string[] {
  if (count === undefined) return [];
  const { taken, ran, damaged } = count;
  const lines =
    taken === 0
      ? []
      : [
          `cells  ${taken} of ${taken + ran} were run before, and are taken as found then; --no-cache runs all`,
        ];
  if (damaged > 0) lines.push(`cells  ${damaged} kept objects were damaged; what they held was run again`);
  return lines;
}

/** Stands beside a report, and not in it: it is no evidence. */
export const cellsDocument = (count: CellsCount | undefined): { readonly [key: string]: Json } =>
  count === undefined ? {} : { cache: { taken: count.taken, ran: count.ran, damaged: count.damaged } };
