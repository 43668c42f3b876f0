import type { Field } from '../../../contract/field.ts';
import { evidenceText, isWithheld, type Withheld } from '../../../contract/withheld.ts';
import type { Mark, PlotShape } from '../../../golden/plots/field-plot.ts';
import { shareText } from '../../../golden/share.ts';
import { type ToldNumber, toldApart } from '../../../shadow/axis.ts';
import type { FieldHistogram } from '../../../shadow/histogram.ts';
import { type FieldStatistics, QUANTILES } from '../../../shadow/statistics.ts';
import type { ToldShadow } from '../../../shadow/tell.ts';
import type { ShadowCheck } from '../../../shadow/verdict.ts';
import { effectText, findingText, numberText, type ShadowHead } from '../../render-shadow.ts';
import { type DataTable, withRows } from '../data-table.ts';
import { quantileText } from '../plots/quantile-svg.ts';
import { listed, say, type Words } from '../words.ts';
import type { ComparisonPage, FieldPage, SlicePage } from './comparison-page.ts';

/** Two data sets and what they are called, as every form of report tells of them. */
export type ShadowReport = {
  readonly head: ShadowHead;
  readonly told: ToldShadow;
  /** Fields whose unit changed: their quantiles stand in two units, and are not held against each other. */
  readonly converted: readonly string[];
};

export function shadowPage(report: ShadowReport): ComparisonPage {
  const { told } = report;
  return {
    sides: { before: 'old', after: 'new' },
    words: shadowWords(report),
    tables: withRows([sidesTable(report), checksTable(told), statisticsTable(report)]),
    fields: drawnFields(report),
    slices: slicePages(told),
    after: [],
  };
}

const NAMED = 5;

const isBad = ({ answer }: ShadowCheck<Withheld>): boolean =>
  answer === 'exceeded' || answer === 'not-evaluated';

const sizeOf = ({ effect }: ShadowCheck<Withheld>): number =>
  typeof effect === 'number' ? effect : Number.POSITIVE_INFINITY;

/** What fails, the worst first. */
export const failingChecks = ({ verdict }: ToldShadow): readonly ShadowCheck<Withheld>[] =>
  verdict.checks.filter(isBad).sort((a, b) => sizeOf(b) - sizeOf(a));

export function shadowWords({ head, told }: ShadowReport): readonly Words[] {
  const { comparison, verdict, withheld } = told;
  const bad = failingChecks(told);
  const unsure = verdict.checks.filter(({ answer }) => answer === 'within-chance').length;
  const hidden = comparison.after.fields.filter(({ field }) => withheld.includes(field));
  return [
    verdict.holds
      ? say`It holds: of ${verdict.evaluated} measures none moved more than is allowed.`
      : say`It fails: of ${verdict.evaluated} measures, ${bad.length} moved more than is allowed or could not be evaluated.`,
    ...bad.slice(0, NAMED).map(check => say`${checkText(check)}.`),
    ...comparison.findings.map(finding => say`${findingText(finding)}.`),
    say`There are ${comparison.before.rows} rows on the old side and ${comparison.after.rows} on the new one. They are compared by their statistics: no row of one need be in the other.`,
    ...(unsure === 0
      ? []
      : [say`${unsure} measures moved more than is allowed, and no more than chance shows in so few rows.`]),
    ...(head.inferred
      ? [['What the columns hold is inferred: no contract was declared.']]
      : [['The contract is declared.']]),
    ...(hidden.length === 0
      ? []
      : [
          say`Values of ${listed(
            hidden.map(({ name }) => name),
            NAMED,
          )} are withheld, and nothing of them is drawn.`,
        ]),
  ];
}

/** `shadow.distance:wind: 0.31, at most 0.1 allowed (exceeded)`. */
export const checkText = (check: ShadowCheck<Withheld>): string => {
  const [measure, part, effect, allowed, answer] = checkRow(check);
  return `${measure}${part === '' ? '' : ` in ${part}`}: ${effect}, ${allowed === '' ? 'without a threshold' : `at most ${allowed} allowed`} (${answer})`;
};

export const checkRow = ({ measure, part, effect, allowed, answer, needs }: ShadowCheck<Withheld>) =>
  [
    measure,
    part === undefined ? '' : part === null ? 'without a value' : evidenceText(part),
    effect === undefined ? 'not evaluated' : isWithheld(effect) ? evidenceText(effect) : effectText(effect),
    allowed === undefined ? '' : String(allowed),
    needs === undefined ? answer : `${answer}: about ${needs} rows would tell`,
  ] as const;

