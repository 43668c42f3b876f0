import { Fault } from '../base/fault.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { DIRECTIONS } from '../compat/finding.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { MATRIX_CODECS, MATRIX_SEED } from './judge-version.ts';
import { contractOf, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { runMatrix } from './run-matrix.ts';
import { unreadFaults } from './unread-faults.ts';
import { bothHold, type Verdicts, verdictsOf, verdictsOfRules } from './verdicts.ts';

export type Diff = Verdicts & {
  readonly subject: string;
  readonly from: number;
  readonly to: number;
  readonly comparison: Comparison;
  readonly matrix: MatrixReport;
  /** What ordinary readers refuse, where the encoding fails because of it. */
  readonly unread: readonly Fault<'READER_REFUSES'>[];
  /** The change is identical, or nobody is surprised by it in either direction, on definitions or on bytes. */
  readonly holds: boolean;
};

/**
 * Any two versions of one subject, both ways, on definitions and on bytes.
 *
 * @faults VERSION_UNKNOWN, PLAIN_READER_UNAVAILABLE, and those of `loadSubject`
 */
export async function diff(
  project: Project,
  ask: { readonly subject: string; readonly from: number; readonly to: number },
  plain: PlainReaders,
): Promise<Diff | Fault> {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const [older, newer] = [contractOf(loaded, ask.from), contractOf(loaded, ask.to)];
  if (older instanceof Fault) return older;
  if (newer instanceof Fault) return newer;
  const matrix = await runMatrix({
    writers: [older, newer],
    readers: [older, newer],
    proposed: ask.to,
    codecs: MATRIX_CODECS,
    plain,
    seed: MATRIX_SEED,
  });
  if (matrix instanceof Fault) return matrix;
  const comparison = compare(older.schema, newer.schema, undefined, undefined, { older, newer });
  const verdicts = verdictsOf([verdictsOfRules(comparison.findings, DIRECTIONS)], matrix);
  return {
    ...ask,
    comparison,
    matrix,
    ...verdicts,
    unread: unreadFaults(matrix),
    holds: comparison.for.length === DIRECTIONS.length && bothHold(verdicts),
  };
}
