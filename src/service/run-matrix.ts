import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Cell, Side } from '../matrix/cell.ts';
import { type CellReport, type Prepared, prepareCell, reportCell } from '../matrix/cell-report.ts';
import { FieldNumbers } from '../matrix/field-numbers.ts';
import { type Part, partKey } from '../matrix/part.ts';
import type { PartReport } from '../matrix/part-report.ts';
import type { CodecName } from '../matrix/plain-lane.ts';
import { planCells } from '../matrix/plan-cells.ts';
import { type MatrixReport, matrixReport } from '../matrix/report.ts';
import { typicalRecordSize } from '../matrix/typical-value.ts';
import { runParts } from './run-parts.ts';

export type RunMatrix = {
  /** The versions producers write and consumers read, so far as they are known; see `expect`. */
  readonly writers: readonly Side[];
  readonly readers: readonly Side[];
  /** The version under judgement, among both; without it every pair is run. */
  readonly proposed?: number;
  readonly codecs: readonly CodecName[];
  /** Cells that must have evidence, when they are more than the sides given: what is missing is left blank. */
  readonly expect?: readonly Cell[];
  readonly plain: PlainReaders;
  readonly seed: number;
};

/**
 * Every cell, both lanes. Cells are run in parts, and a part that several cells have in common is run once.
 *
 * @faults PLAIN_READER_UNAVAILABLE
 */
export async function runMatrix(ask: RunMatrix): Promise<MatrixReport | Fault> {
  const planned = ask.expect ?? plannedCells(ask);
  const many = planned.length > LIMITS.matrix_whole_cells_max;
  const made = planned.map(cell => prepared(ask, cell, many));
  const numbers = new FieldNumbers();
  const keys = new Map<Part, string>();
  const distinct = new Map<string, Part>();
  for (const cell of made)
    for (const part of cell.kind === 'ready' ? cell.prepared.parts : []) {
      const key = partKey(part, numbers);
      keys.set(part, key);
      if (!distinct.has(key)) distinct.set(key, part);
    }
  const reports = await runParts(ask.plain, distinct, ask.seed);
  if (reports instanceof Fault) return reports;

  const cells = made.map((cell): CellReport => {
    if (cell.kind === 'blank') return cell;
    const { parts } = cell.prepared;
    const found = parts.map(part => reports.get(keys.get(part)!)).filter(isReport);
    return found.length < parts.length
      ? { kind: 'blank', cell: cell.prepared.cell, why: 'no-answer' }
      : reportCell(cell.prepared, found, ask.seed);
  });
  return matrixReport(cells, ask.seed);
}

const isReport = (report: PartReport | undefined): report is PartReport => report !== undefined;

const plannedCells = ({ writers, readers, proposed, codecs }: RunMatrix): readonly Cell[] =>
  planCells({
    writers: writers.map(side => side.version),
    readers: readers.map(side => side.version),
    codecs,
    ...(proposed === undefined ? {} : { proposed }),
  });

type Blank = Extract<CellReport, { kind: 'blank' }>;
type Ready = { readonly kind: 'ready'; readonly prepared: Prepared };

function prepared({ writers, readers }: RunMatrix, cell: Cell, many: boolean): Ready | Blank {
  const writer = writers.find(side => side.version === cell.writer);
  const reader = readers.find(side => side.version === cell.reader);
  if (writer === undefined) return { kind: 'blank', cell, why: 'no-writer' };
  if (reader === undefined) return { kind: 'blank', cell, why: 'no-reader' };
  if (typicalRecordSize(writer.schema) > LIMITS.plain_answer_nodes_max)
    return { kind: 'blank', cell, why: 'too-large' };
  return { kind: 'ready', prepared: prepareCell(cell, writer, reader, many) };
}
