import { evidenceText } from '../../../contract/withheld.ts';
import { suspectText } from '../../../golden/doubts/unit-suspects.ts';
import { shareText } from '../../../golden/share.ts';
import type { ToldComparison } from '../../../golden/tell.ts';
import { revisionPlots } from '../../../service/revision-plots.ts';
import {
  CHECK_HEAD,
  checkText,
  checkWords,
  factorText,
  fieldWords,
  patternText,
} from '../../golden-words.ts';
import { type DataTable, withRows } from '../data-table.ts';
import {
  fieldTable,
  filledTable,
  refusedTable,
  rejectTable,
  ruleText,
  samplesTable,
  shownOf,
  sliceTable,
  suspectTable,
  toldChecks,
} from '../data-tables.ts';
import { renamedTable } from '../finding-tables.ts';
import { kindsTable, outsideTable, skipsTable, unitTable } from '../kinds-tables.ts';
import type { ReportedData } from '../reported.ts';
import { tokenTables } from '../tokens-tables.ts';
import { listed, say, type Words } from '../words.ts';
import type { ComparisonPage } from './comparison-page.ts';
import { explanationWords, fieldPage } from './field-page.ts';
import { slicePages } from './slice-page.ts';

/**
 * A data revision beside the one before it.
 *
 * @param values  whether labels, parts of slices, conditions, changes and histograms are told; never those of guarded fields
 */
export function goldenPage(data: ReportedData, values: boolean): ComparisonPage {
  const { comparison, contract, readings } = data;
  const shown = comparison === undefined ? undefined : shownOf(data, comparison, values);
  const [after, before] = readings;
  const plots = new Map(revisionPlots(contract, shown, before, after).map(plot => [plot.field, plot]));
  const differing = shown?.fields.filter(({ differ }) => differ > 0) ?? [];
  return {
    sides: { before: 'before', after: 'after' },
    words: goldenWords(data, values),
    tables: withRows([
      sidesTable(data),
      ...(shown === undefined ? [] : [samplesTable(shown), refusedTable(shown), skipsTable(shown)]),
      checkTable(data, values),
      suspectTable(readings[0], contract),
      ...(shown === undefined
        ? []
        : [unitTable(shown), ...tokenTables(shown.tokens), fieldTable(shown, differing)]),
    ]),
    fields:
      shown === undefined
        ? []
        : differing.map(field =>
            fieldPage(shown, field, {
              name: fieldWords(field),
              more: ruleWords(field),
              plot: plots.get(field.field),
            }),
          ),
    slices: shown === undefined ? [] : slicePages(shown),
    after: withRows([
      ...(shown === undefined ? [] : [sliceTable(shown), kindsTable(shown), renamedTable(shown)]),
      rejectTable(sidesOf(data)),
      outsideTable(readings[0], values),
      filledTable(sidesOf(data)),
    ]),
  };
}

/** Whether the new one may be, and why not, what was compared, and what stayed. */
export function goldenWords(data: ReportedData, values: boolean): readonly Words[] {
  const { comparison, contract, readings } = data;
  const shown = comparison === undefined ? undefined : shownOf(data, comparison, values);
  return [
    ...verdictWords(data, values),
    ...readings[0].suspects.map(
      suspect =>
        say`${fieldWords(suspect)}, declared in ${[suspect.unit]}: ${suspectText(contract.schema, suspect)}.`,
    ),
    ...(shown?.suspects.map(suspect => say`${factorText(suspect)}.`) ?? []),
    ...(shown === undefined ? firstWords(data) : comparisonWords(shown)),
    ...recordWords(data),
  ];
}

type ToldField = ToldComparison['fields'][number];

const sidesOf = ({ readings }: ReportedData) => readings.filter(reading => reading !== undefined);

function ruleWords(field: ToldField): readonly Words[] {
  const rule = ruleText(field);
  if (rule === '') return [];
  return patternText(field) === undefined
    ? [say`Its terms follow one rule: ${[rule]}.`]
    : [say`All its numbers follow one rule: ${[rule]}.`];
}

