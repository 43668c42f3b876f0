import { evidenceText, isWithheld } from '../../../contract/withheld.ts';
import { patternText } from '../../../golden/patterns/pattern-text.ts';
import { shareText } from '../../../golden/share.ts';
import { explainedField, isRemap } from '../../../golden/tables/report.ts';
import type { ToldColumn, ToldTables } from '../../../golden/tables/tell-tables.ts';
import { typeName, typeNames } from '../../../golden/tables/typed-column.ts';
import type { ComparedFiles } from '../../../service/compare-files.ts';
import { sizeText } from '../../golden-words.ts';
import { type DataTable, withRows } from '../data-table.ts';
import { sliceTable } from '../data-tables.ts';
import { doubtsTable, ratesTable, renamedColumnsTable, renamedTable } from '../finding-tables.ts';
import { tokenTables } from '../tokens-tables.ts';
import { listed, say, type Words } from '../words.ts';
import type { ComparisonPage } from './comparison-page.ts';
import { explanationWords, fieldPage } from './field-page.ts';
import { slicePages } from './slice-page.ts';

/** Two files without a contract, row by row. What may be told was decided before. */
export function tablesPage({ files, told }: ComparedFiles): ComparisonPage {
  const { comparison, columns } = told;
  const plots = new Map(told.plots().map(plot => [plot.name, plot]));
  return {
    sides: { before: 'old', after: 'new' },
    words: [...verdictWords(told), ...rowWords(told), ...foundWords(told), ...withheldWords(told)],
    tables: withRows([
      {
        caption: 'What was compared; its types are inferred, and no contract was declared',
        head: ['', 'file', 'format', 'rows', 'digest'],
        rows: [
          ['old', files.old.file, files.old.format, String(comparison.rows.before), files.old.digest ?? ''],
          ['new', files.new.file, files.new.format, String(comparison.rows.after), files.new.digest ?? ''],
        ],
      },
      rowsTable(told),
      columnsTable(told),
      onSideTable(told),
      renamedColumnsTable(told),
      ...tokenTables(comparison.tokens),
    ]),
    fields: comparison.fields.flatMap((field, at) => {
      const column = columns[at]!;
      const plot = plots.get(column.name);
      if (field.differ === 0 && (plot === undefined || isWithheld(plot.shape))) return [];
      return [
        fieldPage(comparison, field, { name: column.name, more: columnWords(column, field.differ), plot }),
      ];
    }),
    slices: slicePages(comparison),
    after: withRows([sliceTable(comparison), ratesTable(told), renamedTable(told), doubtsTable(told)]),
  };
}

export function rowsTable({ comparison: { rows } }: ToldTables): DataTable {
  return {
    caption: 'Rows',
    head: ['old', 'new', 'matched', 'missing', 'extra', 'differ'],
    rows: [[rows.before, rows.after, rows.matched, rows.missing, rows.extra, rows.differ].map(String)],
  };
}

/** What differs most comes first, and what is the same is left out. */
export function columnsTable({ comparison, columns }: ToldTables): DataTable {
  const { fields, rows } = comparison;
  const differing = columns
    .map((column, at) => ({ column, field: fields[at]! }))
    .filter(({ column, field }) => field.differ > 0 || column.isTypeChanged)
    .sort((a, b) => b.field.differ - a.field.differ);
  return {
    caption: 'Columns that differ',
    head: ['column', 'rows', 'share', 'to null', 'from null', 'pattern', 'greatest change', 'type'],
    rows: differing.map(({ column, field }) => [
      column.name,
      `${field.differ} of ${rows.matched}`,
      shareText(field.differ, rows.matched),
      String(column.toNull),
      String(column.fromNull),
      column.pattern === undefined ? '' : patternText(column.pattern),
      field.number === undefined || field.number.differ === 0 ? '' : sizeText(field.number.absolute),
      typeText(column),
    ]),
  };
}

const typeText = ({ types, isTypeChanged }: ToldColumn): string => {
  const names = typeNames(types);
  return isTypeChanged ? `${names.old} → ${names.new}` : names.new;
};

/** Columns of one file alone. */
export const onSideTable = ({ added, removed }: ToldTables): DataTable => ({
  caption: 'Columns that one file alone has',
  head: ['column', 'in', 'type'],
  rows: [
    ...removed.map(({ name, type }) => [name, 'old', typeName(type)]),
    ...added.map(({ name, type }) => [name, 'new', typeName(type)]),
  ],
});

const NAMED = 5;

