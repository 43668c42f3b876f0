import type { RecordBatch } from 'apache-arrow';
import { applyChain, type Chain, type Chained } from '../convert/chain.ts';

/** The one place where plans meet records, in whichever thread. It may wait: not all that a plan asks for is in this process. */
export const convertBatch = async (chain: Chain, batch: RecordBatch): Promise<Chained> =>
  applyChain(chain, batch);