const ORDER: readonly string[] = ['exceeded', 'not-evaluated', 'within-chance', 'within'];

export const checksTable = ({ verdict }: ToldShadow): DataTable => ({
  caption: 'What may move, and how far it did; a measure that did not move is left out',
  head: ['measure', 'part', 'effect', 'allowed', 'answer'],
  rows: [...verdict.checks]
    .sort((a, b) => ORDER.indexOf(a.answer) - ORDER.indexOf(b.answer) || sizeOf(b) - sizeOf(a))
    .map(checkRow),
});

export const sidesTable = ({ head, told }: ShadowReport): DataTable => {
  const rows = (side: 'old' | 'new', count: number): ReadonlyArray<readonly string[]> => {
    const { files, statistics, revision } = head[side];
    return [
      ...(revision === undefined ? [] : [[side, revision, 'data revision', '']]),
      ...files.map(({ file, format, bytes }) => [side, file, format, String(bytes)]),
      ...statistics.map(file => [side, file, 'statistics', '']),
    ].map((row, at) => [...row, at === 0 ? String(count) : '']);
  };
  return {
    caption: 'What was compared; rows are those of the whole side',
    head: ['', 'file', 'format', 'bytes', 'rows'],
    rows: [...rows('old', told.comparison.before.rows), ...rows('new', told.comparison.after.rows)],
  };
};

type Told = FieldStatistics<Withheld>;

export function statisticsTable({ told: { comparison } }: ShadowReport): DataTable {
  const { before, after } = comparison;
  return {
    caption: 'Statistics of each field',
    head: ['field', 'nulls old', 'nulls new', 'not finite', 'distinct', 'unknown'],
    rows: after.fields.map(field => {
      const was = before.fields.find(one => one.field === field.field);
      const both = (text: (one: Told) => string): string =>
        was === undefined ? text(field) : `${text(was)} → ${text(field)}`;
      return [
        field.name,
        was === undefined ? '' : shareText(was.nulls, before.rows),
        shareText(field.nulls, after.rows),
        both(one => String(one.notFinite)),
        both(one => `${one.distinctError > 0 ? '≈' : ''}${one.distinct}`),
        field.unknown === undefined ? '' : both(one => String(one.unknown ?? 0)),
      ];
    }),
  };
}

/** What failed comes first, and of the rest as much as a page has room for. */
function drawnFields({ head, told, converted }: ShadowReport): readonly FieldPage[] {
  const { comparison, verdict } = told;
  const moved = verdict.checks.filter(({ answer }) => answer !== 'within').map(({ measure }) => measure);
  const isMoved = (name: string): boolean => moved.some(measure => measure.endsWith(`:${name}`));
  const histograms = new Map(comparison.histograms.map(histogram => [histogram.field, histogram]));
  const order = [
    ...comparison.after.fields.filter(({ name }) => isMoved(name)),
    ...comparison.after.fields.filter(({ name }) => !isMoved(name)),
  ];
  return order
    .flatMap(field => {
      const histogram = histograms.get(field.name);
      const was = comparison.before.fields.find(one => one.field === field.field);
      if (histogram === undefined || was === undefined || isHidden(histogram)) return [];
      return [
        fieldPage(
          { was, is: field, rows: { before: comparison.before.rows, after: comparison.after.rows } },
          histogram,
          head.fields.after.find(({ name }) => name === field.name),
          converted.includes(field.name),
          verdict.checks.filter(check => isBad(check) && check.measure.endsWith(`:${field.name}`)),
        ),
      ];
    })
    .slice(0, DRAWN_MAX);
}

const DRAWN_MAX = 24;

const isHidden = ({ edges, names }: FieldHistogram<Withheld>): boolean =>
  isWithheld(edges) || names?.some(isWithheld) === true;

type Sides = {
  readonly was: Told;
  readonly is: Told;
  readonly rows: { readonly before: number; readonly after: number };
};

