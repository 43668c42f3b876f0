import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { spentScopes } from '../change/cell-scopes.ts';
import type { OpenCells } from '../cli/world.ts';
import { machineClock } from '../engine/clock.ts';
import { ownCode } from '../engine/own-code.ts';
import { machineWorker } from '../engine/worker.ts';
import { KeptCells } from '../service/kept-cells.ts';
import { dropScopes } from '../store/sqlite-drop.ts';
import { openStore } from './open-store.ts';

const FOLDER = '.assay';

/**
 * A store of its own for what cells found, beside that of the registry: it may be removed at any time, and a question
 * to the registry leaves no trace in the registry. Where nothing is kept of a project, nothing is kept of its cells. What
 * nobody is likely to ask for again is dropped, some of it each time.
 *
 * @faults those of `openStore`
 */
export async function openCells(root: string, now_ms: () => number): Promise<OpenCells | undefined | Fault> {
  const folder = path.join(root, FOLDER);
  // A link may lead elsewhere, and nothing is written there.
  if (!existsSync(folder) || realpathSync(folder) !== path.join(realpathSync(root), FOLDER)) return undefined;
  const file = path.join(folder, 'cells.sqlite');
  const store = await openStore({ file, makesFolder: false }, now_ms, 'make');
  if (store instanceof Fault) return store;
  const code = ownCode();
  // What keeps it from being done is told by whoever asks the store for a cell.
  if (existsSync(file)) dropScopes(file, scopes => spentScopes(scopes, code, now_ms()));
  const kept = new KeptCells(store, code, machineWorker(), machineClock(now_ms));
  return { kept, close: () => store.close() };
}
