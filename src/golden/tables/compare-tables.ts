import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { isCategorical } from '../../contract/category.ts';
import type { Field } from '../../contract/field.ts';
import { nearest } from '../../contract/nearest.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import type { Withheld } from '../../contract/withheld.ts';
import type { Comparison } from '../compare.ts';
import { labelDistribution } from '../distribution.ts';
import { type ComparedField, compareField, type FieldComparison } from '../field-comparison.ts';
import type { Join } from '../key.ts';
import type { KeyRemap } from '../key-remap.ts';
import { findPattern } from '../patterns/find-pattern.ts';
import type { Pattern } from '../patterns/pattern.ts';
import type { FieldPlot } from '../plots/field-plot.ts';
import { type Plotted, plotFields } from '../plots/plot-fields.ts';
import { compareSlices } from '../slice-comparison.ts';
import type { TokenMeans } from '../tokens/token-comparison.ts';
import { columnList } from './column-list.ts';
import { type ColumnSet, partOf } from './column-set.ts';
import { explainSampled } from './explain-sampled.ts';
import { FiniteColumn } from './finite-numbers.ts';
import { inZone } from './in-zone.ts';
import { inOrder, joinRows } from './join-rows.ts';
import { type LabelRates, labelRates } from './label-rates.ts';
import { missingInKey, proposeKey } from './propose-key.ts';
import { isSlice, sliceOf } from './propose-slices.ts';
import { type RenamedColumn, renamedColumns } from './renamed-columns.ts';
import { type TableDoubt, tableDoubts } from './table-doubts.ts';
import { tableRemaps } from './table-remaps.ts';
import { tableTokens } from './table-tokens.ts';
import type { Table, TypedColumn } from './typed-column.ts';
import type { Sides } from './unified-cells.ts';
import { fieldOf, type UnifiedColumn, unify } from './unify.ts';
import type { WallClock } from './wall-clock.ts';

export type TablesAsk = {
  /** Undefined: proposed. */
  readonly key: readonly string[] | undefined;
  readonly label: string | undefined;
  /** Undefined: proposed. */
  readonly slices: readonly string[] | undefined;
  readonly byPosition: boolean;
  /** By which clock times without a zone are read beside moments; undefined: by none. */
  readonly clock?: WallClock | undefined;
  /** What to count the tokens of texts with; undefined: they are not counted. */
  readonly tokens?: TokenMeans | undefined;
};

/** Two files without a contract, row by row. */
export type TablesComparison = {
  readonly schema: Schema;
  readonly comparison: Comparison;
  readonly key: { readonly columns: readonly string[]; readonly how: 'given' | 'proposed' | 'position' };
  readonly label: { readonly column: string; readonly how: 'given' | 'proposed' } | undefined;
  /** Of the clock by which times without a zone were read. */
  readonly zone: string | undefined;
  readonly slicesHow: 'given' | 'proposed';
  /** In the order of the older file; beside the fields of `schema`. */
  readonly columns: readonly ComparedColumn[];
  readonly added: readonly TypedColumn[];
  readonly removed: readonly TypedColumn[];
  /** Of those, pairs that hold the same. */
  readonly renamed: readonly RenamedColumn[];
  /** How the cells of columns lie, of what may be told of them; found when somebody asks. */
  readonly plots: (told: Plotted) => readonly FieldPlot<Withheld>[];
  /** Values of the key that one file seems to have in another's place. */
  readonly renamedKeys: readonly KeyRemap[];
  readonly labelRates: readonly LabelRates[];
  /** What is odd in a file by itself. */
  readonly doubts: readonly TableDoubt[];
};

export type ComparedColumn = Pick<UnifiedColumn, 'name' | 'types' | 'isTypeChanged'> & {
  readonly toNull: number;
  readonly fromNull: number;
  /** The rule that all cells obey that hold a value on both sides and differ. */
  readonly pattern: Pattern | undefined;
  /** Records of JSON that lacked the key. */
  readonly absent: { readonly old: number; readonly new: number };
};

