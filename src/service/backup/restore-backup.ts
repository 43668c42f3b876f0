import { Fault } from '../../base/fault.ts';
import type { Store } from '../../store/port.ts';
import { type Backup, readBackup } from './read-backup.ts';

/**
 * Takes a backup into an empty store. It is read twice: nothing is written before all of it was held against its digests,
 * and nothing is there before all of it is.
 *
 * @faults STORE_NOT_EMPTY, and those of `readBackup` and the store
 */
export async function restoreBackup(store: Store, place: string, name: string): Promise<Backup | Fault> {
  const there = await store.scopes();
  if (there instanceof Fault) return there;
  // Told before anything is put.
  const taken = there.length > 0 ? await store.restore([]) : undefined;
  if (taken !== undefined) return taken;
  const held = await readBackup(place, name, async () => undefined);
  if (held instanceof Fault) return held;
  // Whoever puts the same bytes changes nothing, and without refs an object is nobody's.
  const put = await readBackup(place, name, async bytes => {
    const kept = await store.putObject(bytes);
    return kept instanceof Fault ? kept : undefined;
  });
  if (put instanceof Fault) return put;
  return (await store.restore(put.scopes)) ?? (await store.checkIntegrity()) ?? put;
}
