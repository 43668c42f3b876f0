import type { Cell } from '../../matrix/cell.ts';
import type { CellReport } from '../../matrix/cell-report.ts';
import { LANES, type Lane, OUTCOMES, type Outcome } from '../../matrix/outcome.ts';
import type { MatrixReport } from '../../matrix/report.ts';

/**
 * How ordinary records ended in one cell and lane; `edge` where they were kept and a lawful value at an edge was changed in
 * silence, `blank` where the cell did not run, `none` where nobody asked for it.
 */
export const HEATS = [...OUTCOMES, 'edge', 'blank', 'none'] as const;
export type Heat = Outcome | 'edge' | 'blank' | 'none';

/** One codec and one lane, or a reader of another make: writers down, readers across. */
export type HeatMap = {
  readonly codec: Cell['codec'];
  readonly lane: Lane;
  readonly writers: readonly number[];
  readonly readers: readonly number[];
  readonly at: (writer: number, reader: number) => HeatCell;
};

/** `index` is that of the cell in the report. */
export type HeatCell = { readonly heat: Heat; readonly index: number | undefined };

export function heatMaps({ cells }: MatrixReport): readonly HeatMap[] {
  const versions = (side: 'writer' | 'reader'): readonly number[] =>
    [...new Set(cells.map(({ cell }) => cell[side]))].sort((a, b) => a - b);
  const [writers, readers] = [versions('writer'), versions('reader')];
  const index = new Map(cells.map(({ cell }, at) => [`${cell.codec} ${cell.writer} ${cell.reader}`, at]));
  const codecs = [...new Set(cells.map(({ cell }) => cell.codec))];
  return codecs.flatMap(codec =>
    LANES.map(lane => ({
      codec,
      lane,
      writers,
      readers,
      at: (writer: number, reader: number): HeatCell => {
        const found = index.get(`${codec} ${writer} ${reader}`);
        return found === undefined
          ? { heat: 'none', index: undefined }
          : { heat: heatOf(cells[found]!, lane), index: found };
      },
    })),
  );
}

function heatOf(cell: CellReport, lane: Lane): Heat {
  if (cell.kind === 'blank') return 'blank';
  const ended = cell.ordinary[lane];
  const isKept = ended === 'same' || ended === 'converted';
  return lane === 'plain' && isKept && cell.edges.some(({ ends }) => ends === 'silent-change')
    ? 'edge'
    : ended;
}

/** What a person reads where there is no colour, and what it stands for. */
export const MARKS: Readonly<Record<Heat, readonly [mark: string, meaning: string]>> = {
  same: ['=', 'same'],
  converted: ['~', 'converted'],
  refused: ['x', 'refused'],
  'silent-change': ['!', 'changed in silence'],
  crash: ['#', 'crash'],
  edge: ['*', 'kept, but lawful values at an edge changed in silence'],
  blank: ['?', 'blank: nobody ran it'],
  none: ['.', 'not asked for'],
};
