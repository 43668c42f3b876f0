import type * as arrow from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Reject } from '../contract/reject.ts';
import { type ConversionCounts, conversionSteps } from './apply-conversion.ts';
import type { ConversionPlan } from './conversion-plan.ts';
import type { FunctionAsk, FunctionBundle, FunctionMade } from './function-plan.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/** Plans of which each begins where the one before ends: the way from the first version to the last, as one value. */
export type Chain = {
  readonly plans: readonly ConversionPlan[];
  /** What its functions are; a chain whose plans have none needs none. */
  readonly bundles?: ReadonlyMap<Digest, FunctionBundle>;
  /** Of which batches functions are asked twice; without it, of the first. */
  readonly checks?: 'first' | 'all';
};

/** @throws TypeError where a plan begins with another schema than the one before ends with: a mistake of the caller. */
export function chainOf(
  plans: readonly ConversionPlan[],
  { bundles, checks }: Omit<Chain, 'plans'> = {},
): Chain {
  if (plans.length === 0) throw new TypeError('a chain has a plan');
  for (const [index, plan] of plans.entries()) {
    const before = plans[index - 1];
    if (before !== undefined && before.to.recordSchema !== plan.from.recordSchema)
      throw new TypeError('a plan begins where the one before ends');
  }
  return { plans, ...(bundles !== undefined && { bundles }), ...(checks !== undefined && { checks }) };
}

export const compose = (first: Chain, second: Chain): Chain =>
  chainOf([...first.plans, ...second.plans], {
    bundles: new Map([...(first.bundles ?? []), ...(second.bundles ?? [])]),
    checks: [first.checks, second.checks].includes('all') ? 'all' : 'first',
  });

/** Records after the whole way; a record that was left out on it says with which plan, from 0. */
export type Chained = {
  readonly converted: arrow.RecordBatch;
  /** The rows of the first batch that they were. */
  readonly rows: Int32Array;
  readonly rejects: readonly (Reject & { readonly plan: number })[];
  /** By field of the last version, the rows of the first batch that hold fewer tokens than their text has. */
  readonly truncated: ReadonlyMap<FieldId, readonly number[]>;
  /** Of each plan, over the records that reached it. */
  readonly counts: readonly ConversionCounts[];
};

/**
 * @param encodings  those that the plans ask for: see `encodingsIn`
 * @throws TypeError where a plan has functions: see `chainSteps`
 */
export function applyChain(
  chain: Chain,
  batch: arrow.RecordBatch,
  encodings: RunningEncodings = NO_ENCODINGS,
): Chained {
  const done = chainSteps(chain, batch, encodings).next();
  if (done.done !== true) throw new TypeError('a plan with functions is applied by who can run them');
  return done.value;
}

/** The same of plans with functions: it yields what each of them is to be asked, and goes on with what it made. */
export function* chainSteps(
  { plans }: Chain,
  batch: arrow.RecordBatch,
  encodings: RunningEncodings = NO_ENCODINGS,
): Generator<FunctionAsk, Chained, FunctionMade> {
  let at = batch;
  let rows: Int32Array | undefined;
  const rejects: (Reject & { readonly plan: number })[] = [];
  const counts: ConversionCounts[] = [];
  const cut: (readonly [FieldId, readonly number[]])[] = [];
  for (const [index, plan] of plans.entries()) {
    const done = yield* conversionSteps(plan, at, encodings);
    const before = rows;
    const firstRow = (row: number): number => before?.[row] ?? row;
    for (const reject of done.rejects) rejects.push({ ...reject, row: firstRow(reject.row), plan: index });
    counts.push(done.counts);
    for (const [id, its] of done.truncated) cut.push([id, its.map(firstRow)]);
    rows = before === undefined ? done.rows : done.rows.map(firstRow);
    at = done.converted;
  }
  const truncated = lasting(cut, rows!, plans.at(-1)!.to.schema.fields);
  return { converted: at, rows: rows!, rejects: rejects.sort((a, b) => a.row - b.row), truncated, counts };
}

/** What was cut on the way, of the records and the fields that came to its end. */
function lasting(
  cut: readonly (readonly [FieldId, readonly number[]])[],
  rows: Iterable<number>,
  fields: readonly Field[],
): ReadonlyMap<FieldId, readonly number[]> {
  const found = new Map<FieldId, readonly number[]>();
  if (cut.length === 0) return found;
  const came = new Set(rows);
  for (const [id, its] of cut) {
    if (!fields.some(field => field.id === id)) continue;
    const all = new Set([...(found.get(id) ?? []), ...its]);
    found.set(
      id,
      [...all].filter(row => came.has(row)).sort((a, b) => a - b),
    );
  }
  return found;
}
