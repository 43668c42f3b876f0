import type { Waiver } from '../../change/record.ts';
import type { Contract } from '../../contract/contract.ts';
import type { FieldId } from '../../contract/field.ts';
import { evidenceText } from '../../contract/withheld.ts';
import { conditionText } from '../../golden/condition.ts';
import { suspectText } from '../../golden/doubts/unit-suspects.ts';
import { shareText } from '../../golden/share.ts';
import { type ToldComparison, type ToldVerdict, tellCounts, tellVerdict } from '../../golden/tell.ts';
import type { RevisionReading } from '../../service/read-revision.ts';
import {
  CHECK_HEAD,
  checkWords,
  coverageText,
  FILLED_WORDS,
  fieldWords,
  patternText,
  sizeText,
} from '../golden-words.ts';
import { distinct } from '../output.ts';
import { completionTable } from './completion-table.ts';
import { type DataTable, withRows } from './data-table.ts';
import { renamedTable } from './finding-tables.ts';
import { kindsTable, outsideTable, skipsTable, unitTable } from './kinds-tables.ts';
import type { ReportedChange, ReportedData } from './reported.ts';
import { tokenTables } from './tokens-tables.ts';

type ToldField = ToldComparison['fields'][number];

/**
 * What `check` prints of a data revision: what was refused and what was filled, the comparison with the one before, and the
 * measures that are not allowed.
 *
 * @param values  whether labels, parts of slices, conditions and changes are told; never those of guarded fields
 */
function dataTables(data: ReportedData, values: boolean): readonly DataTable[] {
  const { readings, comparison } = data;
  const sides = readings.filter(reading => reading !== undefined);
  return [
    suspectTable(readings[0], data.contract),
    rejectTable(sides),
    outsideTable(readings[0], values),
    filledTable(sides),
    ...(comparison === undefined ? [] : comparisonTables(shownOf(data, comparison, values))),
    checkTable(data, values),
  ];
}

/** Every table of a change, whatever was judged. */
export const tablesOf = (
  { data, completion, waivers = [] }: Pick<ReportedChange, 'data' | 'completion' | 'waivers'>,
  values: boolean,
): readonly DataTable[] =>
  withRows([
    ...(data === undefined ? [] : dataTables(data, values)),
    ...(completion === undefined ? [] : [completionTable(completion, values)]),
    waiverTable(waivers),
  ]);

const waiverTable = (waivers: readonly Waiver[]): DataTable => ({
  caption: 'Waived at the gate',
  head: ['what', 'owner', 'until', 'reason'],
  rows: waivers.map(({ waives, owner, until, reason }) => [waives, owner, until, reason]),
});

export const shownOf = (
  { contract }: ReportedData,
  comparison: ToldComparison,
  values: boolean,
): ToldComparison => (values ? comparison : tellCounts(contract.schema, comparison));

export const suspectTable = ({ suspects }: RevisionReading, { schema }: Contract): DataTable => ({
  caption: 'Units that the values gainsay',
  head: ['field', 'declared in', 'what the values say'],
  rows: suspects.map(suspect => [fieldWords(suspect), suspect.unit, suspectText(schema, suspect)]),
});

export const rejectTable = (sides: readonly RevisionReading[]): DataTable => ({
  caption: 'Records that break the contract',
  head: ['reason', 'field', 'records', 'file', 'lines'],
  rows: sides.flatMap(({ file, rejects }) =>
    rejects.map(({ code, path, count, lines }) => [
      code,
      path,
      String(count),
      file,
      `${lines.join(', ')}${count > lines.length ? ' …' : ''}`,
    ]),
  ),
});

export const filledTable = (sides: readonly RevisionReading[]): DataTable => ({
  caption: 'Fields that records lack, and that are read as their default',
  head: ['field', 'records', 'file', 'what each of them says now'],
  rows: sides.flatMap(({ file, filled }) =>
    filled.map(({ path, count, means }) => [
      path,
      String(count),
      file,
      `its default, ${FILLED_WORDS[means]}`,
    ]),
  ),
});

const checkTable = (data: ReportedData, values: boolean): DataTable => ({
  caption: 'Measures that are not allowed',
  head: CHECK_HEAD,
  rows: toldChecks(data, values)
    .filter(({ answer }) => answer !== 'within')
    .map(check => checkWords(check, data.hasRecord)),
});

/** Every measure of the comparison; of a change of values, what was observed only where values are told. */
export function toldChecks(
  { comparison, contract, golden }: ReportedData,
  values: boolean,
): ToldVerdict['checks'] {
  if (golden === undefined || comparison === undefined) return [];
  const all = contract.schema.fields.map(({ id }) => id);
  return (values ? golden : tellVerdict(comparison, golden, all)).checks;
}

