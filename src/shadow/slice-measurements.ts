import { alignedCounts } from './aligned.ts';
import { divergenceEffect, type Effect, oneSidedEffect, shareEffect } from './effects.ts';
import { certain, type Measured } from './field-measurements.ts';
import type { PartSummary, Parts } from './slices.ts';
import type { DataSummary } from './summary.ts';
import type { ShadowMeasure } from './thresholds.ts';

export type PartMeasured = {
  readonly measure: ShadowMeasure;
  readonly effect: Effect;
  /** The slice. */
  readonly of: string;
  /** Null is the part without a value, undefined the slice as a whole. */
  readonly part: string | null | undefined;
};

/** Every part of every slice on its own, however few rows it has: a mean must not hide one. */
export const sliceMeasurements = (before: DataSummary, after: DataSummary): readonly PartMeasured[] =>
  after.slices.flatMap(({ slice: { name }, parts }) => {
    const was = before.slices.find(({ slice }) => slice.name === name)?.parts;
    const rows = { before: before.rows, after: after.rows };
    const measures = after.schema.label === undefined ? (['shadow.slice-vanished'] as const) : SLICE_MEASURES;
    const found = was === undefined || parts === undefined ? [] : partMeasurements(was, parts, rows);
    // Where no part differs one row says so, or nobody could tell that the parts were looked at.
    const isLooked = was !== undefined && was.size > 0 && parts !== undefined;
    const alike: Effect = { ...rows, effect: isLooked ? 0 : undefined, chance: 0, error: 0 };
    return measures.flatMap((measure): readonly PartMeasured[] => {
      const own = found.filter(([, [each]]) => each === measure);
      return own.length > 0
        ? own.map(([part, [, effect]]) => ({ measure, effect, of: name, part }))
        : [{ measure, effect: alike, of: name, part: undefined }];
    });
  });

const SLICE_MEASURES = ['shadow.slice-vanished', 'shadow.slice-unknown', 'shadow.slice-label'] as const;

type Sizes = { readonly before: number; readonly after: number };

const partMeasurements = (
  left: Parts,
  right: Parts,
  rows: Sizes,
): readonly (readonly [part: string | null, measured: Measured])[] =>
  [...left.keys()].sort(byName).flatMap(part => {
    const [was, is] = [left.get(part)!, right.get(part)];
    const measured = is === undefined ? gone(was, rows) : changed(was, is);
    return measured.filter(([, { effect }]) => effect !== 0).map(each => [part, each] as const);
  });

/** The effect is the share of all rows that were in the part. */
function gone(was: PartSummary, { before, after }: Sizes): readonly Measured[] {
  const cells = [
    { text: '', before: before - was.rows, after, weight: 1 },
    { text: '', before: was.rows, after: 0, weight: 1 },
  ];
  return [['shadow.slice-vanished', oneSidedEffect({ cells, before, after }, 'before')]];
}

/** A part whose labels all became null is found by its unknowns; of no label no distance can be taken. */
function changed(was: PartSummary, is: PartSummary): readonly Measured[] {
  const unknown = shareEffect({ count: was.unknown, of: was.rows }, { count: is.unknown, of: is.rows }, true);
  return [
    ['shadow.slice-unknown', certain(unknown, was.unknown)],
    ['shadow.slice-label', divergenceEffect(alignedCounts(was.labels, is.labels))],
  ];
}

/** The part without a value first. */
const byName = (a: string | null, b: string | null): number =>
  Number(a !== null) - Number(b !== null) || Number(a! > b!) - Number(a! < b!);
