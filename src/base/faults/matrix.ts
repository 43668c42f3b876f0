import { row } from './row.ts';

export const MATRIX_FAULTS = {
  PLAIN_READER_UNAVAILABLE: row<{ how: string }>({
    status: 503,
    exit: 4,
    say: f => `the child process that runs ordinary readers can't start (${f.how})`,
    remedy: f =>
      `check that processes can be started and that the installation is complete (npm ci); it ended with ${f.how}`,
  }),
} as const;
