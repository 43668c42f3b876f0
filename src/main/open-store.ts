import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { IfAbsent } from '../cli/world.ts';
import { reasonOf } from '../service/read-file.ts';
import { MemoryStore } from '../store/memory.ts';
import type { Store } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite.ts';

/** A question to a store that is not there is one to an empty store; asking makes no file. */
export async function openStore(
  file: string,
  now_ms: () => number,
  ifAbsent: IfAbsent = 'make',
): Promise<Store | Fault> {
  if (ifAbsent === 'empty' && !existsSync(file)) return new MemoryStore(now_ms);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    return new Fault('STORE_UNAVAILABLE', { path: file, problem: reasonOf(error) });
  }
  return openSqliteStore({ path: file, now_ms });
}