function fieldPage(
  sides: Sides,
  histogram: FieldHistogram<Withheld>,
  field: Field | undefined,
  isConverted: boolean,
  bad: readonly ShadowCheck<Withheld>[],
): FieldPage {
  const { is } = sides;
  const { names, before, after, outside } = histogram;
  const shape = shapeOf(sides, histogram, field, isConverted);
  return {
    name: is.name,
    facts: [
      bad.length === 0 ? ['It moved no more than is allowed.'] : say`${bad.length} of its measures fail.`,
      ...bad.slice(0, NAMED).map(check => say`${checkText(check)}.`),
    ],
    tables: [],
    confusion: undefined,
    terms:
      names === undefined
        ? undefined
        : {
            bars: names
              .map((name, at) => ({ name: evidenceText(name), before: before[at]!, after: after[at]! }))
              .slice(0, TERMS),
            others: Math.max(0, names.length - TERMS) + Number(outside.before + outside.after > 0),
          },
    plot:
      shape === undefined
        ? undefined
        : {
            field: is.field,
            name: is.name,
            of: histogram.of === 'lengths' ? 'length' : 'value',
            unit: histogram.of === 'lengths' ? undefined : field?.unit?.code,
            shape,
          },
  };
}

const TERMS = 24;

function shapeOf(
  { was, is, rows }: Sides,
  { of, edges, before, after }: FieldHistogram<Withheld>,
  field: Field | undefined,
  isConverted: boolean,
): PlotShape | undefined {
  if (edges === undefined || isWithheld(edges)) return undefined;
  const [origin] = edges;
  const mark = (told: ToldNumber): Mark => ({
    // Where doubles would fall together places are drawn by how far they are from the first edge.
    near: typeof origin === 'string' ? toldApart(told, origin) : Number(told),
    text: numberText(told, of === 'lengths' ? undefined : field),
  });
  const marks = edges.map(mark);
  const drawn = { before: sum(before), after: sum(after) };
  const at = (one: Told): readonly ToldNumber[] | undefined => {
    const found = of === 'lengths' ? one.lengths : one.quantiles;
    return isWithheld(found) ? undefined : found;
  };
  const [left, right] = [at(was), at(is)];
  const both = !isConverted && left !== undefined && right !== undefined;
  return {
    drawn,
    leftOut: { before: rows.before - drawn.before, after: rows.after - drawn.after },
    scale: 'linear',
    ends: 'upper',
    bins: before.map((count, bin) => ({
      from: marks[bin]!,
      to: marks[bin + 1]!,
      before: count,
      after: after[bin]!,
    })),
    quantiles: both
      ? QUANTILES.map((thousandths, place) => ({
          thousandths,
          before: mark(left[place]!),
          after: mark(right[place]!),
        }))
      : [],
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Quantiles of a field that moved, for forms that draw nothing. */
export function quantilesTable({ head, told: { comparison } }: ShadowReport): DataTable {
  const places = [0, 2, 4, 6, 8];
  return {
    caption: 'Quantiles, old → new',
    head: ['field', ...places.map(place => quantileText(QUANTILES[place]!))],
    rows: comparison.after.fields.flatMap(field => {
      const was = comparison.before.fields.find(one => one.field === field.field);
      const [left, right] = [was?.quantiles, field.quantiles];
      if (left === undefined || right === undefined || isWithheld(left) || isWithheld(right)) return [];
      const own = (fields: readonly Field[]) => fields.find(({ id }) => id === field.field);
      const [before, after] = [own(head.fields.before), own(head.fields.after)];
      return [
        [
          field.name,
          ...places.map(place => `${numberText(left[place]!, before)} → ${numberText(right[place]!, after)}`),
        ],
      ];
    }),
  };
}

const PARTS = 12;

/** The parts of slices that fail, by their greatest effect; those that are withheld by what they are called stay counted. */
function slicePages(told: ToldShadow): readonly SlicePage[] {
  const slices = Map.groupBy(
    failingChecks(told).filter(({ part, effect }) => part !== undefined && typeof effect === 'number'),
    ({ measure }) => measure,
  );
  return [...slices].map(([name, checks]) => ({
    name,
    measured: 'the effect, from 0 to 1 and more,',
    bars: checks.slice(0, PARTS).map(({ part, effect }) => ({
      name: part === null ? 'without a value' : evidenceText(part ?? ''),
      share: Math.min(1, typeof effect === 'number' ? effect : 0),
      said: typeof effect === 'number' ? effectText(effect) : '',
    })),
    others: Math.max(0, checks.length - PARTS),
  }));
}
