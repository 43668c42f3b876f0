import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { Pattern } from '../patterns/pattern.ts';
import type { FieldPlot } from '../plots/field-plot.ts';
import { type ToldComparison, tellComparison } from '../tell.ts';
import type { ComparedColumn, TablesComparison } from './compare-tables.ts';

/** A comparison of two files as it may be printed. */
export type ToldTables = Omit<TablesComparison, 'comparison' | 'columns' | 'plots'> & {
  readonly comparison: ToldComparison;
  readonly columns: readonly ToldColumn[];
  readonly differs: boolean;
  readonly plots: () => readonly FieldPlot<Withheld>[];
};

export type ToldColumn = Omit<ComparedColumn, 'pattern'> & {
  readonly pattern: Pattern<Withheld> | undefined;
};

export type Telling = {
  /** Between formats a type that is called otherwise is told, and is no difference. */
  readonly sameFormat: boolean;
  /** Whether cells say what a column is, and no schema: then an exponent makes no other type of a decimal. */
  readonly byCells: boolean;
  /** Columns whose values were asked for. */
  readonly named: readonly string[];
  readonly showValues: boolean;
};

/** Values are told of the label, whose terms are the answer, and of slices that were named; of all else where it was asked. */
export function tellTables(compared: TablesComparison, telling: Telling): ToldTables {
  const { schema, comparison, columns, label, added, removed } = compared;
  const shown = new Set([...telling.named, ...(label === undefined ? [] : [label.column])]);
  const withheld = telling.showValues
    ? []
    : schema.fields.filter(({ name }) => !shown.has(name)).map(({ id }) => id);
  const { rows } = comparison;
  const told = tellComparison(schema, comparison, withheld);
  return {
    ...compared,
    comparison: told,
    plots: () => compared.plots(told),
    columns: columns.map(column => ({
      ...column,
      isTypeChanged: column.isTypeChanged && !isAlike(column, telling),
      ...(!telling.showValues &&
        !shown.has(column.name) && { pattern: column.pattern && tellPattern(column.pattern) }),
    })),
    differs:
      rows.missing > 0 ||
      rows.extra > 0 ||
      rows.differ > 0 ||
      added.length > 0 ||
      removed.length > 0 ||
      (telling.sameFormat && columns.some(column => column.isTypeChanged && !isAlike(column, telling))),
  };
}

const NUMBERS: ReadonlySet<string> = new Set(['int', 'decimal', 'float']);
const NONE: ReadonlySet<string> = new Set();
const FRACTIONS: ReadonlySet<string> = new Set(['decimal', 'float']);

/** Formats have other names for numbers, and CSV none. */
function isAlike({ types }: ComparedColumn, { sameFormat, byCells }: Telling): boolean {
  const alike = sameFormat ? (byCells ? FRACTIONS : NONE) : NUMBERS;
  return alike.has(types.old.kind) && alike.has(types.new.kind);
}

/** A factor, a shift or a length is of the change; what was put before a text stood in the cells. */
const tellPattern = (pattern: Pattern<Withheld>): Pattern<Withheld> =>
  pattern.rule.kind === 'affix' ? { ...pattern, rule: { ...pattern.rule, text: WITHHELD } } : pattern;
