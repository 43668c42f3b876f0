import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainReaders } from '../engine/port.ts';
import { planCells } from '../matrix/plan-cells.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { MATRIX_CODECS, MATRIX_SEED } from './judge-version.ts';
import { loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { runMatrix } from './run-matrix.ts';

/**
 * Every supported writer against every supported reader. A version that is named and has no contract leaves its cells
 * blank, and the report incomplete.
 *
 * @faults MATRIX_TOO_LARGE PLAIN_READER_UNAVAILABLE, and those of `loadSubject`
 */
export async function matrix(
  project: Project,
  subject: string,
  plain: PlainReaders,
): Promise<MatrixReport | Fault> {
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const { producers, consumers } = project.config;
  const known = [...loaded.contracts.keys()];
  const newest = known.at(-1) ?? 0;
  const written = producers
    .filter(producer => producer.subject === subject)
    .flatMap(({ writes }) => writes.map(version => [version, version] as const));
  const read = consumers
    .filter(consumer => consumer.subject === subject)
    .map(({ reads: { from, to = Math.max(from, newest) } }) => [from, to] as const);
  const writers = written.length === 0 ? known : versionsIn(written);
  const readers = read.length === 0 ? known : versionsIn(read);
  const cells = writers.length * readers.length * MATRIX_CODECS.length;
  const most = LIMITS.matrix_cells_max;
  if (cells > most) return new Fault('MATRIX_TOO_LARGE', { subject, cells: `${cells} or more`, most });
  const sides = [...loaded.contracts.values()];
  return runMatrix({
    writers: sides,
    readers: sides,
    codecs: MATRIX_CODECS,
    expect: planCells({ writers, readers, codecs: MATRIX_CODECS }),
    plain,
    seed: MATRIX_SEED,
  });
}

/** Every version in the intervals, ascending. Where there are too many to try, the rest isn't even counted. */
function versionsIn(intervals: ReadonlyArray<readonly [from: number, to: number]>): readonly number[] {
  const versions = new Set<number>();
  for (const [from, to] of intervals)
    for (let version = from; version <= to && versions.size <= LIMITS.matrix_cells_max; version++)
      versions.add(version);
  return [...versions].sort((a, b) => a - b);
}
