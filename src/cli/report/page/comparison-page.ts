import type { Withheld } from '../../../contract/withheld.ts';
import type { FieldPlot } from '../../../golden/plots/field-plot.ts';
import type { DataTable } from '../data-table.ts';
import type { PairBar, ShareBar } from '../plots/bars-svg.ts';
import type { SideNames } from '../plots/histogram-svg.ts';
import type { Words } from '../words.ts';
import type { ConfusionGrid } from './confusion-grid.ts';

/** A comparison of data for a person who has to say yes or no: words first, then tables, then each field drawn. */
export type ComparisonPage = {
  readonly sides: SideNames;
  /** The verdict and why, what was compared, and what stayed. */
  readonly words: readonly Words[];
  /** What was compared, how its rows are accounted for, what may differ and what was observed. */
  readonly tables: readonly DataTable[];
  /** Those that differ, in the order of the schema. */
  readonly fields: readonly FieldPage[];
  readonly slices: readonly SlicePage[];
  /** What stands behind all. */
  readonly after: readonly DataTable[];
};

export type FieldPage = {
  readonly name: string;
  readonly facts: readonly Words[];
  readonly tables: readonly DataTable[];
  readonly confusion: ConfusionGrid | undefined;
  /** How often either side has each term. */
  readonly terms: { readonly bars: readonly PairBar[]; readonly others: number } | undefined;
  readonly plot: FieldPlot<Withheld> | undefined;
};

export type SlicePage = {
  readonly name: string;
  /** What the length of a bar is. */
  readonly measured: string;
  readonly bars: readonly ShareBar[];
  readonly others: number;
};
