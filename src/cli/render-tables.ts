import { evidenceText, isWithheld, type Withheld } from '../contract/withheld.ts';
import { conditionText } from '../golden/condition.ts';
import type { Confusion } from '../golden/confusion.ts';
import type { FieldComparison } from '../golden/field-comparison.ts';
import { patternText } from '../golden/patterns/pattern-text.ts';
import { shareText } from '../golden/share.ts';
import { explainedField, isRemap, type NamedFiles } from '../golden/tables/report.ts';
import type { ToldColumn, ToldTables } from '../golden/tables/tell-tables.ts';
import { type ColumnType, typeName, typeNames } from '../golden/tables/typed-column.ts';
import { amongText, coverageText } from './golden-words.ts';
import { distinct, fill, type Look, table, visible } from './output.ts';
import { renamedLines } from './render-renamed.ts';
import { doubtText, rateWords } from './table-words.ts';
import { tokenLines } from './token-words.ts';

/** What stayed, what changed and by which rule, where it is worst, and what says best which rows those are. */
export function tablesText(files: NamedFiles, told: ToldTables, look: Look): string {
  const { paint } = look;
  const verdict = told.differs ? paint.red('differs') : paint.green('same');
  return [
    `${paint.bold('compare')} ${visible(files.old.file)} (${files.old.format}) → ${visible(files.new.file)} (${files.new.format})`,
    ...headLines(told, look),
    ...columnLines(told, look),
    ...tokenLines(told.comparison.tokens, look),
    ...labelLines(told, look),
    ...explanationLines(told, look),
    ...sliceLines(told),
    ...rateLines(told),
    ...renamedLines(told.renamedKeys),
    ...doubtLines(told, look),
    ...withheldLines(told, look),
    verdict,
  ].join('\n');
}

function headLines({ comparison, key, label, columns }: ToldTables, { width }: Look): readonly string[] {
  const { rows } = comparison;
  const paired =
    key.how === 'position'
      ? 'rows are paired by their order: nothing shows that they are the same'
      : `${key.columns.map(visible).join(', ')} (${key.how})`;
  const same = columns.filter((_, at) => comparison.fields[at]!.differ === 0);
  return [
    `  rows     ${rows.before} old, ${rows.after} new, ${rows.matched} matched, ${rows.missing} missing, ${rows.extra} extra`,
    '  types    inferred: no contract was declared',
    `  key      ${paired}`,
    ...(label === undefined ? [] : [`  label    ${visible(label.column)} (${label.how})`]),
    ...(same.length === 0
      ? []
      : [
          fill(
            '  same     ',
            same.map(({ name }, at) => `${visible(name)}${at < same.length - 1 ? ',' : ''}`),
            width,
          ),
        ]),
  ];
}

function columnLines(
  { comparison, columns, added, removed, renamed }: ToldTables,
  { paint }: Look,
): readonly string[] {
  const lines = columns.flatMap((column, at) => {
    const field = comparison.fields[at]!;
    const notes = notesOf(column);
    if (field.differ === 0 && notes.length === 0) return [];
    const counts =
      field.differ === 0
        ? paint.green('the same values')
        : `${paint.red(`${field.differ} of ${comparison.rows.matched} differ`)} (${shareText(field.differ, comparison.rows.matched)})`;
    return [
      `  ${paint.bold(visible(column.name))}  ${counts}${column.toNull > 0 ? `, ${column.toNull} to null` : ''}${column.fromNull > 0 ? `, ${column.fromNull} from null` : ''}`,
      ...(column.pattern === undefined
        ? []
        : [`    ${paint.bold(visible(patternText(column.pattern)))}: ${cellsText(column, field)}`]),
      ...errorLines(column, field),
      ...placeLines(field),
      ...notes.map(note => `    ${note}`),
    ];
  });
  const whole = (word: string, all: typeof added): readonly string[] =>
    all.map(({ name, type }) => `  ${paint.bold(visible(name))}  ${paint.red(word)} (${typeName(type)})`);
  return [
    ...lines,
    ...whole('column removed', removed),
    ...whole('column added', added),
    ...renamed.map(
      ({ from, to, agree, of }) =>
        `  ${paint.bold(`${visible(from)} → ${visible(to)}`)}  renamed? they are equal in ${agree} of ${of} rows`,
    ),
  ];
}

