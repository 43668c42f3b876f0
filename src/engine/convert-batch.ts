import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import type { Lacking, PieceWriter } from '../codec/forms/record-form.ts';
import type { FieldId } from '../contract/field.ts';
import { applyChain, type Chain, type Chained } from '../convert/chain.ts';
import type { WrittenBatches, WrittenPart } from './conversion-wire.ts';
import { encodingsFor } from './token-ranks.ts';

/**
 * The one place where plans meet records, in whichever thread. It may wait: not all that a plan asks for is in this process.
 *
 * @throws Error where ranks that a plan asks for are lacking: whoever runs plans asks for them before, and tells.
 */
export async function convertBatch(chain: Chain, batch: RecordBatch): Promise<Chained> {
  const encodings = encodingsFor(chain.plans);
  if (encodings instanceof Fault) throw new Error(encodings.message);
  return applyChain(chain, batch, encodings);
}

/** Batches of which one piece is made. */
export async function writtenBatches(
  chain: Chain,
  writer: PieceWriter,
  batches: readonly RecordBatch[],
): Promise<WrittenBatches> {
  const parts: WrittenPart[] = [];
  for (const batch of batches) {
    const { converted, ...done } = await convertBatch(chain, batch);
    parts.push({ ...done, lacking: writer.add(converted) });
  }
  return { piece: writer.taken(), parts };
}

/** How many records that were written hold fewer tokens than their text has, by field. */
export function truncatedIn(
  { truncated, rows }: Pick<Chained, 'truncated' | 'rows'>,
  lacking: Lacking,
): ReadonlyMap<FieldId, number> {
  const unwritten = new Set(lacking.map(({ row }) => rows[row]!));
  return new Map([...truncated].map(([id, its]) => [id, its.filter(row => !unwritten.has(row)).length]));
}
