import { LIMITS } from '../../base/limits.ts';

/** How many times larger the steps of a series are than those of another that says how large they ought to be. */
export type StepRatio = {
  /** The middle one of all. */
  readonly factor: number;
  /** Pairs of rows in which both moved. */
  readonly pairs: number;
  /** Those of them whose ratio lies within a twentieth of the factor. */
  readonly agreeing: number;
};

/** Rows between the two of a pair: neighbours first, and further apart where one side is rounded to more than a step. */
const LAGS = [1, 8, 64, 512] as const;
const NEAR = 0.05;

/**
 * Two series that measure the same keep one ratio wherever either begins, so the rows need no order. Where most pairs have
 * no ratio in common the two have nothing to do with each other, and undefined is the answer.
 *
 * @param series, witness  in one unit, NaN where there is nothing
 */
export function stepRatio(series: Float64Array, witness: Float64Array): StepRatio | undefined {
  for (const lag of [...LAGS.filter(each => each < series.length >> 1), series.length >> 1]) {
    const { ratios, halting } = ratiosAt(series, witness, lag);
    if (ratios.length < LIMITS.witness_pairs_min) continue;
    // Where one side stands while the other goes on it is rounded, and its steps are as wide as its rounding.
    if (halting > (1 - LIMITS.witness_agreeing_min) * (ratios.length + halting)) continue;
    const factor = ratios.toSorted()[ratios.length >> 1]!;
    const agreeing = ratios.filter(ratio => Math.abs(ratio - factor) <= NEAR * Math.abs(factor)).length;
    if (factor > 0 && agreeing >= LIMITS.witness_agreeing_min * ratios.length)
      return { factor, pairs: ratios.length, agreeing };
  }
  return undefined;
}

function ratiosAt(series: Float64Array, witness: Float64Array, lag: number) {
  const ratios = new Float64Array(Math.max(0, series.length - lag));
  let [found, halting] = [0, 0];
  for (let row = lag; row < series.length; row++) {
    const moved = witness[row]! - witness[row - lag]!;
    const moves = series[row]! - series[row - lag]!;
    if (Number.isNaN(moved) || Number.isNaN(moves)) continue;
    if (moved !== 0 && moves !== 0) ratios[found++] = moves / moved;
    else if (moved !== moves) halting++;
  }
  return { ratios: ratios.subarray(0, found), halting };
}