/** How far numbers moved, where no rule says so. */
const errorLines = ({ pattern }: ToldColumn, { number }: FieldComparison<Withheld>): readonly string[] =>
  pattern !== undefined || number === undefined || number.differ === 0 || isWithheld(number.absolute)
    ? []
    : [`    greatest change ${evidenceText(number.absolute)}, relative ${evidenceText(number.relative)}`];

/** Where so few cells differ that a person goes and looks at each. */
const placeLines = ({ differ, firstRows }: FieldComparison<Withheld>): readonly string[] =>
  differ === 0 || differ > FEW_CELLS
    ? []
    : [`    in ${differ === 1 ? 'row' : 'rows'} ${firstRows.map(row => row + 1).join(', ')} of the old file`];

const FEW_CELLS = 5;

const cellsText = ({ pattern }: ToldColumn, { differ }: FieldComparison<Withheld>): string =>
  pattern!.cells === differ ? `all ${differ} that differ` : `${pattern!.cells} of the ${differ} that differ`;

function notesOf({ types, isTypeChanged, absent }: ToldColumn): readonly string[] {
  const names = typeNames(types);
  const spelled = [types.old, types.new].map(formOf);
  return [
    ...(isTypeChanged ? [`type changed: ${names.old} → ${names.new}`] : []),
    ...(types.old.kind === 'timestamp' && types.new.kind === 'timestamp' && types.old.zone !== types.new.zone
      ? ['a clock beside moments: --zone says by which clock they are to be read']
      : []),
    ...(spelled[0] !== spelled[1] && !isTypeChanged && spelled.every(form => form !== undefined)
      ? [`spelled otherwise: ${spelled.join(' → ')}`]
      : []),
    ...(absent.old === absent.new
      ? []
      : [`no such key in ${absent.old} records before, ${absent.new} after`]),
  ];
}

const formOf = (type: ColumnType): string | undefined => (type.kind === 'date' ? type.form : undefined);

function labelLines({ comparison }: ToldTables, { paint }: Look): readonly string[] {
  const field = comparison.fields.find(each => each.field === comparison.label);
  if (field?.confusion === undefined || field.differ === 0) return [];
  const { pairs, others, pattern } = field.confusion;
  const shown = pairs.slice(0, PAIRS_SHOWN);
  const rest = pairs.slice(PAIRS_SHOWN).reduce((sum, { count }) => sum + count, others);
  return [
    `  labels   ${field.differ} changed`,
    table(
      shown.map(({ from, to, count }) => [
        String(count),
        distinct(evidenceText(from), evidenceText(to)).join(' → '),
      ]),
      '    ',
    ),
    ...(rest === 0 ? [] : [`    and ${rest} others`]),
    ...(isRemap(pattern.kind) ? [`    ${paint.bold('one rule remaps them:')} ${ruleText(pattern)}`] : []),
    ...(comparison.distribution === undefined
      ? []
      : [`    Jensen–Shannon divergence (log2) ${comparison.distribution.divergence.toFixed(3)}`]),
  ];
}

const PAIRS_SHOWN = 10;

const ruleText = (pattern: Confusion<Withheld>['pattern']): string =>
  pattern.kind === 'merge'
    ? `${pattern.from.map(term => visible(evidenceText(term))).join(', ')} merged into ${visible(evidenceText(pattern.into))}`
    : pattern.kind;

