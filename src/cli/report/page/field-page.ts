import { evidenceText, isWithheld, type Withheld } from '../../../contract/withheld.ts';
import { conditionText } from '../../../golden/condition.ts';
import type { Distribution } from '../../../golden/distribution.ts';
import type { FieldComparison } from '../../../golden/field-comparison.ts';
import type { FieldPlot } from '../../../golden/plots/field-plot.ts';
import { shareText } from '../../../golden/share.ts';
import type { ToldComparison } from '../../../golden/tell.ts';
import { coverageText, sizeText } from '../../golden-words.ts';
import { distinct } from '../../output.ts';
import { type DataTable, withRows } from '../data-table.ts';
import { say, type Words } from '../words.ts';
import type { FieldPage } from './comparison-page.ts';
import { confusionGrid, keptOf } from './confusion-grid.ts';

type ToldField = FieldComparison<Withheld>;

/**
 * A field that differs, as a person reads it.
 *
 * @param more  what else is to be said of it, such as the rule that all its cells obey
 */
export function fieldPage(
  comparison: ToldComparison,
  field: ToldField,
  {
    name,
    more,
    plot,
  }: {
    readonly name: string;
    readonly more: readonly Words[];
    readonly plot: FieldPlot<Withheld> | undefined;
  },
): FieldPage {
  const { rows } = comparison;
  const distribution = comparison.label === field.field ? comparison.distribution : undefined;
  const allMatched = rows.before === rows.matched && rows.after === rows.matched;
  return {
    name,
    facts: [
      say`${field.differ} of ${rows.matched} differ (${[shareText(field.differ, rows.matched)]}).`,
      ...more,
      ...sizeWords(field),
      ...explanationWords(field),
      ...(isPlotWithheld(plot) ? [['Its values are withheld, so nothing of it is drawn.']] : []),
    ],
    tables: withRows([transitionTable(field), confusionTable(field), placesTable(field)]),
    confusion:
      field.confusion && confusionGrid(field.confusion, keptOf(field.confusion, distribution, allMatched)),
    terms: distribution && termsOf(distribution),
    plot,
  };
}

const isPlotWithheld = (plot: FieldPlot<Withheld> | undefined): boolean =>
  plot !== undefined && isWithheld(plot.shape);

function sizeWords({ number, length }: ToldField): readonly Words[] {
  return [
    ...(number === undefined || number.differ === 0 || isWithheld(number.absolute)
      ? []
      : [
          say`The greatest change is ${[sizeText(number.absolute)]}, and relative to the larger size ${[sizeText(number.relative)]}.`,
        ]),
    ...(length === undefined || length.longer + length.shorter === 0
      ? []
      : [
          say`${length.longer} became longer and ${length.shorter} shorter, by ${[evidenceText(length.most)]} at most.`,
        ]),
  ];
}

/** What says best which of them differ. */
export function explanationWords({ explanation, differ }: ToldField): readonly Words[] {
  if (explanation === undefined) return [];
  const { kind, best, oneTerm } = explanation;
  if (kind === 'everything-differs') return [['It differs in every row that was compared.']];
  if (best === undefined) return [['No condition of one or two terms says which of them differ.']];
  return [
    say`They are explained best by ${conditionText(best.condition)}, which is ${[coverageText(best, differ)]}.`,
    ...(oneTerm === undefined || oneTerm === best
      ? []
      : [say`By one term alone: ${conditionText(oneTerm.condition)}, ${[coverageText(oneTerm, differ)]}.`]),
  ];
}

const transitionTable = ({ transitions }: ToldField): DataTable => ({
  caption: 'What kinds of cells became which',
  head: ['cells', 'from', 'to'],
  rows: transitions
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, count }) => [String(count), from, to]),
});

function confusionTable({ confusion }: ToldField): DataTable {
  const { pairs, others } = confusion ?? { pairs: [], others: 0 };
  const rows = pairs.map(({ from, to, count }) => [
    String(count),
    ...distinct(evidenceText(from), evidenceText(to)),
  ]);
  return {
    caption: 'What became which',
    head: ['cells', 'from', 'to'],
    rows: others === 0 ? rows : [...rows, [String(others), 'others', '']],
  };
}

const placesTable = ({ firstRows, differ }: ToldField): DataTable => ({
  caption: 'Where the first of them stand, by their places on the side before, counted from 0',
  head: ['rows'],
  rows: firstRows.length === 0 ? [] : [[`${firstRows.join(', ')}${differ > firstRows.length ? ' …' : ''}`]],
});

/** More than a person reads are counted together. */
const TERMS = 24;

function termsOf({ labels }: Distribution<Withheld>): FieldPage['terms'] {
  if (labels.length === 0 || labels.some(({ label }) => isWithheld(label))) return undefined;
  // What moved most comes first, as the rest is what one expects.
  const moved = labels
    .map(({ label, before, after }) => ({ name: evidenceText(label), before, after }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  return { bars: moved.slice(0, TERMS), others: Math.max(0, moved.length - TERMS) };
}
