import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { SliceEvidence } from '../change/completion.ts';
import type { ForeignReaders, PlainReaders } from '../engine/port.ts';
import type { CodecName } from '../matrix/plain-lane.ts';
import { planCells } from '../matrix/plan-cells.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { MATRIX_SEED } from './judge-version.ts';
import type { KeptCells } from './kept-cells.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { type ReadInterval, readIntervals } from './read-intervals.ts';
import { intervalFault, registeredFor } from './registered.ts';
import { convertersAmong, type TriedBy } from './run-converters.ts';
import { foreignAsked } from './run-foreign.ts';
import { runMatrix } from './run-matrix.ts';
import { sliceEvidence } from './slice-evidence.ts';

export type ProjectMatrix = {
  readonly report: MatrixReport;
  readonly contracts: LoadedSubject['contracts'];
  /** What golden samples prove of each slice, a row a pair of versions. */
  readonly slices: readonly SliceEvidence[];
  /** One a consumer of the subject. */
  readonly intervals: readonly ReadInterval[];
};

/** Who runs cells and images, what was found before, and on which day. */
export type MatrixMeans = {
  readonly plain: PlainReaders;
  readonly tried: TriedBy;
  readonly kept?: KeptCells | undefined;
  readonly foreign: ForeignReaders | undefined;
  readonly now_ms: number;
  /** Those of the project where none are named. */
  readonly codecs?: readonly CodecName[] | undefined;
};

/**
 * Every supported writer against every supported reader. A version that is named and has no contract leaves its cells
 * blank, and the report incomplete.
 *
 * @faults CONSUMER_VERSION_UNKNOWN MATRIX_TOO_LARGE PLAIN_READER_UNAVAILABLE TOKENIZER_RANKS_LACKING, and those of `loadSubject`
 */
export async function matrix(
  project: Project,
  subject: string,
  means: MatrixMeans,
): Promise<ProjectMatrix | Fault> {
  const { codecs = project.config.codecs } = means;
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const { producers, consumers } = registeredFor(subject, project.config);
  const known = [...loaded.contracts.keys()];
  const newest = known.at(-1) ?? 0;
  const written = producers.flatMap(({ writes }) => writes.map(version => [version, version] as const));
  const read = consumers.map(({ reads: { from, to = Math.max(from, newest) } }) => [from, to] as const);
  // A consumer has records of every version of its interval before it, whoever wrote them.
  const writers = written.length === 0 ? known : versionsIn([...written, ...read]);
  const readers = read.length === 0 ? known : versionsIn(read);
  const cells = writers.length * readers.length * codecs.length;
  const most = LIMITS.matrix_cells_max;
  if (cells > most) return new Fault('MATRIX_TOO_LARGE', { subject, cells: `${cells} or more`, most });
  const sides = [...loaded.contracts.values()];
  const unfit = intervalFault(loaded, project.config);
  if (unfit !== undefined) return unfit;
  const report = await runMatrix({
    writers: sides,
    readers: sides,
    codecs,
    expect: planCells({ writers, readers, codecs }),
    plain: means.plain,
    kept: means.kept,
    foreign: foreignAsked(project, loaded, newest, means.foreign, means.now_ms),
    seed: MATRIX_SEED,
    converters: {
      ...loaded,
      converters: convertersAmong(loaded, writers, readers),
      root: project.root,
      by: means.tried,
    },
  });
  return report instanceof Fault
    ? report
    : {
        report,
        contracts: loaded.contracts,
        slices: await sliceEvidence(
          project,
          loaded,
          report.cells.map(({ cell }) => cell),
          means.kept,
        ),
        intervals: readIntervals(consumers, newest, report),
      };
}

/** Every version in the intervals, ascending. Where there are too many to try, the rest isn't even counted. */
function versionsIn(intervals: ReadonlyArray<readonly [from: number, to: number]>): readonly number[] {
  const versions = new Set<number>();
  for (const [from, to] of intervals)
    for (let version = from; version <= to && versions.size <= LIMITS.matrix_cells_max; version++)
      versions.add(version);
  return [...versions].sort((a, b) => a - b);
}
