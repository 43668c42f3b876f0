import type { Digest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { subjectScope, subjectState } from '../../change/subject-state.ts';
import type { ReadStore } from '../../store/port.ts';
import type { Registered } from '../registered.ts';

/**
 * How many consumers read each version that is older than the newest active one, by its recordSchema digest.
 *
 * @faults those of the store
 */
export async function oldReaders(
  store: ReadStore,
  { consumers }: Registered,
): Promise<ReadonlyMap<Digest, number> | Fault> {
  const stock = new Map<Digest, number>();
  for (const subject of new Set(consumers.map(consumer => consumer.subject))) {
    const scope = await store.readScope(subjectScope(subject));
    if (scope instanceof Fault) return scope;
    const { head, versions } = subjectState(scope);
    if (head.at === undefined) continue;
    const reading = consumers.filter(consumer => consumer.subject === subject);
    for (const [version, { recordSchema, state }] of versions) {
      if (version >= head.at || state !== 'active') continue;
      const readers = reading.filter(
        ({ reads: { from, to } }) => from <= version && version <= (to ?? head.at!),
      );
      if (readers.length > 0) stock.set(recordSchema, (stock.get(recordSchema) ?? 0) + readers.length);
    }
  }
  return stock;
}
