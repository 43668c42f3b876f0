import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import type { Lacking, PieceWriter } from '../codec/forms/record-form.ts';
import type { FieldId } from '../contract/field.ts';
import { type Chain, type Chained, chainSteps } from '../convert/chain.ts';
import type { WrittenBatches, WrittenPart } from './conversion-wire.ts';
import { RunningFunctions } from './functions/running.ts';
import { encodingsFor } from './token-ranks.ts';

/**
 * The one place where plans meet records, in whichever thread. It may wait: not all that a plan asks for is in this process.
 * Where it has functions, whoever converts the last batch leaves the chain.
 *
 * @faults those of `RunningFunctions`
 * @throws Error where ranks that a plan asks for are lacking: whoever runs plans asks for them before, and tells.
 */
export async function convertBatch(chain: Chain, batch: RecordBatch): Promise<Chained | Fault> {
  const encodings = encodingsFor(chain.plans);
  if (encodings instanceof Fault) throw new Error(encodings.message);
  const steps = chainSteps(chain, batch, encodings);
  for (let next = steps.next(); ; ) {
    if (next.done === true) return next.value;
    const made = await functionsOf(chain).make(next.value);
    if (made instanceof Fault) return made;
    next = steps.next(made);
  }
}

/** Functions of chains that were asked, until they are left. */
const RUNNING = new WeakMap<Chain, RunningFunctions>();

function functionsOf(chain: Chain): RunningFunctions {
  const known = RUNNING.get(chain);
  if (known !== undefined) return known;
  const running = new RunningFunctions(chain.bundles ?? new Map(), chain.checks ?? 'first');
  RUNNING.set(chain, running);
  return running;
}

/** Ends what runs for a chain. */
export function leaveChain(chain: Chain): void {
  RUNNING.get(chain)?.end();
  RUNNING.delete(chain);
}

/** Batches of which one piece is made. @faults those of `convertBatch` */
export async function writtenBatches(
  chain: Chain,
  writer: PieceWriter,
  batches: readonly RecordBatch[],
): Promise<WrittenBatches | Fault> {
  const parts: WrittenPart[] = [];
  for (const batch of batches) {
    const chained = await convertBatch(chain, batch);
    if (chained instanceof Fault) return chained;
    const { converted, ...done } = chained;
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