/** @faults COMPARED_NOTHING COMPARED_NO_TEXT COMPARED_COLUMN_UNKNOWN POSITIONS_UNEQUAL KEY_NOT_FOUND KEY_NOT_UNIQUE, in this order */
export function compareTables(
  names: { readonly old: string; readonly new: string },
  oldTable: Table,
  newTable: Table,
  ask: TablesAsk,
): TablesComparison | Fault {
  const { old, new: later } = inZone({ old: oldTable, new: newTable }, ask.clock);
  const newer = new Map(later.columns.map(column => [column.name, column]));
  const older = new Set(old.columns.map(({ name }) => name));
  const shared = old.columns.filter(({ name }) => newer.has(name));
  if (shared.length === 0) {
    const [oldColumns, newColumns] = [columnList(old.columns), columnList(later.columns)];
    return new Fault('COMPARED_NOTHING', { ...names, oldColumns, newColumns });
  }
  const columns = shared.map(column => unify(column, newer.get(column.name)!));
  const unknown = unknownColumn(names, old, later, ask);
  if (unknown !== undefined) return unknown;
  if (ask.byPosition && old.rows !== later.rows)
    return new Fault('POSITIONS_UNEQUAL', { old: old.rows, new: later.rows });
  const label = labelOf(columns, ask);
  const key = keyOf(columns, label?.column, ask);
  if (key instanceof Fault) return key;
  const schema = inferredSchema(columns, key.columns, label?.column, ask);
  const set: ColumnSet = { schema, columns };
  const join = ask.byPosition
    ? inOrder(old.rows)
    : joinRows(
        set,
        schema.key.map(id => id - 1),
      );
  if (join instanceof Fault) return withBetterKey(join, columns, key.columns, label?.column);
  const tokens =
    ask.tokens &&
    tableTokens(
      schema,
      join,
      at => ({ before: row => columns[at]!.old[row]!, after: row => columns[at]!.new[row]! }),
      ask.tokens,
    );
  if (ask.tokens !== undefined && tokens === undefined) return new Fault('COMPARED_NO_TEXT', names);
  const added = later.columns.filter(({ name }) => !older.has(name));
  const removed = old.columns.filter(({ name }) => !newer.has(name));
  const compared = columns.map((column, at) => comparedField(schema.fields[at]!, column, join));
  return {
    schema,
    comparison: { ...comparisonOf(set, join, compared, { old: old.rows, new: later.rows }), tokens },
    key,
    zone: ask.clock?.name,
    label,
    slicesHow: ask.slices === undefined ? 'proposed' : 'given',
    columns: columns.map((column, at) =>
      comparedColumn(column, join, compared[at]!, {
        old: shared[at]!.absent,
        new: newer.get(column.name)!.absent,
      }),
    ),
    added,
    removed,
    renamed: renamedColumns(removed, added, join),
    plots: told =>
      plotFields(schema, told, (_, at, side) => {
        const cells = side === 'before' ? columns[at]!.old : columns[at]!.new;
        return { rows: cells.length, at: row => cells[row]! };
      }),
    renamedKeys: tableRemaps(
      columns,
      schema.key.map(id => id - 1),
      join,
    ),
    labelRates: labelRates(schema, columns),
    doubts: tableDoubts(old, later, key.columns),
  };
}

/** The join has seen the columns of the key alone. */
function withBetterKey(
  fault: Fault,
  columns: readonly UnifiedColumn[],
  key: readonly string[],
  label: string | undefined,
): Fault {
  if (!isRepeat(fault)) return fault;
  const better = missingInKey(columns, key, label);
  return better === undefined ? fault : new Fault('KEY_NOT_UNIQUE', { ...fault.facts, better }, fault.at);
}

const isRepeat = (fault: Fault): fault is Fault<'KEY_NOT_UNIQUE'> => fault.code === 'KEY_NOT_UNIQUE';

/** What is asked for by name, and is not in both tables. @faults COMPARED_COLUMN_UNKNOWN */
export function unknownColumn(
  names: { readonly old: string; readonly new: string },
  old: Table,
  later: Table,
  { key = [], label, slices = [] }: Partial<Pick<TablesAsk, 'key' | 'label' | 'slices'>>,
): Fault | undefined {
  const asked = [
    ...key.map(column => ({ option: '--key', column })),
    ...(label === undefined ? [] : [{ option: '--label', column: label }]),
    ...slices.map(column => ({ option: '--slice', column })),
  ];
  for (const { option, column } of asked) {
    const lacking = [
      { file: names.old, columns: old.columns },
      { file: names.new, columns: later.columns },
    ].filter(({ columns }) => !columns.some(({ name }) => name === column));
    const [first] = lacking;
    if (first === undefined) continue;
    return new Fault('COMPARED_COLUMN_UNKNOWN', {
      option,
      column,
      where: lacking.length === 2 ? 'both files do' : `${first.file} does`,
      nearest: nearest(
        column,
        first.columns.map(({ name }) => name),
      ),
    });
  }
  return undefined;
}