function verdictWords(told: ToldTables): readonly Words[] {
  if (!told.differs) return [['Nothing differs.']];
  const { rows } = told.comparison;
  const tokens = (told.comparison.tokens?.fields ?? []).filter(({ longer, shorter }) => longer + shorter > 0);
  const changed = told.columns.filter(({ isTypeChanged }) => isTypeChanged).length;
  const why: readonly Words[] = [
    ...(rows.differ === 0 ? [] : [say`${rows.differ} of ${rows.matched} matched rows differ`]),
    ...(rows.missing === 0 ? [] : [say`${rows.missing} rows are missing`]),
    ...(rows.extra === 0 ? [] : [say`${rows.extra} rows are extra`]),
    ...(told.removed.length === 0 ? [] : [say`${told.removed.length} columns are gone`]),
    ...(told.added.length === 0 ? [] : [say`${told.added.length} columns are new`]),
    ...(changed === 0 ? [] : [say`${changed} columns have another type`]),
    ...tokens.map(
      ({ name, longer, shorter }) => say`${longer + shorter} texts of ${[name]} have more or fewer tokens`,
    ),
  ];
  return [say`The files differ: ${why.flatMap((words, at) => (at === 0 ? words : [', ', ...words]))}.`];
}

function rowWords({ comparison: { rows }, key }: ToldTables): readonly Words[] {
  const counts = say`There are ${rows.before} rows in the old file and ${rows.after} in the new one.`;
  return [
    key.how === 'position'
      ? say`${counts} They are paired by their order, so nothing shows that they are the same samples.`
      : say`${counts} ${rows.matched} are matched by ${listed(key.columns, NAMED)}, which was ${[key.how]} as the key.`,
  ];
}

function foundWords(told: ToldTables): readonly Words[] {
  const { comparison, columns, label } = told;
  const differing = comparison.fields.filter(({ differ }) => differ > 0);
  const labelled = comparison.fields.find(({ field }) => field === comparison.label);
  const explained = explainedField(told);
  const worst = worstOf(told);
  return [
    ...(differing.length === 0
      ? []
      : [
          say`What differs is ${listed(
            differing.map(({ name }) => name),
            NAMED,
          )}; ${columns.length - differing.length} columns are the same.`,
        ]),
    ...differing
      .flatMap(field => {
        const { name, pattern } = columns[comparison.fields.indexOf(field)]!;
        return pattern === undefined
          ? []
          : [
              say`${name}: ${pattern.cells} of the ${field.differ} that differ follow one rule, ${patternText(pattern)}.`,
            ];
      })
      .slice(0, NAMED),
    ...(label === undefined || labelled === undefined || labelled.differ === 0
      ? []
      : [
          say`${labelled.differ} labels of ${label.column} changed${[
            labelled.confusion !== undefined && isRemap(labelled.confusion.pattern.kind)
              ? `, and one rule remaps them: ${labelled.confusion.pattern.kind}`
              : ', by no rule on labels alone',
          ]}.`,
        ]),
    ...(explained === undefined
      ? []
      : explanationWords(explained)
          .slice(0, 1)
          .map(words => say`${explained.name}: ${words}`)),
    ...(worst === undefined
      ? []
      : [
          say`The worst slice is ${worst.slice}: of ${evidenceText(worst.part.key)}, ${worst.part.differ} of ${worst.part.rows} rows differ.`,
        ]),
  ];
}

function worstOf({ comparison: { slices } }: ToldTables) {
  const [first] = slices
    .flatMap(({ slice, worst, parts }) =>
      worst === undefined || parts === 1 ? [] : [{ slice, part: worst }],
    )
    .sort((a, b) => b.part.differ * a.part.rows - a.part.differ * b.part.rows);
  return first;
}

const withheldWords = ({ comparison: { withheld, rows } }: ToldTables): readonly Words[] =>
  withheld.length === 0 || rows.differ === 0
    ? []
    : [
        [
          'Values of other columns than the label and named slices are withheld, and no histogram of them is drawn; --show-values tells them.',
        ],
      ];

/** The rule of its cells, and what else changed of it. */
export function columnWords(
  { pattern, types, isTypeChanged, absent, toNull, fromNull }: ToldColumn,
  differ: number,
): readonly Words[] {
  const names = typeNames(types);
  return [
    ...(pattern === undefined
      ? []
      : [
          say`${[pattern.cells === differ ? 'All of them' : `${pattern.cells} of them`]} follow one rule: ${patternText(pattern)}.`,
        ]),
    ...(toNull + fromNull === 0 ? [] : [say`${toNull} went to null, and ${fromNull} came from null.`]),
    ...(isTypeChanged ? [say`Its type was ${names.old} and is ${names.new}.`] : []),
    ...(absent.old === absent.new
      ? []
      : [
          say`The key is not there in ${absent.old} records of the old file, and in ${absent.new} of the new one.`,
        ]),
  ];
}
