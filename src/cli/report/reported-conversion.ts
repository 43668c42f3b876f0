import type { ConvertSummary } from '../../service/convert-records.ts';
import type { Poured } from '../pour-records.ts';
import { type DataTable, withRows } from './data-table.ts';
import type { Reported, ReportedComparison } from './reported.ts';
import { say, type Words } from './words.ts';

export type ConversionReport = {
  /** `training.example@3 → @4` */
  readonly way: string;
  readonly file: string;
  /** Digests of the converters, in their order. */
  readonly converters: readonly string[];
  readonly poured: Poured<ConvertSummary>;
  /** What was passed over, rejected, cut, given and filled: each with how many records and where. */
  readonly rows: ReadonlyArray<readonly string[]>;
};

/** What became of each record of a file, in every form of report. No value of a record stands in any of them. */
export function reportedConversion(report: ConversionReport): Reported {
  const { way, file, converters, poured, rows } = report;
  const { read, reasons } = poured;
  const holds = read.rejected === 0;
  const rejected = [...reasons].sort();
  const tables = withRows([
    {
      caption: 'Each record ended in one of three ways',
      head: ['read', 'converted', 'rejected', 'passed over'],
      rows: [[read.read, read.converted, read.rejected, read.skipped].map(String)],
    },
    { caption: 'What was done to records', head: ['what', 'records', 'where'], rows },
    sourceTable(file, read.digest, converters),
  ]);
  const comparison: ReportedComparison = {
    name: `${file}: ${way}`,
    holds,
    answer: holds ? 'all converted' : `${read.rejected} rejected`,
    page: {
      sides: { before: 'before', after: 'after' },
      words: [
        holds
          ? say`All ${read.read} records of ${file} were converted or passed over.`
          : say`${read.rejected} of ${read.read} records of ${file} were rejected, and are not in what was written.`,
        ...rejected.map(([reason, count]): Words => say`${count} were rejected: ${reason}.`),
        ...(read.skipped === 0 ? [] : [say`${read.skipped} were passed over, as the converter says.`]),
      ],
      tables,
      fields: [],
      slices: [],
      after: [],
    },
    tables,
    cases: [
      holds
        ? { name: 'records', note: `${read.converted} of ${read.read} converted` }
        : problemCase('records', `${read.rejected} of ${read.read} records were rejected`),
      ...rejected.map(([reason, count]) => problemCase(reason, `${count} records were rejected: ${reason}`)),
    ],
    results: rejected.map(([reason, count]) => ({
      rule: 'RECORDS_NOT_CONVERTED',
      level: 'error',
      text: `${count} records were rejected: ${reason}`,
      place: { file, line: 1, column: 1 },
      help: '--rejects writes a line for each of them: the row of the file, the field and the code',
    })),
  };
  return { title: 'assay convert', holds, changes: [], comparisons: [comparison], faults: [] };
}

const problemCase = (name: string, text: string) =>
  ({ name, problem: { kind: 'failure', type: 'RECORDS_NOT_CONVERTED', text } }) as const;

const sourceTable = (file: string, digest: string, converters: readonly string[]): DataTable => ({
  caption: 'What was converted, and by what',
  head: ['', 'name', 'digest'],
  rows: [['file', file, digest], ...converters.map(converter => ['converter', '', converter])],
});
