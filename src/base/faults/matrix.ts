import { row } from './row.ts';

export const MATRIX_FAULTS = {
  READER_REFUSES: row<{
    codec: string;
    lane: string;
    writer: number;
    reader: number;
    field: string;
    probe: string;
    code: string;
  }>({
    status: 422,
    exit: 1,
    say: f =>
      `in the ${f.lane} lane, an ordinary ${f.codec} reader of version ${f.reader} does not read ${f.field} as version ${f.writer} writes it: ${f.code} at probe ${f.probe}`,
    remedy: f =>
      f.writer === f.reader
        ? `give ${f.field} a type or range that ordinary ${f.codec} readers hold, or read it with Assay's own reader`
        : `widen every reader of version ${f.reader} before anybody writes ${f.field} as version ${f.writer} does; else leave ${f.field} as it was, and add what is new as an optional field under a new id`,
  }),
  SAMPLE_MALFORMED: row<{ file: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} can't be put to a reader: ${f.problem}`,
    remedy: f =>
      `name a folder that \`assay matrix --save-samples\` wrote, and leave ${f.file} as it was written`,
  }),
  PLAIN_READER_UNAVAILABLE: row<{ how: string }>({
    status: 503,
    exit: 4,
    say: f => `the child process that runs ordinary readers can't start (${f.how})`,
    remedy: f =>
      `check that processes can be started and that the installation is complete (npm ci); it ended with ${f.how}`,
  }),
} as const;
