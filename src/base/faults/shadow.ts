import { row } from './row.ts';

/** What keeps data sets from being surveyed. */
export const SHADOW_FAULTS = {
  SHADOW_NO_FILE: row<{ pattern: string }>({
    status: 422,
    exit: 2,
    say: f => `no file is called ${f.pattern}`,
    remedy: () =>
      'correct the name or pattern; in a shell, quote a pattern so that it is not expanded elsewhere',
  }),
  SHADOW_TOO_MANY_FILES: row<{ files: number; most: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.files} files are named for one side, and a side has at most ${f.most}`,
    remedy: () => 'survey them in parts with --stats-out, and compare the documents',
  }),
  SHADOW_SCHEMAS_APART: row<{ file: string; first: string; column: string; found: string; expected: string }>(
    {
      status: 422,
      exit: 2,
      say: f =>
        `${f.file} and ${f.first} are of one side, and have not the same columns: ${f.column} is ${f.found} in the one and ${f.expected} in the other`,
      remedy: () => 'name files of one schema, or the version they were all written under with --subject',
    },
  ),
  SHADOW_SLICE_TOO_FINE: row<{ slice: string; most: number }>({
    status: 422,
    exit: 2,
    say: f => `slice ${f.slice} has more than ${f.most} parts, and a part of a few rows tells nothing`,
    remedy: () => 'slice by a field with fewer values, or a date by month or year',
  }),
  SHADOW_STATISTICS: row<{ file: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} is no document of statistics that can be used here: ${f.problem}`,
    remedy: f =>
      `write ${f.file} again with assay shadow --stats-out, under the same version and by the same program`,
  }),
  COUNTING_UNAVAILABLE: row<{ how: string }>({
    status: 503,
    exit: 4,
    say: f => `the process that counts whole data sets can't be started: ${f.how}`,
    remedy: () => 'install the program again with npm ci, on a machine that DuckDB is built for',
  }),
  COUNTING_ENDED: row<{ file: string; how: string }>({
    status: 503,
    exit: 4,
    say: f => `the process that counts whole data sets ended over ${f.file} and its like: ${f.how}`,
    remedy: () =>
      'give it more memory and room in the temporary folder, or survey the files in parts with --stats-out',
  }),
} as const;
