import type { Field, FieldId } from '../../contract/field.ts';
import { isInteger, KIND_TABLE } from '../../contract/kind-table.ts';
import { sentinelOf } from '../../contract/senses.ts';
import { TIME_UNITS, timeUnitOf } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { lengthOf } from '../../contract/value-length.ts';
import { type BoundForm, boundOf } from '../explain-ordered.ts';
import type { Sides } from '../key.ts';
import { sizeKind } from '../size-kind.ts';
import { type Amount, type BinEdges, binEdges, binsFor, type Ladder, rising } from './bin-edges.ts';

/** How the cells of one field lie on either side, as a person would draw it; nothing is judged by it. */
export type FieldPlot<V = never> = {
  readonly field: FieldId;
  readonly name: string;
  /** Of texts, bytes and lists it is how long they are that is drawn. */
  readonly of: 'value' | 'length';
  readonly unit: string | undefined;
  readonly shape: PlotShape | V;
};

export type PlotShape = {
  /** Cells that are drawn; what is null, no finite number, a sentinel or was never written is left out and counted. */
  readonly drawn: Sides<number>;
  readonly leftOut: Sides<number>;
  /** Whether the bins are of one width, or grow. */
  readonly scale: BinEdges['scale'];
  /** Of bins that were made elsewhere: whether what lies on an edge is in the bin that ends there. */
  readonly ends?: 'upper';
  /** One beside the other from the least to the greatest cell of both sides; a cell on an edge is in the bin that begins there. */
  readonly bins: readonly Bin[];
  /** The least cell that so many thousandths of a side do not exceed; undefined where a side has none. */
  readonly quantiles: readonly PlotQuantile[];
};

export type Bin = {
  readonly from: Mark;
  readonly to: Mark;
  readonly before: number;
  readonly after: number;
};

export type PlotQuantile = {
  readonly thousandths: number;
  readonly before: Mark | undefined;
  readonly after: Mark | undefined;
};

/** As the field writes it, and the double nearest to it, to draw by. */
export type Mark = { readonly near: number; readonly text: number | bigint | string };

/** One side of a column. */
export type PlotColumn = { readonly rows: number; readonly at: (row: number) => Value };

export const PLOT_QUANTILES = [
  0, 10, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950, 990, 1000,
] as const;

/** Undefined for a field whose values have no order and no length, and where no side has one. */
export function plotShape(field: Field, sides: Sides<PlotColumn>): PlotShape | undefined {
  const of = drawnOf(field);
  if (of === undefined) return undefined;
  const read = of === 'value' ? amountOf : lengthOf;
  const [before, after] = [amountsOf(field, sides.before, read), amountsOf(field, sides.after, read)];
  const edges = edgesOf(field, before, after);
  if (edges === undefined) return undefined;
  const form = of === 'value' ? boundOf(field) : LENGTHS;
  const mark = markOf(form);
  const counts = { before: countsIn(before, edges.edges), after: countsIn(after, edges.edges) };
  return {
    drawn: { before: before.length, after: after.length },
    leftOut: { before: sides.before.rows - before.length, after: sides.after.rows - after.length },
    scale: edges.scale,
    bins: counts.before.map((count, at) => ({
      from: mark(edges.edges[at]!),
      to: mark(edges.edges[at + 1]!),
      before: count,
      after: counts.after[at]!,
    })),
    quantiles: PLOT_QUANTILES.map(thousandths => ({
      thousandths,
      before: before.length === 0 ? undefined : mark(quantile(before, thousandths)),
      after: after.length === 0 ? undefined : mark(quantile(after, thousandths)),
    })),
  };
}

const LENGTHS: BoundForm = { text: value => value, zero: true };

const markOf =
  ({ text }: BoundForm) =>
  (amount: Amount): Mark => ({ near: Number(amount), text: text(amount) });

type Amounts = Float64Array | BigInt64Array | readonly bigint[];

type Measured = Parameters<typeof lengthOf>[0];
type Read = (value: Measured & Value) => Amount | undefined;

