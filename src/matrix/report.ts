import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import type { CellReport } from './cell-report.ts';
import type { ConverterCell } from './converter-cell.ts';
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
  /** What converters between the versions make of probes; absent where there is none. */
  readonly converters?: readonly ConverterCell[];
};

export function matrixReport(
  cells: readonly CellReport[],
  seed: number,
  foreign: readonly ForeignCell[] = [],
  converters: readonly ConverterCell[] = [],
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
    meaning: converters.every(({ verdict }) => verdict === 'passes') ? worst('meaning') : 'fails',
    conditions: CONDITIONS.filter(condition => holds[condition]),
    cells,
    foreign,
    ...(converters.length > 0 && { converters }),
  };
}

/** The report as it is stored and hashed. It holds no undefined, so it is its own document. */
export const matrixDocument = (report: MatrixReport): { readonly [key: string]: Json } => report;

export const matrixDigest = (report: MatrixReport): Digest => documentDigest(matrixDocument(report));
