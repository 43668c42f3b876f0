import type { FieldId } from '../../contract/field.ts';
import type { Cell } from '../../matrix/cell.ts';
import type { CellReport } from '../../matrix/cell-report.ts';
import type { Edge } from '../../matrix/edge.ts';
import type { ForeignCell } from '../../matrix/foreign-cell.ts';
import type { MatrixReport } from '../../matrix/report.ts';
import { cellName } from './cell-facts.ts';

/** One field whose lawful values one sort of reader loses in one way, and every cell in which it does. */
export type EdgeTold = {
  readonly field: FieldId;
  readonly edge: Edge;
  /** Whose readers: those of a codec, or one of another make. */
  readonly whose: string;
  readonly cells: readonly Cell[];
};

/** What is told of edges, once a reader, field and way to end; what is changed in silence comes first. */
export function edgesTold({ cells, foreign }: Pick<MatrixReport, 'cells' | 'foreign'>): readonly EdgeTold[] {
  const found = new Map<string, { readonly told: Omit<EdgeTold, 'cells'>; readonly cells: Cell[] }>();
  for (const one of [...cells, ...foreign]) {
    if (one.kind === 'blank') continue;
    const whose = whoseOf(one);
    for (const edge of one.edges) {
      const key = JSON.stringify([whose, edge.field, edge.ends, edge.code]);
      const known = found.get(key);
      if (known === undefined)
        found.set(key, { told: { field: edge.field, edge, whose }, cells: [one.cell] });
      else known.cells.push(one.cell);
    }
  }
  const all = [...found.values()].map(({ told, cells: its }) => ({ ...told, cells: its }));
  const silent = all.filter(({ edge }) => edge.ends === 'silent-change');
  return [...silent, ...all.filter(told => !silent.includes(told))];
}

/** Of one cell, in words without a value. */
export const cellEdges = (cell: CellReport | ForeignCell): readonly string[] =>
  cell.kind === 'blank' ? [] : cell.edges.map(edge => edgeText(whoseOf(cell), edge));

/** `lawful values of ticket (1) are changed in silence by json readers`. */
export const edgeText = (whose: string, { name, field, ends, code }: Edge): string =>
  ends === 'silent-change'
    ? `lawful values of ${name} (${field}) are changed in silence by ${whose}`
    : `lawful values of ${name} (${field}) ${ends === 'crash' ? 'kill' : 'are refused by'} ${whose}: ${code}`;

/** The first cells, and how many more there are. */
export function cellsText(cells: readonly Cell[]): string {
  const named = cells.slice(0, NAMED).map(cellName);
  return cells.length > NAMED ? `${named.join(', ')} and ${cells.length - NAMED} more` : named.join(', ');
}

const NAMED = 4;

const whoseOf = (one: CellReport | ForeignCell): string =>
  'image' in one ? `${one.image} in ${one.cell.codec}` : `${one.cell.codec} readers`;

export const EDGE_REMEDY =
  "declare a range that every reader can hold, or name in codecs of registry.config.ts what is really read; an edge fails nothing, as it is the codec's and not the change's";