function comparisonTables(comparison: ToldComparison): readonly DataTable[] {
  const { fields } = comparison;
  // What differs most comes first, where not all of it has room.
  const differing = fields.filter(({ differ }) => differ > 0).sort((a, b) => b.differ - a.differ);
  return [
    samplesTable(comparison),
    refusedTable(comparison),
    skipsTable(comparison),
    renamedTable(comparison),
    unitTable(comparison),
    ...tokenTables(comparison.tokens),
    fieldTable(comparison, differing),
    {
      caption: 'Cells that went from one state to another',
      head: ['field', 'cells', 'from', 'to'],
      rows: differing.flatMap(field =>
        field.transitions
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, count }) => [fieldWords(field), String(count), from, to]),
      ),
    },
    {
      caption: 'What became which',
      head: ['field', 'samples', 'from', 'to'],
      rows: differing.flatMap(confusionRows),
    },
    {
      caption: 'The condition that says best which samples differ',
      head: ['field', 'condition', 'holds'],
      rows: differing.flatMap(conditionRows),
    },
    kindsTable(comparison),
    sliceTable(comparison),
  ];
}

export function samplesTable({ rows, distribution }: ToldComparison): DataTable {
  const divergence = distribution?.divergence;
  return {
    caption: 'Samples, compared by key',
    head: ['before', 'after', 'matched', 'missing', 'extra', 'differ', 'label divergence'],
    rows: [
      [
        ...[rows.before, rows.after, rows.matched, rows.missing, rows.extra, rows.differ].map(String),
        divergence === undefined ? '' : divergence.toFixed(3),
      ],
    ],
  };
}

export function refusedTable({ rejects, fields }: ToldComparison): DataTable {
  const named = (id: FieldId): string => {
    const field = fields.find(each => each.field === id);
    return field === undefined ? String(id) : fieldWords(field);
  };
  return {
    caption:
      rejects === undefined
        ? ''
        : `Samples refused: ${rejects.oneSided} on one side, ${rejects.otherwise} for another reason, ${rejects.same} as before`,
    head: ['reason', 'field', 'before', 'after'],
    rows:
      rejects?.reasons.map(({ field, code, before, after }) => [
        code,
        named(field),
        String(before),
        String(after),
      ]) ?? [],
  };
}

export const fieldTable = ({ rows }: ToldComparison, differing: readonly ToldField[]): DataTable => ({
  caption: 'Fields that differ',
  head: ['field', 'samples', 'share', 'greatest change', 'relative', 'rule of the change'],
  rows: differing.map(field => [
    fieldWords(field),
    `${field.differ} of ${rows.matched}`,
    shareText(field.differ, rows.matched),
    field.number === undefined ? '' : sizeText(field.number.absolute),
    field.number === undefined ? '' : sizeText(field.number.relative),
    ruleText(field),
  ]),
});

export function ruleText({ confusion, number }: ToldField): string {
  const ofLabels = confusion?.pattern.kind;
  return ofLabels === undefined || ofLabels === 'none' || ofLabels === 'mixed'
    ? (patternText({ number }) ?? '')
    : ofLabels;
}

function confusionRows(field: ToldField): ReadonlyArray<readonly string[]> {
  const { pairs, others } = field.confusion ?? { pairs: [], others: 0 };
  const rows = pairs.map(({ from, to, count }) => [
    fieldWords(field),
    String(count),
    ...distinct(evidenceText(from), evidenceText(to)),
  ]);
  return others === 0 ? rows : [...rows, [fieldWords(field), String(others), 'others', '']];
}

function conditionRows(field: ToldField): ReadonlyArray<readonly string[]> {
  const { explanation } = field;
  if (explanation === undefined) return [];
  const { kind, best, oneTerm } = explanation;
  if (kind === 'unexplained') return [[fieldWords(field), 'none of one or two terms', '']];
  return [best, oneTerm === best ? undefined : oneTerm]
    .filter(found => found !== undefined)
    .map(found => [fieldWords(field), conditionText(found.condition), coverageText(found, field.differ)]);
}

export const sliceTable = ({ slices }: ToldComparison): DataTable => ({
  caption: 'Slices, and the part of each that is worst',
  head: ['slice', 'worst part', 'differ', 'share', 'parts without a difference'],
  rows: slices.map(({ slice, parts, clean, worst }) => [
    slice,
    worst === undefined ? '' : evidenceText(worst.key),
    worst === undefined ? '0' : `${worst.differ} of ${worst.rows}`,
    worst === undefined ? '' : shareText(worst.differ, worst.rows, 0),
    `${clean} of ${parts}`,
  ]),
});
