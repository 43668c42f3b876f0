import { Fault } from '../../src/base/fault.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { openPostgres } from './open-postgres.ts';
import { UnlockedPostgres } from './unlocked-postgres.ts';
import { UnlockedStore } from './unlocked-store.ts';

/** The two without a lock are mistakes on purpose. */
export type WorkerStore = 'sqlite' | 'unlocked' | 'postgres' | 'postgres-unlocked';

type Used = Pick<Store, 'transact' | 'readScope' | 'close'>;

/** @param place  a file, or the address of a database */
export function openWorkerStore(kind: 'sqlite' | 'postgres', place: string): Promise<Store>;
export function openWorkerStore(kind: WorkerStore, place: string): Promise<Used>;
export async function openWorkerStore(kind: WorkerStore, place: string): Promise<Used> {
  switch (kind) {
    case 'unlocked':
      return new UnlockedStore(place);
    case 'postgres-unlocked':
      return new UnlockedPostgres(place);
    case 'postgres':
      return openPostgres(place, { connections: 4, now_ms: () => 0 });
    case 'sqlite': {
      const store = await openSqliteStore({ path: place, now_ms: () => 0 });
      if (store instanceof Fault) throw store;
      return store;
    }
  }
}