const amountOf = (value: Value): Amount | undefined =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined;

/** Ascending. */
function amountsOf(field: Field, { rows, at }: PlotColumn, read: Read): Amounts {
  const found: Amount[] = [];
  for (let row = 0; row < rows; row++) {
    const value = at(row);
    if (value === null || sentinelOf(field, value) !== undefined) continue;
    const amount = read(value as Measured & Value);
    if (amount !== undefined) found.push(amount);
  }
  if (typeof found[0] !== 'bigint') return Float64Array.from(found as number[]).sort();
  const whole = found as bigint[];
  const fit = whole.every(value => BigInt.asIntN(64, value) === value);
  return fit ? BigInt64Array.from(whole).sort() : whole.sort(byAmount);
}

const byAmount = (a: Amount, b: Amount): number => Number(a > b) - Number(a < b);

function edgesOf(field: Field, before: Amounts, after: Amounts): BinEdges | undefined {
  const some = [before, after].filter(({ length }) => length > 0);
  if (some.length === 0) return undefined;
  const least = some.map(side => side[0]!).sort(byAmount)[0]!;
  const most = some
    .map(side => side[side.length - 1]!)
    .sort(byAmount)
    .at(-1)!;
  const median = some.map(side => quantile(side, 500)).sort(byAmount)[0]!;
  const bins = binsFor(Math.max(before.length, after.length));
  const ladder = ladderOf(field);
  if (least === most || typeof least === 'bigint' || !isWhole(field, some))
    return binEdges({ least, most, median }, bins, ladder);
  // Between two whole numbers a bin would always be empty.
  const whole = { least: BigInt(least), most: BigInt(most), median: BigInt(median) };
  const { scale, edges } = binEdges(whole, bins, ladder);
  return { scale, edges: rising(edges.map(Number)) };
}

const isWhole = (field: Field, sides: readonly Amounts[]): boolean =>
  drawnOf(field) === 'length' ||
  field.type.kind === 'date' ||
  isInteger(field.type.kind) ||
  sides.every(side => (side as Float64Array).every(Number.isInteger));

/** What calendars and clocks count by. */
function ladderOf(field: Field): Ladder {
  if (field.type.kind === 'date') return DAYS;
  if (field.type.kind !== 'time' && field.type.kind !== 'timestamp') return [];
  const second = TIME_UNITS[timeUnitOf(field)];
  const below: bigint[] = [];
  for (let power = 1n; power < second; power *= 10n) below.push(power, 2n * power, 5n * power);
  return [...below, ...SECONDS.map(seconds => seconds * second)];
}

const DAYS: Ladder = [1n, 7n, 14n, 28n, 91n, 182n, 364n];
const SECONDS: Ladder = [
  1n,
  5n,
  15n,
  30n,
  60n,
  300n,
  900n,
  1_800n,
  3_600n,
  10_800n,
  21_600n,
  43_200n,
  ...DAYS.map(days => days * 86_400n),
];

const quantile = (sorted: Amounts, thousandths: number): Amount =>
  sorted[Math.max(1, Math.ceil((thousandths * sorted.length) / 1000)) - 1]!;

/** Both ascending, so one walk counts all. */
function countsIn(sorted: Amounts, edges: readonly Amount[]): readonly number[] {
  const counts = new Array<number>(edges.length - 1).fill(0);
  let bin = 0;
  for (const amount of sorted) {
    while (bin < counts.length - 1 && amount >= edges[bin + 1]!) bin++;
    counts[bin]!++;
  }
  return counts;
}

/** What of a field can be drawn, whatever it holds; undefined where nothing of it has an order. */
export function drawnOf(field: Field): FieldPlot['of'] | undefined {
  const kind = sizeKind(field);
  if (kind === 'number') return 'value';
  return kind === 'length' && MEASURED.has(KIND_TABLE[field.type.kind].family) ? 'length' : undefined;
}

const MEASURED: ReadonlySet<string> = new Set(['text', 'bytes', 'list']);
