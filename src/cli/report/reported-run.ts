import type { Place } from '../../base/fault.ts';
import { suspectText } from '../../golden/doubts/unit-suspects.ts';
import { type ToldComparison, type ToldVerdict, tellComparison, tellVerdict } from '../../golden/tell.ts';
import type { GoldenRun, VersionCoverage } from '../../service/golden-run.ts';
import type { SetOutcome, SetRun } from '../../service/run-set.ts';
import { CHECK_HEAD, checkText, checkWords, fieldWords } from '../golden-words.ts';
import { type DataTable, withRows } from './data-table.ts';
import { fieldTable, refusedTable, samplesTable, sliceTable } from './data-tables.ts';
import type { Case } from './junit-case.ts';
import { kindsTable, skipsTable, unitTable } from './kinds-tables.ts';
import { fieldPage } from './page/field-page.ts';
import { comparisonWords } from './page/golden-page.ts';
import { slicePages } from './page/slice-page.ts';
import type { Reported, ReportedComparison } from './reported.ts';
import type { Result } from './sarif-result.ts';
import { say, type Words } from './words.ts';

/** What `assay golden run` found, in every form of report. No value of a record stands in any of them. */
export const reportedRun = (run: GoldenRun): Reported => ({
  title: 'assay golden run',
  holds: run.holds,
  changes: [],
  comparisons: [
    ...run.sets.map(set => setReport(run, set)),
    ...run.coverage.map(one => coverageReport(run, one)),
  ],
  faults: [],
});

/** One thing that is asked of a set, and what is wrong with it; empty where nothing is. */
type Question = { readonly name: string; readonly problem: string; readonly place: Place | undefined };

function setReport(run: GoldenRun, { set, outcome, holds }: SetRun): ReportedComparison {
  const shown = outcome.kind === 'compared' ? countsOf(run, outcome) : undefined;
  const questions = questionsOf(run, set, outcome, shown);
  const differing =
    shown?.comparison.fields.filter(({ differ }) => differ > 0).sort((a, b) => b.differ - a.differ) ?? [];
  const tables = withRows([
    pathTable(outcome),
    ...(shown === undefined
      ? []
      : [
          samplesTable(shown.comparison),
          refusedTable(shown.comparison),
          skipsTable(shown.comparison),
          checkTable(run, shown.verdict),
          unitTable(shown.comparison),
          fieldTable(shown.comparison, differing),
        ]),
  ]);
  const after =
    shown === undefined ? [] : withRows([sliceTable(shown.comparison), kindsTable(shown.comparison)]);
  return {
    name: `${run.subject}/${set.revision}, of version ${set.version} as version ${run.to.version}`,
    holds,
    answer: holds ? 'holds' : 'fails',
    page: {
      sides: { before: 'before', after: 'after' },
      words: [
        holds ? ['It holds.'] : ['It fails.'],
        ...questions.filter(({ problem }) => problem !== '').map(({ problem }): Words => say`${problem}.`),
        ...(outcome.kind === 'own' ? [['It is data of the version itself, which no path changes.']] : []),
        ...(shown === undefined ? [] : comparisonWords(shown.comparison)),
      ],
      tables,
      fields: differing.map(field =>
        fieldPage(shown!.comparison, field, { name: fieldWords(field), more: [], plot: undefined }),
      ),
      slices: shown === undefined ? [] : slicePages(shown.comparison),
      after,
    },
    tables: [...tables, ...after],
    cases: questions.map(caseOf),
    results: questions.flatMap(resultOf),
  };
}

type Counts = { readonly comparison: ToldComparison; readonly verdict: ToldVerdict };

function countsOf({ to }: GoldenRun, outcome: Extract<SetOutcome, { kind: 'compared' }>): Counts {
  const { comparison, verdict } = outcome;
  const all = [...comparison.fields.map(({ field }) => field), ...to.schema.fields.map(({ id }) => id)];
  const hidden = [...new Set(all)];
  return {
    comparison: tellComparison(to.schema, comparison, hidden),
    verdict: tellVerdict(comparison, verdict, hidden),
  };
}

