import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { applyChain, type Chain, type Chained } from '../convert/chain.ts';
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
