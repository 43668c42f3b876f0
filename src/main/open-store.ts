import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { IfAbsent } from '../cli/world.ts';
import type { FilePlace, StorePlace } from '../service/open-store.ts';
import { reasonOf } from '../service/read-file.ts';
import { BlobbedReader, BlobbedStore } from '../store/blobbed.ts';
import { DeferredStore } from '../store/deferred.ts';
import { makeFolder } from '../store/make-folder.ts';
import { MemoryStore } from '../store/memory.ts';
import type { Blobs, ReadStore, Store } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { openSqliteReader } from '../store/sqlite-reader.ts';
import { openBlobs } from './open-blobs.ts';
import { openDatabase, readDatabase } from './open-postgres.ts';

/**
 * A store to be written to. Where there is none, it is made with the first that is written to it. A folder that somebody
 * typed is never made: more often than not it is a misspelling.
 *
 * @faults those of `openSqliteStore`, `openDatabase` and `openBlobs`
 */
export async function openStore(
  place: StorePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'refuse'>,
): Promise<Store | Fault> {
  const store = await ('file' in place
    ? openFile(place, now_ms, ifAbsent)
    : openDatabase(place, now_ms, ifAbsent));
  return beside(store, place, now_ms, (store, objects) => new BlobbedStore(store, objects));
}

/** A store with the blobs that lie beside it. */
async function beside<S extends ReadStore>(
  store: S | Fault,
  { blobs }: StorePlace,
  now_ms: () => number,
  blobbed: (store: S, objects: Blobs) => S,
): Promise<S | Fault> {
  if (store instanceof Fault || blobs === undefined) return store;
  const opened = await openBlobs(blobs, now_ms);
  if (!(opened instanceof Fault)) return blobbed(store, opened.objects);
  await store.close();
  return opened;
}

async function openFile(
  { file, makesFolder }: FilePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'refuse'>,
): Promise<Store | Fault> {
  const options = { path: file, now_ms };
  if (isFolder(file)) return folderFault(file);
  if (!isAbsent(file)) return openSqliteStore(options);
  if (ifAbsent === 'empty') return new MemoryStore(now_ms);
  const above = path.dirname(file);
  // Told before anything is judged, which may take minutes.
  if (!makesFolder && !existsSync(above)) {
    const problem = `the folder ${above} does not exist`;
    return new Fault('STORE_UNAVAILABLE', { path: file, problem });
  }
  return new DeferredStore({
    now_ms,
    isAbsent: () => isAbsent(file),
    make: async () => {
      try {
        if (makesFolder) makeFolder(above);
      } catch (error) {
        return new Fault('STORE_UNAVAILABLE', { path: file, problem: reasonOf(error) });
      }
      return openSqliteStore(options);
    },
  });
}

/**
 * A store to be read, which leaves no trace: a question to one that is not there is one to an empty store, or refused.
 *
 * @faults STORE_ABSENT, and those of `openSqliteReader`, `readDatabase` and `openBlobs`
 */
export async function readStore(
  place: StorePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'make'>,
): Promise<ReadStore | Fault> {
  const store = await ('file' in place
    ? readFile(place, now_ms, ifAbsent)
    : readDatabase(place, now_ms, ifAbsent));
  return beside(store, place, now_ms, (store, objects) => new BlobbedReader(store, objects));
}

async function readFile(
  { file }: FilePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'make'>,
): Promise<ReadStore | Fault> {
  if (isFolder(file)) return folderFault(file);
  const opened = await openSqliteReader({ path: file, now_ms });
  if (opened !== 'absent') return opened;
  return ifAbsent === 'empty' ? new MemoryStore(now_ms) : new Fault('STORE_ABSENT', { path: file });
}

const isFolder = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
};

const folderFault = (file: string): Fault =>
  new Fault('STORE_UNAVAILABLE', { path: file, problem: 'it is a folder, and a store is a file' });

/** A file of no bytes is as good as none; what is out of reach is told by whoever tries to open it. */
function isAbsent(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  } catch {
    return false;
  }
}
