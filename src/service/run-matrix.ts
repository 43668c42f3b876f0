import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainReaders } from '../engine/port.ts';
import { type Cell, cellKey, type Side } from '../matrix/cell.ts';
import type { Findings } from '../matrix/cell-pack.ts';
import { type CellReport, prepareCell, type RanCell, reportCell } from '../matrix/cell-report.ts';
import { FieldNumbers } from '../matrix/field-numbers.ts';
import { type Part, partKey, runOf } from '../matrix/part.ts';
import type { PartReport } from '../matrix/part-report.ts';
import type { CodecName } from '../matrix/plain-lane.ts';
import { planCells } from '../matrix/plan-cells.ts';
import { type MatrixReport, matrixReport } from '../matrix/report.ts';
import { typicalRecordSize } from '../matrix/typical-value.ts';
import type { KeptCells } from './kept-cells.ts';
import { runConverters, type TriedConverters } from './run-converters.ts';
import { type ForeignAsked, runForeign } from './run-foreign.ts';
import { runParts } from './run-parts.ts';

export type RunMatrix = {
  /** The versions producers write and consumers read, so far as they are known; see `expect`. */
  readonly writers: readonly Side[];
  readonly readers: readonly Side[];
  /** The version under judgement, among both; without it every pair is run. */
  readonly proposed?: number;
  /** The reader of a cell with some of its fields, where not all are to be read; undefined where they are. */
  readonly narrowed?: (cell: Cell) => Side | undefined;
  readonly codecs: readonly CodecName[];
  /** Cells that must have evidence, when they are more than the sides given: what is missing is left blank. */
  readonly expect?: readonly Cell[];
  readonly plain: PlainReaders;
  /** What was found before; undefined where everything is to be run. */
  readonly kept?: KeptCells | undefined;
  /** Readers of another make, and who runs them; without them nobody else is asked. */
  readonly foreign?: ForeignAsked | undefined;
  readonly seed: number;
  /** Of the subject: those between two of the versions are tried on probes, too. */
  readonly converters?: TriedConverters | undefined;
};

/**
 * Every cell, both lanes: what was kept of it, or what it shows now. Cells are run in parts, and a part that several cells
 * have in common is run once.
 *
 * @faults PLAIN_READER_UNAVAILABLE TOKENIZER_RANKS_LACKING
 */
export async function runMatrix(ask: RunMatrix): Promise<MatrixReport | Fault> {
  const planned = ask.expect ?? plannedCells(ask);
  const many = planned.length > LIMITS.matrix_whole_cells_max;
  const made = planned.map(cell => readied(ask, cell, many));
  const ready = made.filter(cell => cell.kind === 'ready');
  const runner = new CellRunner(ask, many);
  const found = await (ask.kept === undefined
    ? runner.findings(ready)
    : ask.kept.find(ready, cells => runner.run(cells)));
  if (found instanceof Fault) return found;
  const cells = made.map((one): CellReport => {
    if (one.kind === 'blank') return one;
    const findings = found.get(one.key);
    return findings === undefined
      ? { kind: 'blank', cell: one.cell, why: 'no-answer' }
      : { ...findings, cell: one.cell };
  });
  const foreign =
    ask.foreign === undefined
      ? []
      : await runForeign(ask.foreign, {
          cells: planned.filter(cell => ask.narrowed?.(cell) === undefined),
          proposed: ask.proposed,
          seed: ask.seed,
          parquet: ask.plain.parquet,
        });
  const converters =
    ask.converters === undefined
      ? []
      : await runConverters(ask.converters, ask.codecs, ask.plain.parquet, ask.seed, ask.kept);
  if (converters instanceof Fault) return converters;
  return matrixReport(cells, ask.seed, foreign, converters);
}

/** Runs cells, some at a time, and remembers the parts they were run in. */
class CellRunner {
  readonly #ask: RunMatrix;
  readonly #many: boolean;
  readonly #numbers = new FieldNumbers();
  readonly #reports = new Map<string, PartReport>();

  constructor(ask: RunMatrix, many: boolean) {
    this.#ask = ask;
    this.#many = many;
  }

  async findings(cells: readonly Ready[]): Promise<ReadonlyMap<Digest, Findings> | Fault> {
    const ran = await this.run(cells);
    return ran instanceof Fault ? ran : new Map(ran.map(cell => [cell.key, cell]));
  }

  /** Those that were wholly answered. @faults PLAIN_READER_UNAVAILABLE */
  async run(cells: readonly Ready[]): Promise<readonly RanCell[] | Fault> {
    const { plain, seed } = this.#ask;
    const keys = new Map<Part, string>();
    const unknown = new Map<string, Part>();
    const prepared = cells.map(({ cell, writer, reader }) => prepareCell(cell, writer, reader, this.#many));
    for (const part of prepared.flatMap(({ parts }) => parts)) {
      const key = partKey(part, this.#numbers);
      keys.set(part, key);
      if (!this.#reports.has(key)) unknown.set(key, part);
    }
    const reports = await runParts(plain, unknown, seed);
    if (reports instanceof Fault) return reports;
    for (const [key, report] of reports) this.#reports.set(key, report);
    return prepared.flatMap(one => {
      const found = one.parts.map(part => this.#reports.get(keys.get(part)!)).filter(isReport);
      return found.length < one.parts.length ? [] : [reportCell(one, found, seed)];
    });
  }
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
type Ready = {
  readonly kind: 'ready';
  readonly cell: Cell;
  readonly key: Digest;
  readonly writer: Side;
  readonly reader: Side;
};

function readied({ writers, readers, narrowed, seed }: RunMatrix, cell: Cell, many: boolean): Ready | Blank {
  const writer = writers.find(side => side.version === cell.writer);
  const reader = narrowed?.(cell) ?? readers.find(side => side.version === cell.reader);
  if (writer === undefined) return { kind: 'blank', cell, why: 'no-writer' };
  if (reader === undefined) return { kind: 'blank', cell, why: 'no-reader' };
  if (typicalRecordSize(writer.schema) > LIMITS.plain_answer_nodes_max)
    return { kind: 'blank', cell, why: 'too-large' };
  const key = cellKey(cell, writer, reader, seed, runOf(writer.schema, reader.schema, many));
  return { kind: 'ready', cell, key, writer, reader };
}
