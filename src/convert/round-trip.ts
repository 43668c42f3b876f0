import type * as arrow from 'apache-arrow';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { applyChain, type Chain, type Chained, compose } from './chain.ts';
import { DifferingFields } from './differing-fields.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/** What came back of records that were converted there and back; read = restored + changed + left. */
export type RoundTrip = {
  readonly read: number;
  /** Every field as it was, bit for bit. */
  readonly restored: number;
  readonly changed: number;
  /** Rejected, or passed over, on the way there or back. */
  readonly left: number;
  /** Of those that were left, the ones that had come there. */
  readonly lost: number;
  /** Records in which the field came back as another value. */
  readonly changedBy: ReadonlyMap<FieldId, number>;
};

/**
 * Whether one way undoes another, on these records. What is rejected there shows nothing of the way back; what comes back changed
 * shows that it is no inverse.
 *
 * @throws TypeError where the way back does not lead from the end of the one there to its beginning: a mistake of the caller.
 */
export function roundTrip(
  there: Chain,
  back: Chain,
  batch: arrow.RecordBatch,
  encodings: RunningEncodings = NO_ENCODINGS,
): RoundTrip {
  const tally = new RoundTripTally(there, back);
  tally.add(batch, applyChain(tally.chain, batch, encodings));
  return tally.sum();
}

/** The same of many batches, each with what `chain` made of it. */
export class RoundTripTally {
  /** There and back. */
  readonly chain: Chain;
  readonly #schema: Schema;
  readonly #there: number;
  readonly #differing: DifferingFields;
  readonly #sum = { read: 0, came: 0, lost: 0 };

  constructor(there: Chain, back: Chain) {
    const first = there.plans[0]!.from;
    if (!leadsBack(there, back)) throw new TypeError('the way back begins and ends elsewhere');
    this.chain = compose(there, back);
    this.#schema = first.schema;
    this.#there = there.plans.length;
    this.#differing = new DifferingFields(this.#schema);
  }

  add(batch: arrow.RecordBatch, come: Chained): void {
    this.#sum.read += batch.numRows;
    this.#sum.came += come.rows.length;
    this.#sum.lost += come.counts[this.#there]!.read - come.rows.length;
    this.#differing.add([batch, come.rows], [come.converted, undefined]);
  }

  sum(): RoundTrip {
    const { read, came, lost } = this.#sum;
    const { records: changed, byField: changedBy } = this.#differing;
    return { read, restored: came - changed, changed, left: read - came, lost, changedBy };
  }
}

/** Whether a way begins where the other ends, and ends where it begins. */
export const leadsBack = (there: Chain, back: Chain): boolean =>
  back.plans[0]!.from.recordSchema === there.plans.at(-1)!.to.recordSchema &&
  back.plans.at(-1)!.to.recordSchema === there.plans[0]!.from.recordSchema;
