import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import type { KeyRemap } from '../key-remap.ts';
import type { Pattern } from '../patterns/pattern.ts';
import type { FieldPlot } from '../plots/field-plot.ts';
import { type ToldComparison, tellComparison } from '../tell.ts';
import type { ComparedColumn, TablesComparison } from './compare-tables.ts';
import type { LabelRates } from './label-rates.ts';
import type { TableDoubt } from './table-doubts.ts';

/** A comparison of two files as it may be printed. */
export type ToldTables = Omit<
  TablesComparison,
  'comparison' | 'columns' | 'plots' | 'renamedKeys' | 'labelRates' | 'doubts'
> & {
  readonly comparison: ToldComparison;
  readonly columns: readonly ToldColumn[];
  readonly differs: boolean;
  readonly renamedKeys: readonly KeyRemap<Withheld>[];
  readonly labelRates: readonly LabelRates<Withheld>[];
  readonly doubts: readonly TableDoubt<Withheld>[];
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
  // Whoever asks for tokens asks for their number, of every text.
  const { tokens } = comparison;
  const told = { ...tellComparison(schema, comparison, withheld), tokens };
  const isHidden = (name: string): boolean => !telling.showValues && !shown.has(name);
  return {
    ...compared,
    comparison: told,
    plots: () => compared.plots(told),
    columns: columns.map(column => ({
      ...column,
      isTypeChanged: column.isTypeChanged && !isAlike(column, telling),
      ...(isHidden(column.name) && { pattern: column.pattern && tellPattern(column.pattern) }),
    })),
    renamedKeys: compared.renamedKeys.map(remap =>
      isHidden(remap.column) ? { ...remap, from: WITHHELD, to: WITHHELD } : remap,
    ),
    labelRates: compared.labelRates.map(rates =>
      isHidden(rates.slice)
        ? { ...rates, moved: rates.moved.map(part => ({ ...part, key: part.key && WITHHELD })) }
        : rates,
    ),
    doubts: compared.doubts.map(doubt => ({
      ...doubt,
      ...(doubt.code === 'CENTURY_SUSPECT' && isHidden(doubt.column) && { from: WITHHELD }),
      keys: doubt.keys.map(parts =>
        parts.map((part, at) => (isHidden(compared.key.columns[at]!) ? WITHHELD : part)),
      ),
    })),
    differs:
      rows.missing > 0 ||
      rows.extra > 0 ||
      rows.differ > 0 ||
      tokens?.fields.some(({ longer, shorter }) => longer + shorter > 0) === true ||
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