function explanationLines(told: ToldTables, { paint, width }: Look): readonly string[] {
  const field = explainedField(told);
  const { best, kind } = field?.explanation ?? {};
  if (field === undefined) return [];
  if (kind === 'everything-differs') return [`  explained ${visible(field.name)} differs in every row`];
  const among = field.explanation && amongText(field.explanation);
  const cut = among === undefined ? [] : [fill('            ', among.split(' '), width)];
  if (best === undefined)
    return [
      `  explained no condition of one or two terms says which rows of ${visible(field.name)} differ`,
      ...cut,
    ];
  return [
    fill(
      '  explained ',
      [
        `${visible(field.name)} differs where`,
        paint.bold(`${visible(conditionText(best.condition))}:`),
        ...coverageText(best, field.differ).split(' '),
      ],
      width,
    ),
    ...cut,
  ];
}

/** The worst first, as far as a person reads. */
function sliceLines({ comparison }: ToldTables): readonly string[] {
  const touched = comparison.slices.flatMap(({ slice, worst, clean, parts }) =>
    worst === undefined || parts === 1 ? [] : [{ slice, worst, clean, parts }],
  );
  return touched
    .sort((a, b) => b.worst.differ * a.worst.rows - a.worst.differ * b.worst.rows)
    .slice(0, SLICES_SHOWN)
    .map(
      ({ slice, worst, clean, parts }) =>
        `  slice    ${visible(slice)}: worst ${visible(evidenceText(worst.key))}, ${worst.differ} of ${worst.rows} (${shareText(worst.differ, worst.rows, 0)}); ${clean} of ${parts} clean`,
    );
}

const SLICES_SHOWN = 5;

/** Of each slice the part whose labels are in the most other proportions. */
const rateLines = ({ labelRates }: ToldTables): readonly string[] =>
  labelRates
    .flatMap(({ slice, moved: [worst, ...more] }) => (worst === undefined ? [] : [{ slice, worst, more }]))
    .sort((a, b) => b.worst.divergence - a.worst.divergence)
    .slice(0, SLICES_SHOWN)
    .map(({ slice, worst, more }) => {
      const { part, label, old, new: later } = rateWords(worst);
      const others = more.length === 0 ? '' : `; ${more.length} more parts moved`;
      return `  rates    ${visible(slice)} ${visible(part)}: ${visible(label)} was ${old}, is ${later}${others}`;
    });

function doubtLines({ doubts: all }: ToldTables, { width }: Look): readonly string[] {
  const sidesOf = Map.groupBy(all, ({ side: _, ...doubt }) => JSON.stringify(doubt));
  const doubts = [...sidesOf.values()].map(([first, other]) => ({
    doubt: first!,
    where: other === undefined ? first!.side : 'both',
  }));
  return doubts
    .slice(0, DOUBTS_SHOWN)
    .map(({ doubt, where }) => {
      const first = doubt.rows.slice(0, ROWS_SHOWN).map((row, at) => placeText(row, doubt.keys[at]));
      const more = doubt.cells > first.length ? ', …' : '';
      const rows =
        first.length === 0 ? '' : `: ${first.length === 1 ? 'row' : 'rows'} ${first.join(', ')}${more}`;
      return fill(
        '  doubt    ',
        `${doubt.code} ${visible(doubt.column)} (${where}): ${doubtText(doubt)}${rows}`.split(' '),
        width,
      );
    })
    .concat(doubts.length > DOUBTS_SHOWN ? [`  doubt    and ${doubts.length - DOUBTS_SHOWN} more`] : []);
}

const [DOUBTS_SHOWN, ROWS_SHOWN] = [20, 5];

/** As a person counts, with its key where that is told. */
const placeText = (row: number, key: ToldTables['doubts'][number]['keys'][number] = []): string => {
  const told = key.filter(part => !isWithheld(part));
  return told.length === 0
    ? String(row + 1)
    : `${row + 1} (${told.map(part => visible(evidenceText(part))).join(', ')})`;
};

function withheldLines({ comparison }: ToldTables, { width }: Look): readonly string[] {
  if (comparison.withheld.length === 0 || comparison.rows.differ === 0) return [];
  return [
    fill(
      '  values   ',
      'are withheld of other columns than the label and named slices; --show-values tells them'.split(' '),
      width,
    ),
  ];
}