const LABELS: readonly string[] = ['label', 'target', 'class', 'outcome'];

/** A label that is not named is taken only where a column is called nothing else. */
function labelOf(columns: readonly UnifiedColumn[], ask: TablesAsk): TablesComparison['label'] {
  if (ask.label !== undefined) return { column: ask.label, how: 'given' };
  const named = columns.filter(
    column =>
      LABELS.includes(column.name.toLowerCase()) &&
      ['string', 'bool']
        .concat(column.types.old.kind === 'int' ? [column.type.kind] : [])
        .includes(column.type.kind) &&
      ask.key?.includes(column.name) !== true,
  );
  const [only, other] = named;
  return only === undefined || other !== undefined ? undefined : { column: only.name, how: 'proposed' };
}

function keyOf(
  columns: readonly UnifiedColumn[],
  label: string | undefined,
  ask: TablesAsk,
): TablesComparison['key'] | Fault {
  if (ask.byPosition) return { columns: [], how: 'position' };
  if (ask.key !== undefined) return { columns: ask.key, how: 'given' };
  const proposed = proposeKey(columns, label);
  return proposed instanceof Fault ? proposed : { columns: proposed.columns, how: 'proposed' };
}

function inferredSchema(
  columns: readonly UnifiedColumn[],
  key: readonly string[],
  label: string | undefined,
  { slices }: TablesAsk,
): Schema {
  const idOf = (name: string): number => columns.findIndex(column => column.name === name) + 1;
  const cuts =
    slices === undefined
      ? columns.filter(
          column =>
            column.name !== label &&
            isSlice(column) &&
            // Of a key that has no other column every row is a part of its own, but where it says when.
            (!key.includes(column.name) || key.length > 1 || column.type.kind !== 'string'),
        )
      : columns.filter(({ name }) => slices.includes(name));
  return {
    fields: columns.map((column, at) =>
      fieldOf(column, at + 1, column.name === label ? 'label' : logicalOf(column)),
    ),
    normalizer: undefined,
    key: key.map(idOf),
    label: label === undefined ? undefined : idOf(label),
    slices: cuts.map(column => sliceOf(column, idOf(column.name))),
  };
}

const logicalOf = ({ type }: UnifiedColumn): Field['logical'] =>
  type.kind === 'string' ? 'text' : type.kind === 'bool' ? 'flag' : 'number';

/** Most columns are the same, and what is the same need not be measured. */
function comparedField(field: Field, column: UnifiedColumn, join: Join): ComparedField {
  const { before } = join;
  const isSame = (column.isOneReading && areEqual(column.read, join)) || areEqual(column, join);
  if (!isSame) {
    const { old, new: later } = column;
    const found = compareField(
      field,
      isCategorical(field),
      join,
      row => old[row]!,
      row => later[row]!,
    );
    const finite = FiniteColumn.of(column, join);
    if (finite === undefined) return found;
    return { ...found, comparison: { ...found.comparison, number: finite.error, length: undefined } };
  }
  return {
    comparison: {
      field: field.id,
      name: field.name,
      same: before.length,
      differ: 0,
      transitions: [],
      statesChanged: 0,
      sizeless: 0,
      number: undefined,
      length: undefined,
      confusion: undefined,
      firstRows: [],
      explanation: undefined,
    },
    differs: new Uint8Array(before.length),
  };
}

function areEqual({ old, new: later }: Sides, { before, after }: Join): boolean {
  let pair = 0;
  while (pair < before.length && old[before[pair]!] === later[after[pair]!]) pair++;
  return pair === before.length;
}

