import { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../base/limits.ts';
import { isBusy } from './sqlite-fault.ts';

/**
 * Holds a file, which is made where it is not there, alone among all processes, after waiting for whoever has it. The system lets go
 * of it when a process ends, however it ends; so SQLite is asked, for Node has no lock of its own.
 *
 * @returns what lets go of it; undefined where others held it for longer than anybody should
 * @throws the error of the system
 */
export function holdFile(path: string): (() => void) | undefined {
  const db = new DatabaseSync(path, { timeout: LIMITS.store_busy_ms });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
