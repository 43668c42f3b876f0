import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import type { CellReport } from './cell-report.ts';
import type { ForeignCell } from './foreign-cell.ts';
import type { Verdict } from './part-report.ts';

export const CONDITIONS = ['GUARDED_LANE_BROKEN', 'RULE_AND_BYTES_DISAGREE', 'INCOMPLETE'] as const;

/** What makes a report worth nothing as evidence, whatever its verdicts say. */
export type Condition = (typeof CONDITIONS)[number];

export type MatrixReport = {
  readonly kind: 'matrix';
  readonly seed: number;
  /** The worst of the cells that ran. */
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  readonly conditions: readonly Condition[];
  readonly cells: readonly CellReport[];
  /** What readers of another make, commands and images, make of the same bytes. */
  readonly foreign: readonly ForeignCell[];
};

export function matrixReport(
  cells: readonly CellReport[],
  seed: number,
  foreign: readonly ForeignCell[] = [],
): MatrixReport {
  const ran = cells.filter(cell => cell.kind === 'ran');
  const answered = foreign.filter(cell => cell.kind === 'ran');
  const holds: Readonly<Record<Condition, boolean>> = {
    GUARDED_LANE_BROKEN: ran.some(({ broken }) => broken.length > 0),
    RULE_AND_BYTES_DISAGREE: ran.some(({ disagreements }) => disagreements.length > 0),
    // No cell at all is no evidence at all.
    INCOMPLETE: ran.length < cells.length || cells.length === 0 || answered.length < foreign.length,
  };
  const worst = (verdict: 'encoding' | 'meaning'): Verdict =>
    [...ran, ...answered].every(cell => cell[verdict] === 'passes') ? 'passes' : 'fails';
  return {
    kind: 'matrix',
    seed,
    encoding: worst('encoding'),
    meaning: worst('meaning'),
    conditions: CONDITIONS.filter(condition => holds[condition]),
    cells,
    foreign,
  };
}

/** A row a cell, and a cell of a reader of another make: what is evidence for it, or why there is none. */
export type Completion = {
  readonly state: 'COMPLETE' | 'NOT_COMPLETE';
  readonly rows: readonly {
    readonly codec: string;
    readonly writer: number;
    readonly reader: number;
    /** Null where ordinary readers and ours are meant. */
    readonly image: string | null;
    readonly evidence: Digest | null;
    /** Why nobody ran it; null where somebody did. */
    readonly why: string | null;
  }[];
};

/** Whether there is evidence for every supported writer and reader. What it shows is another question. */
export function completionOf({ cells, foreign }: MatrixReport): Completion {
  const rows = [...cells, ...foreign].map(one => {
    const { codec, writer, reader } = one.cell;
    return {
      codec,
      writer,
      reader,
      image: 'image' in one ? one.image : null,
      evidence: one.kind === 'ran' ? one.evidence : null,
      why: one.kind === 'ran' ? null : one.why,
    };
  });
  const isComplete = cells.length > 0 && rows.every(({ evidence }) => evidence !== null);
  return { state: isComplete ? 'COMPLETE' : 'NOT_COMPLETE', rows };
}

/** The report as it is stored and hashed. It holds no undefined, so it is its own document. */
export const matrixDocument = (report: MatrixReport): { readonly [key: string]: Json } => report;

export const matrixDigest = (report: MatrixReport): Digest => documentDigest(matrixDocument(report));