function questionsOf(
  run: GoldenRun,
  set: SetRun['set'],
  outcome: SetOutcome,
  shown: Counts | undefined,
): readonly Question[] {
  const manifest = set.places.get('revision');
  const asked = (name: string, problem: string): Question => ({ name, problem, place: manifest });
  if (outcome.kind === 'broken')
    return [
      asked(
        'records',
        `${outcome.found} of its records break their contract, and it declares ${outcome.declared}`,
      ),
    ];
  if (outcome.kind === 'unreachable') {
    const { from, to, refusals } = outcome.noWay;
    const codes = [...new Set(refusals.map(({ code }) => code))].join(', ');
    return [asked('way', `no way leads from version ${from} to version ${to}: ${codes}`)];
  }
  const { expected } = outcome;
  const ofExpected =
    expected.kind === 'none'
      ? []
      : [
          asked(
            'expected',
            expected.kind === 'stale'
              ? `${expected.result.file} was accepted of other samples`
              : expected.holds
                ? ''
                : `what comes out is not what ${expected.result.file} has`,
          ),
        ];
  const units = outcome.suspects.map(suspect =>
    asked(
      `unit of ${suspect.name}`,
      `UNIT_SUSPECT in ${fieldWords(suspect)}: ${suspectText(run.to.schema, suspect)}`,
    ),
  );
  if (outcome.kind === 'own' || shown === undefined) return [asked('records', ''), ...units, ...ofExpected];
  return [
    asked(
      'repeatable',
      outcome.isRepeatable
        ? ''
        : 'the converter gave something else when it was run again, or on the records in another order',
    ),
    ...units,
    ...shown.verdict.checks.map(check => ({
      name: `golden ${check.measure}`,
      problem: check.answer === 'within' ? '' : checkText(check, run.change !== undefined),
      // A threshold that somebody wrote is looked for where it stands.
      place: run.change?.places.get(`thresholds.${check.measure}`) ?? manifest,
    })),
    ...ofExpected,
  ];
}

const caseOf = ({ name, problem }: Question): Case =>
  problem === '' ? { name } : { name, problem: { kind: 'failure', type: 'GOLDEN_RUN', text: problem } };

const resultOf = ({ problem, place }: Question): readonly Result[] =>
  problem === '' ? [] : [{ rule: 'GOLDEN_RUN', level: 'error', text: problem, place, help: HELP }];

const HELP = 'docs/golden-format.md says what a golden run asks; assay golden accept writes what is expected';

function pathTable(outcome: SetOutcome): DataTable {
  const path = 'path' in outcome ? outcome.path : undefined;
  return {
    caption: 'Records on the new path',
    head: ['read', 'came through', 'rejected', 'passed over'],
    rows: path === undefined ? [] : [[path.read, path.converted, path.rejected, path.skipped].map(String)],
  };
}

const checkTable = ({ change }: GoldenRun, { checks }: ToldVerdict): DataTable => ({
  caption: 'What may differ, and what was observed',
  head: CHECK_HEAD,
  rows: checks.map(check => checkWords(check, change !== undefined)),
});

/** What the sets of a version exercise; names of terms are those of its vocabularies, and not told here. */
function coverageReport(
  { subject }: GoldenRun,
  { contract, sets, coverage, checks }: VersionCoverage,
): ReportedComparison {
  const holds = checks.every(check => check.holds);
  const questions = checks.map(
    ({ measure, missing, allowed, holds: its }): Question => ({
      name: measure,
      problem: its ? '' : `${measure}: ${missing} missing, at most ${allowed} may be`,
      place: contract.place,
    }),
  );
  const table: DataTable = {
    caption: `What ${sets.join(', ')} exercise`,
    head: ['measure', 'missing', 'allowed', 'answer'],
    rows: checks.map(({ measure, missing, allowed, holds: its }) => [
      measure,
      String(missing),
      String(allowed),
      its ? 'within' : 'too thin',
    ]),
  };
  return {
    name: `coverage of ${subject}@${contract.version}`,
    holds,
    answer: holds ? 'thick enough' : 'too thin',
    page: {
      sides: { before: 'before', after: 'after' },
      words: [
        holds ? ['The sets exercise enough of the version.'] : ['The sets are too thin for the version.'],
        say`${coverage.samples} samples keep their contract.`,
      ],
      tables: withRows([table]),
      fields: [],
      slices: [],
      after: [],
    },
    tables: withRows([table]),
    cases: questions.map(caseOf),
    results: questions.flatMap(resultOf),
  };
}