/** Whether it may be, and what of it may not. */
function verdictWords(data: ReportedData, values: boolean): readonly Words[] {
  const checks = toldChecks(data, values);
  const bad = checks.filter(({ answer }) => answer !== 'within');
  const rejected = data.readings[0].rejected;
  return [
    ...(data.comparison === undefined
      ? []
      : bad.length === 0
        ? [
            checks.length === 0
              ? ['The meaning passes: nothing differs.']
              : ['The meaning passes: all that differs is allowed by the change record.'],
          ]
        : [
            say`The meaning fails: ${bad.length} of ${checks.length} measures are not allowed.`,
            ...bad.slice(0, NAMED).map(check => say`${checkText(check, data.hasRecord)}`),
            ...(data.hasRecord ? [] : [['There is no change record, and without one nothing may differ.']]),
          ]),
    ...(rejected === 0
      ? []
      : [say`The encoding fails: ${rejected} records of ${data.readings[0].file} break the contract.`]),
  ];
}

const NAMED = 5;

const firstWords = ({ readings: [after] }: ReportedData): readonly Words[] => [
  say`Nothing was compared: of ${after.file}, ${after.batch.numRows} records were accepted.`,
];

export function comparisonWords(shown: ToldComparison): readonly Words[] {
  const { rows, fields, key, rejects, slices, distribution, withheld } = shown;
  const differing = fields.filter(({ differ }) => differ > 0);
  const names = differing.map(fieldWords);
  const keyed = key.map(id =>
    fieldWords(fields.find(({ field }) => field === id) ?? { name: '', field: id }),
  );
  const worst = slices.find(one => one.worst !== undefined);
  const hidden = fields.filter(({ field }) => withheld.includes(field));
  return [
    say`There are ${rows.before} samples before and ${rows.after} after. ${rows.matched} are matched by ${listed(keyed, NAMED)}, ${rows.missing} are missing and ${rows.extra} are extra.`,
    ...(rejects === undefined
      ? []
      : [
          say`${rejects.before} were refused before and ${rejects.after} after: ${rejects.oneSided} on one side alone, ${rejects.otherwise} for another reason, ${rejects.same} as before.`,
        ]),
    differing.length === 0
      ? ['All fields are the same in all samples that were matched.']
      : say`${rows.differ} of ${rows.matched} samples differ (${[shareText(rows.differ, rows.matched)]}), in ${listed(names, NAMED)}. ${fields.length - differing.length} fields are the same.`,
    ...differing.slice(0, 2).flatMap(field =>
      explanationWords(field)
        .slice(0, 1)
        .map(words => say`${fieldWords(field)}: ${words}`),
    ),
    ...(shown.moved === undefined || shown.moved.count === 0
      ? []
      : [say`${shown.moved.count} samples are in another split.`]),
    ...(worst?.worst === undefined
      ? []
      : [
          say`In the worst part of ${worst.slice}, ${evidenceText(worst.worst.key)}, ${worst.worst.differ} of ${worst.worst.rows} differ; ${worst.clean} of ${worst.parts} parts are without a difference.`,
        ]),
    ...(distribution === undefined
      ? []
      : [
          say`How often each label stands there is ${[distribution.divergence.toFixed(3)]} apart (Jensen–Shannon, 0 to 1): that the whole looks alike says nothing of single samples.`,
        ]),
    ...(hidden.length === 0 ? [] : [say`Values of ${listed(hidden.map(fieldWords), NAMED)} are withheld.`]),
  ];
}

function recordWords({ contract, readings: [after, before] }: ReportedData): readonly Words[] {
  return [
    ...(before?.through ?? []).map(digest => say`The records before went through the converter ${[digest]}.`),
    say`The contract is declared: version ${after.set.version} of ${after.set.subject}, record schema ${[contract.recordSchema]}.`,
  ];
}

const sidesTable = ({ readings }: ReportedData): DataTable => {
  const [after, before] = readings;
  const row = (side: string, reading: typeof after): readonly string[] => [
    side,
    reading.set.revision,
    `version ${reading.set.version}`,
    reading.file,
    String(reading.batch.numRows + reading.rejected),
    String(reading.rejected),
    reading.set.data.sha256,
    reading.set.source,
  ];
  return {
    caption: 'What was compared',
    head: ['', 'revision', 'contract', 'file', 'records', 'refused', 'digest', 'source'],
    rows: [...(before === undefined ? [] : [row('before', before)]), row('after', after)],
  };
};

const checkTable = (data: ReportedData, values: boolean): DataTable => ({
  caption: 'What may differ, and what was observed',
  head: CHECK_HEAD,
  rows: toldChecks(data, values).map(check => checkWords(check, data.hasRecord)),
});
