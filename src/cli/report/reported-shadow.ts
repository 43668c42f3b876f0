import { findingText, sideText } from '../render-shadow.ts';
import { withRows } from './data-table.ts';
import type { Case } from './junit-case.ts';
import {
  checkRow,
  checksTable,
  checkText,
  failingChecks,
  quantilesTable,
  type ShadowReport,
  shadowPage,
  sidesTable,
  statisticsTable,
} from './page/shadow-page.ts';
import type { Reported, ReportedComparison } from './reported.ts';
import type { Result } from './sarif-result.ts';

/** What `assay shadow` found, in every form of report. */
export function reportedShadow(report: ShadowReport): Reported {
  const { head, told } = report;
  const { verdict } = told;
  const comparison: ReportedComparison = {
    name: `${sideText(head.old)} → ${sideText(head.new)}`,
    holds: verdict.holds,
    answer: verdict.holds ? 'holds' : 'fails',
    page: shadowPage(report),
    tables: withRows([
      checksTable(told),
      statisticsTable(report),
      quantilesTable(report),
      sidesTable(report),
    ]),
    cases: casesOf(report),
    results: resultsOf(report),
  };
  return {
    title: 'assay shadow',
    holds: verdict.holds,
    changes: [],
    comparisons: [comparison],
    faults: [],
  };
}

/** A case each measure that moved or has a threshold, and one that says whether there was anything to measure. */
function casesOf({ told }: ShadowReport): readonly Case[] {
  const { verdict, comparison } = told;
  const failing = new Set(failingChecks(told));
  const nothing = 'nothing was evaluated';
  return [
    {
      name: 'measures',
      ...(verdict.evaluated === 0
        ? { problem: { kind: 'failure', type: 'SHADOW_MOVED', text: nothing } as const }
        : { note: `${verdict.evaluated} evaluated` }),
    },
    ...verdict.checks.map((check): Case => {
      const [measure, part] = checkRow(check);
      const name = part === '' ? measure : `${measure} in ${part}`;
      const text = checkText(check);
      return failing.has(check)
        ? { name, problem: { kind: 'failure', type: 'SHADOW_MOVED', text } }
        : { name, note: text };
    }),
    ...comparison.findings.map(
      (finding): Case => ({
        name: `units of ${finding.field}`,
        note: findingText(finding),
      }),
    ),
  ];
}

/** A statistic is of all rows and of no line, so a result is of the first file of the new side. */
function resultsOf({ head, told }: ShadowReport): readonly Result[] {
  const file = head.new.files[0]?.file ?? head.new.statistics[0];
  const place = file === undefined ? undefined : { file, line: 1, column: 1 };
  const help = 'docs/shadow.md says what is measured, and how a change record allows more';
  const bad = failingChecks(told).map(
    (check): Result => ({ rule: 'SHADOW_MOVED', level: 'error', text: checkText(check), place, help }),
  );
  const units = told.comparison.findings.map(
    (finding): Result => ({
      rule: 'SHADOW_UNITS',
      level: 'warning',
      text: findingText(finding),
      place,
      help,
    }),
  );
  const nothing: readonly Result[] =
    told.verdict.evaluated > 0
      ? []
      : [{ rule: 'SHADOW_MOVED', level: 'error', text: 'nothing was evaluated', place, help }];
  return [...bad, ...nothing, ...units];
}