function comparisonOf(
  set: ColumnSet,
  join: Join,
  compared: readonly ComparedField[],
  rows: { readonly old: number; readonly new: number },
): Comparison {
  const { schema } = set;
  const any = anyOf(compared, join.before.length);
  const labelAt = schema.label === undefined ? undefined : schema.label - 1;
  const judged = labelAt === undefined ? any : compared[labelAt]!.differs;
  const cuts = partOf(
    set,
    schema.slices.map(({ field }) => field - 1),
  );
  return {
    rows: {
      before: rows.old,
      after: rows.new,
      matched: join.before.length,
      missing: join.missing.length,
      extra: join.extra.length,
      differ: sum(any),
    },
    key: schema.key,
    missingRows: join.missing.slice(0, LIMITS.evidence_rows_max),
    extraRows: join.extra.slice(0, LIMITS.evidence_rows_max),
    fields: explained(set, join, compared),
    label: schema.label,
    distribution: labelAt === undefined ? undefined : distributionOf(set, labelAt, rows),
    split: undefined,
    slices: schema.slices.length === 0 ? [] : compareSlices(cuts.schema, cuts.old, join, judged),
    rejects: undefined,
    skips: undefined,
    nulls: [],
    suspects: [],
  };
}

function distributionOf(
  set: ColumnSet,
  labelAt: number,
  rows: { readonly old: number; readonly new: number },
): Comparison['distribution'] {
  const part = partOf(set, [labelAt]);
  return labelDistribution(part.schema, part.schema.label!, {
    before: { cells: part.old, rows: rows.old },
    after: { cells: part.new, rows: rows.new },
  });
}

/** The label's differences, or those of the column that differs most; what differs in every row is explained by nothing. */
function explained(
  set: ColumnSet,
  join: Join,
  compared: readonly ComparedField[],
): readonly FieldComparison[] {
  const fields = compared.map(({ comparison }) => comparison);
  const labelAt = set.schema.label === undefined ? undefined : fields[set.schema.label - 1];
  const most = fields.reduce((first, field) => (toExplain(field) > toExplain(first) ? field : first));
  const chosen = labelAt !== undefined && labelAt.differ > 0 ? labelAt : most;
  if (chosen.differ === 0) return fields;
  return compared.map(({ comparison, differs }) =>
    comparison === chosen ? { ...comparison, explanation: explainSampled(set, join, differs) } : comparison,
  );
}

const toExplain = ({ same, differ }: FieldComparison): number =>
  same === 0 ? differ / (differ + 1) : differ;

function anyOf(compared: readonly ComparedField[], rows: number): Uint8Array {
  const any = new Uint8Array(rows);
  for (const { comparison, differs } of compared) {
    if (comparison.differ === 0) continue;
    for (let row = 0; row < rows; row++) any[row]! |= differs[row]!;
  }
  return any;
}

const sum = (flags: Uint8Array): number => flags.reduce((all, flag) => all + flag, 0);

function comparedColumn(
  column: UnifiedColumn,
  join: Join,
  { comparison: { differ } }: ComparedField,
  absent: ComparedColumn['absent'],
): ComparedColumn {
  const { name, types, isTypeChanged } = column;
  if (differ === 0) return { name, types, isTypeChanged, toNull: 0, fromNull: 0, pattern: undefined, absent };
  const [toNull, fromNull] = [nulls(column, join, 'old', 'new'), nulls(column, join, 'new', 'old')];
  const counts = { toNull, fromNull, differ };
  const finite = FiniteColumn.of(column, join);
  const pattern = finite === undefined ? findPattern(column, join, counts) : finite.pattern(counts);
  return { name, types, isTypeChanged, toNull, fromNull, pattern, absent };
}

/** Rows in which one side alone has a value. */
function nulls(
  { old, new: later }: UnifiedColumn,
  join: Join,
  has: 'old' | 'new',
  lacks: 'old' | 'new',
): number {
  const values: Readonly<Record<'old' | 'new', readonly Value[]>> = { old, new: later };
  const rows = { old: join.before, new: join.after };
  const [given, gone] = [values[has], values[lacks]];
  const [givenRows, goneRows] = [rows[has], rows[lacks]];
  let count = 0;
  for (let pair = 0; pair < givenRows.length; pair++)
    if (gone[goneRows[pair]!] === null && given[givenRows[pair]!] !== null) count++;
  return count;
}
