import type * as arrow from 'apache-arrow';
import { columnReader, columnsOf } from '../contract/batch.ts';
import type { FieldId } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { applyChain, type Chain } from './chain.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/** What came back of records that were converted there and back; read = restored + changed + left. */
export type RoundTrip = {
  readonly read: number;
  /** Every field as it was, bit for bit. */
  readonly restored: number;
  readonly changed: number;
  /** Rejected, or passed over, on the way there or back. */
  readonly left: number;
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
  const [first, last] = [there.plans[0]!.from, there.plans.at(-1)!.to];
  const isBack =
    back.plans[0]!.from.recordSchema === last.recordSchema &&
    back.plans.at(-1)!.to.recordSchema === first.recordSchema;
  if (!isBack) throw new TypeError('the way back begins and ends elsewhere');
  const gone = applyChain(there, batch, encodings);
  const come = applyChain(back, gone.converted, encodings);
  const rows = come.rows.map(row => gone.rows[row]!);
  const changed = new Set<number>();
  const changedBy = new Map<FieldId, number>();
  const returned = columnsOf(first.schema, come.converted);
  for (const [at, { field, data }] of columnsOf(first.schema, batch).entries()) {
    const [before, after] = [columnReader(field, data), columnReader(field, returned[at]!.data)];
    for (const [row, original] of rows.entries()) {
      if (identityOf(field, before(original)) === identityOf(field, after(row))) continue;
      changed.add(row);
      changedBy.set(field.id, (changedBy.get(field.id) ?? 0) + 1);
    }
  }
  return {
    read: batch.numRows,
    restored: rows.length - changed.size,
    changed: changed.size,
    left: batch.numRows - rows.length,
    changedBy,
  };
}
