import { Fault } from '../base/fault.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Cell, Side } from '../matrix/cell.ts';
import { type CellReport, reportCell } from '../matrix/cell-report.ts';
import { controlTasks } from '../matrix/disagreement.ts';
import type { CodecName, PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';
import { planCells } from '../matrix/plan-cells.ts';
import { type MatrixReport, matrixReport } from '../matrix/report.ts';
import { type Prepared, prepareCell, type Trial, tryCell } from '../matrix/trial.ts';

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
 * Every cell, both lanes. Waits twice: for ordinary readers, and for their second reading of what the rules didn't
 * foresee.
 *
 * @faults PLAIN_READER_UNAVAILABLE
 */
export async function runMatrix(ask: RunMatrix): Promise<MatrixReport | Fault> {
  const made = (ask.expect ?? plannedCells(ask)).map(cell => prepared(ask, cell));
  const ready = made.filter(cell => cell.kind === 'ready');

  const answers = await answersOf(
    ask.plain,
    ready.flatMap(({ prepared }) => prepared.asks.map(({ task }) => task)),
  );
  if (answers instanceof Fault) return answers;

  const tried = made.map(cell => (cell.kind === 'ready' ? trialsOf(cell.prepared, answers) : cell));
  const controls = await answersOf(
    ask.plain,
    tried.flatMap(cell => (cell.kind === 'tried' ? controlTasks(cell.prepared, cell.trials) : [])),
  );
  if (controls instanceof Fault) return controls;

  const cells = tried.map(
    (cell): CellReport =>
      cell.kind === 'tried' ? reportCell(cell.prepared, cell.trials, controls, ask.seed) : cell,
  );
  return matrixReport(cells, ask.seed);
}

const plannedCells = ({ writers, readers, proposed, codecs }: RunMatrix): readonly Cell[] =>
  planCells({
    writers: writers.map(side => side.version),
    readers: readers.map(side => side.version),
    codecs,
    ...(proposed === undefined ? {} : { proposed }),
  });

type Blank = Extract<CellReport, { kind: 'blank' }>;
type Ready = { readonly kind: 'ready'; readonly prepared: Prepared };
type Tried = { readonly kind: 'tried'; readonly prepared: Prepared; readonly trials: readonly Trial[] };

function prepared({ writers, readers, seed }: RunMatrix, cell: Cell): Ready | Blank {
  const writer = writers.find(side => side.version === cell.writer);
  const reader = readers.find(side => side.version === cell.reader);
  if (writer === undefined) return { kind: 'blank', cell, why: 'no-writer' };
  if (reader === undefined) return { kind: 'blank', cell, why: 'no-reader' };
  return { kind: 'ready', prepared: prepareCell(cell, writer, reader, seed) };
}

function trialsOf(prepared: Prepared, answers: ReadonlyMap<string, PlainAnswer>): Tried | Blank {
  const trials = tryCell(prepared, answers);
  return trials === undefined
    ? { kind: 'blank', cell: prepared.cell, why: 'no-answer' }
    : { kind: 'tried', prepared, trials };
}

async function answersOf(
  plain: PlainReaders,
  tasks: readonly PlainTask[],
): Promise<ReadonlyMap<string, PlainAnswer> | Fault> {
  const answers = await plain.read(tasks);
  return answers instanceof Fault ? answers : new Map(answers.map(answer => [answer.id, answer]));
}
