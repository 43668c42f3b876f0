import type * as arrow from 'apache-arrow';
import type { Reject } from '../contract/reject.ts';
import { applyConversion, type ConversionCounts } from './apply-conversion.ts';
import type { ConversionPlan } from './conversion-plan.ts';

/** Plans of which each begins where the one before ends: the way from the first version to the last, as one value. */
export type Chain = { readonly plans: readonly ConversionPlan[] };

/** @throws TypeError where a plan begins with another schema than the one before ends with: a mistake of the caller. */
export function chainOf(plans: readonly ConversionPlan[]): Chain {
  if (plans.length === 0) throw new TypeError('a chain has a plan');
  for (const [index, plan] of plans.entries()) {
    const before = plans[index - 1];
    if (before !== undefined && before.to.recordSchema !== plan.from.recordSchema)
      throw new TypeError('a plan begins where the one before ends');
  }
  return { plans };
}

export const compose = (first: Chain, second: Chain): Chain => chainOf([...first.plans, ...second.plans]);

/** Records after the whole way; a record that was left out on it says with which plan, from 0. */
export type Chained = {
  readonly converted: arrow.RecordBatch;
  /** The rows of the first batch that they were. */
  readonly rows: Int32Array;
  readonly rejects: readonly (Reject & { readonly plan: number })[];
  /** Of each plan, over the records that reached it. */
  readonly counts: readonly ConversionCounts[];
};

export function applyChain({ plans }: Chain, batch: arrow.RecordBatch): Chained {
  let at = batch;
  let rows: Int32Array | undefined;
  const rejects: (Reject & { readonly plan: number })[] = [];
  const counts: ConversionCounts[] = [];
  for (const [index, plan] of plans.entries()) {
    const done = applyConversion(plan, at);
    const before = rows;
    const firstRow = (row: number): number => before?.[row] ?? row;
    for (const reject of done.rejects) rejects.push({ ...reject, row: firstRow(reject.row), plan: index });
    counts.push(done.counts);
    rows = before === undefined ? done.rows : done.rows.map(firstRow);
    at = done.converted;
  }
  return { converted: at, rows: rows!, rejects: rejects.sort((a, b) => a.row - b.row), counts };
}
