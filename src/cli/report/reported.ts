import type { Fault, Place } from '../../base/fault.ts';
import type { Completion } from '../../change/completion.ts';
import type { Waiver } from '../../change/record.ts';
import { isNote } from '../../compat/catalogue.ts';
import type { Comparison } from '../../compat/compare.ts';
import type { Finding } from '../../compat/finding.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Cell } from '../../matrix/cell.ts';
import type { MatrixReport } from '../../matrix/report.ts';
import type { RevisionJudgement } from '../../service/judge-revision.ts';
import type { RevisionReading } from '../../service/read-revision.ts';
import { unreadFaults } from '../../service/unread-faults.ts';
import type { Verdicts } from '../../service/verdicts.ts';
import type { DataTable } from './data-table.ts';
import type { Case } from './junit-case.ts';
import type { ComparisonPage } from './page/comparison-page.ts';
import type { Result } from './sarif-result.ts';

/** What a command found, as every form of report has it. */
export type Reported = {
  /** The words that ran: `assay check`. */
  readonly title: string;
  readonly holds: boolean;
  readonly changes: readonly ReportedChange[];
  /** Of data that no contract and no ledger speaks of. */
  readonly comparisons: readonly ReportedComparison[];
  /** What could not be judged at all. */
  readonly faults: readonly Fault[];
};

/** Two files, or two data sets, side by side. */
export type ReportedComparison = {
  /** `old.csv → new.csv` */
  readonly name: string;
  readonly holds: boolean;
  /** In one word: `same`, `differs`. */
  readonly answer: string;
  readonly page: ComparisonPage;
  /** What a comment has room for, beside the words of the page. */
  readonly tables: readonly DataTable[];
  readonly cases: readonly Case[];
  readonly results: readonly Result[];
};

/** One thing that was judged: a proposed version or revision, or what is supported of a subject. */
export type ReportedChange = Verdicts & {
  readonly subject: string;
  /** `version 3 → 4`. */
  readonly what: string;
  readonly holds: boolean;
  readonly class: Comparison['class'] | undefined;
  readonly findings: readonly PlacedFinding[];
  /** What else stands in its way: readers that refuse, a record that is missing. */
  readonly problems: readonly Fault[];
  readonly matrix: MatrixReport | undefined;
  /** Of a revision: what was read of it, and how it compares with the one before. */
  readonly data: ReportedData | undefined;
  /** Of all that is supported: what there is evidence for. */
  readonly completion: Completion | undefined;
  readonly contracts: ReadonlyMap<number, Contract>;
  /** What somebody answers for, in its change record. */
  readonly waivers?: readonly Waiver[] | undefined;
  /** Where its contract begins. */
  readonly place: Place | undefined;
};

export type ReportedData = Pick<
  RevisionJudgement,
  'contract' | 'comparison' | 'golden' | 'hasRecord' | 'recordPlaces'
> & {
  /** The side after, and that before where there is one. */
  readonly readings: readonly [after: RevisionReading, before?: RevisionReading];
};

/** A finding, and where the field it is about is written. */
export type PlacedFinding = { readonly finding: Finding; readonly place: Place | undefined };

/** Findings that say the same of one field, against whichever version, are told once. */
export function placedFindings(
  findings: readonly Finding[],
  newer: Contract | undefined,
  older: Contract | undefined,
): readonly PlacedFinding[] {
  const seen = new Set<string>();
  return findings.flatMap(finding => {
    const { rule, path, direction, from, to } = finding;
    const key = JSON.stringify([rule, path, direction, from, to]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ finding, place: placeOf(path.at(-1)?.id, newer, older) }];
  });
}

/** Where a field is written: in the newer contract, or in the older one where it is gone from there. */
export const placeOf = (
  field: number | undefined,
  newer: Contract | undefined,
  older?: Contract,
): Place | undefined =>
  (field === undefined ? undefined : (newer?.places.get(field) ?? older?.places.get(field))) ?? newer?.place;

/** Where a field of the reader of a cell is written; where only the writer has it, there. */
export const placeInCell = (
  contracts: ReadonlyMap<number, Contract>,
  { writer, reader }: Cell,
  field: number | undefined,
): Place | undefined => placeOf(field, contracts.get(reader), contracts.get(writer));

/** What ordinary readers refuse, each at the field. */
export const placedUnread = (
  matrix: MatrixReport,
  contracts: ReadonlyMap<number, Contract>,
): readonly Fault[] =>
  unreadFaults(matrix, (field, cell) => placeInCell(contracts, cell, field ?? undefined));

/** Whether a finding is about a broken promise, and not a note for people. */
export const breaks = ({ rule, access }: Finding): boolean => !isNote(rule) && access.includes('id');
