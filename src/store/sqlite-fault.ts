import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { Damaged } from './damaged.ts';

const [BUSY, LOCKED, CORRUPT, NOT_A_DATABASE] = [5, 6, 11, 26];

/** Ours to fix, not the world's: what we ask is wrong (ERROR, CONSTRAINT, MISMATCH, MISUSE, RANGE). */
const MISTAKES: readonly number[] = [1, 19, 20, 21, 25];

/** What SQLite's result code means to a caller; anything that is our own mistake is thrown on. */
export function sqliteFault(path: string, error: unknown): Fault {
  if (error instanceof Damaged) return new Fault('STORE_CORRUPT', { path, problem: error.message });
  const code = resultCode(error);
  if (code === undefined || MISTAKES.includes(code)) throw error;
  const problem = (error as { errstr: string }).errstr;
  if (isBusy(error)) return new Fault('STORE_BUSY', { path, waited_ms: LIMITS.store_busy_ms });
  if (code === CORRUPT || code === NOT_A_DATABASE) return new Fault('STORE_CORRUPT', { path, problem });
  return new Fault('STORE_UNAVAILABLE', { path, problem });
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** The primary result code, without its extension. */
function resultCode(error: unknown): number | undefined {
  const extended = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof extended === 'number' ? extended & 0xff : undefined;
}
