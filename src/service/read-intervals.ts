import type { Consumer } from '../change/consumer.ts';
import type { MatrixReport } from '../matrix/report.ts';

/** Whether a consumer can read the versions of its interval, each as the newest of them. */
export type ReadInterval = {
  readonly consumer: string;
  readonly kind: Consumer['kind'];
  readonly purpose: string;
  readonly from: number;
  readonly to: number;
  /** Ascending; those whose bytes it does not read as they were meant, or nobody has tried. */
  readonly gaps: readonly number[];
};

/**
 * The interval of each consumer held against bytes: it has records of all those versions before it, and one program.
 *
 * @param newest  what a consumer without a last version follows
 */
export const readIntervals = (
  consumers: readonly Consumer[],
  newest: number,
  { cells }: MatrixReport,
): readonly ReadInterval[] =>
  consumers.map(({ name, kind, purpose, reads: { from, to = Math.max(from, newest) } }) => {
    const isRead = (version: number): boolean => {
      const tried = cells.filter(({ cell }) => cell.writer === version && cell.reader === to);
      return (
        tried.length > 0 &&
        tried.every(cell => cell.kind === 'ran' && cell.encoding === 'passes' && cell.meaning === 'passes')
      );
    };
    const versions = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return { consumer: name, kind, purpose, from, to, gaps: versions.filter(version => !isRead(version)) };
  });
