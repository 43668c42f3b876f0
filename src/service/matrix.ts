import { Fault } from '../base/fault.ts';
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
 * @faults PLAIN_READER_UNAVAILABLE, and those of `loadSubject`
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
  const written = producers.filter(producer => producer.subject === subject).flatMap(({ writes }) => writes);
  const read = consumers
    .filter(consumer => consumer.subject === subject)
    .flatMap(({ reads: { from, to = Math.max(from, ...known) } }) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    );
  const sides = [...loaded.contracts.values()];
  return runMatrix({
    writers: sides,
    readers: sides,
    codecs: MATRIX_CODECS,
    expect: planCells({
      writers: unique(written.length === 0 ? known : written),
      readers: unique(read.length === 0 ? known : read),
      codecs: MATRIX_CODECS,
    }),
    plain,
    seed: MATRIX_SEED,
  });
}

const unique = (versions: readonly number[]): readonly number[] =>
  [...new Set(versions)].sort((a, b) => a - b);
