import { existsSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { IfAbsent } from '../cli/world.ts';
import type { StorePlace } from '../service/open-store.ts';
import { reasonOf } from '../service/read-file.ts';
import { makeFolder } from '../store/make-folder.ts';
import { MemoryStore } from '../store/memory.ts';
import type { ReadStore, Store } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { openSqliteReader } from '../store/sqlite-reader.ts';

/**
 * A store to be written to. A folder that somebody typed is never made: more often than not it is a misspelling.
 *
 * @faults those of `openSqliteStore`
 */
export async function openStore(
  { file, makesFolder }: StorePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'refuse'>,
): Promise<Store | Fault> {
  if (ifAbsent === 'empty' && !existsSync(file)) return new MemoryStore(now_ms);
  try {
    if (makesFolder) makeFolder(path.dirname(file));
  } catch (error) {
    return new Fault('STORE_UNAVAILABLE', { path: file, problem: reasonOf(error) });
  }
  return openSqliteStore({ path: file, now_ms });
}

/**
 * A store to be read, which leaves no trace: a question to one that is not there is one to an empty store, or refused.
 *
 * @faults STORE_ABSENT, and those of `openSqliteReader`
 */
export async function readStore(
  { file }: StorePlace,
  now_ms: () => number,
  ifAbsent: Exclude<IfAbsent, 'make'>,
): Promise<ReadStore | Fault> {
  const opened = await openSqliteReader({ path: file, now_ms });
  if (opened !== 'absent') return opened;
  return ifAbsent === 'empty' ? new MemoryStore(now_ms) : new Fault('STORE_ABSENT', { path: file });
}
