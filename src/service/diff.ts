import { Fault } from '../base/fault.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { DIRECTIONS } from '../compat/finding.ts';
import type { Contract } from '../contract/contract.ts';
import type { PlainReaders } from '../engine/port.ts';
import { type CodecName, USUAL_CODECS } from '../matrix/plain-lane.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { MATRIX_SEED } from './judge-version.ts';
import type { KeptCells } from './kept-cells.ts';
import { contractOf, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { convertersBetween, type TriedBy, type TriedConverters } from './run-converters.ts';
import { runMatrix } from './run-matrix.ts';
import { unreadFaults } from './unread-faults.ts';
import { bothHold, type Verdicts, verdictsOf, verdictsOfRules } from './verdicts.ts';

/** Two contracts of one subject, both ways, on definitions and on bytes. */
export type ContractDiff = Verdicts & {
  readonly from: number;
  readonly to: number;
  readonly comparison: Comparison;
  readonly matrix: MatrixReport;
  /** What ordinary readers refuse, where the encoding fails because of it. */
  readonly unread: readonly Fault<'READER_REFUSES'>[];
  /** The change is identical, or nobody is surprised by it in either direction, on definitions or on bytes. */
  readonly holds: boolean;
};

export type Diff = ContractDiff & { readonly subject: string };

/**
 * Any two versions of one subject.
 *
 * @faults VERSION_UNKNOWN, PLAIN_READER_UNAVAILABLE TOKENIZER_RANKS_LACKING, and those of `loadSubject`
 */
export async function diff(
  project: Project,
  ask: { readonly subject: string; readonly from: number; readonly to: number },
  plain: PlainReaders,
  tried: TriedBy,
  kept?: KeptCells,
): Promise<Diff | Fault> {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const [older, newer] = [contractOf(loaded, ask.from), contractOf(loaded, ask.to)];
  if (older instanceof Fault) return older;
  if (newer instanceof Fault) return newer;
  const between = convertersBetween(loaded, ask.from, ask.to);
  const converters = { ...loaded, converters: between, root: project.root, by: tried };
  const found = await diffContracts(older, newer, plain, project.config.codecs, kept, converters);
  return found instanceof Fault ? found : { subject: ask.subject, ...found };
}

/** @faults PLAIN_READER_UNAVAILABLE TOKENIZER_RANKS_LACKING */
export async function diffContracts(
  older: Contract,
  newer: Contract,
  plain: PlainReaders,
  codecs: readonly CodecName[] = USUAL_CODECS,
  kept?: KeptCells,
  converters?: TriedConverters,
): Promise<ContractDiff | Fault> {
  const sides = [older, newer];
  const matrix = await runMatrix({
    writers: sides,
    readers: sides,
    proposed: newer.version,
    codecs,
    plain,
    kept,
    converters,
    seed: MATRIX_SEED,
  });
  if (matrix instanceof Fault) return matrix;
  const comparison = compare(older.schema, newer.schema, undefined, undefined, { older, newer });
  const verdicts = verdictsOf([verdictsOfRules(comparison.findings, DIRECTIONS)], matrix);
  return {
    from: older.version,
    to: newer.version,
    comparison,
    matrix,
    ...verdicts,
    unread: unreadFaults(matrix),
    holds: comparison.for.length === DIRECTIONS.length && bothHold(verdicts),
  };
}
