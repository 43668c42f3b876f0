import { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../base/fault.ts';
import type { ScopeAge } from '../change/cell-scopes.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';
import { LAYOUT_VERSION, layoutFault, versionOf } from './sqlite-layout.ts';

export type Dropped = { readonly scopes: number; readonly objects: number };

const NONE: Dropped = { scopes: 0, objects: 0 };

/**
 * Takes whole scopes out of a store of cells, and objects that no reference names any more, in one transaction: what is
 * left is as sealed and as counted as before. Who has it open loses what they could have taken, and nothing that they
 * believe: a scope that is gone is one that nobody has written to. Room in the file is used again, and not given back.
 *
 * It is for cells alone: in a registry, objects are named by more than references.
 *
 * @param choose  of all scopes, those to be dropped; asked again under the lock
 * @returns nothing dropped where another writes just now, or the file is of another layout
 * @faults STORE_CORRUPT STORE_FOREIGN STORE_NEWER STORE_UNAVAILABLE
 */
export function dropScopes(
  path: string,
  choose: (scopes: readonly ScopeAge[]) => readonly string[],
): Dropped | Fault {
  let db: DatabaseSync | undefined;
  try {
    // It can be done the next time as well: nobody waits for it.
    db = new DatabaseSync(path, { timeout: 0 });
    const fault = layoutFault(db, path);
    if (fault !== undefined) return fault === 'absent' ? NONE : fault;
    if (versionOf(db) !== LAYOUT_VERSION || choose(agesIn(db)).length === 0) return NONE;
    return dropIn(db, choose);
  } catch (error) {
    return isBusy(error) ? NONE : sqliteFault(path, error);
  } finally {
    if (db?.isOpen) db.close();
  }
}

function dropIn(db: DatabaseSync, choose: (scopes: readonly ScopeAge[]) => readonly string[]): Dropped {
  db.exec('BEGIN IMMEDIATE');
  try {
    const spent = choose(agesIn(db));
    if (spent.length === 0) {
      db.exec('ROLLBACK'); // another process was faster
      return NONE;
    }
    const drops = ['refs', 'journal', 'scopes'].map(table =>
      db.prepare(`DELETE FROM ${table} WHERE scope = ?`),
    );
    for (const scope of spent) for (const drop of drops) drop.run(scope);
    const objects = Number(db.prepare(UNNAMED).run().changes);
    db.exec('COMMIT');
    return { scopes: spent.length, objects };
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const agesIn = (db: DatabaseSync): readonly ScopeAge[] =>
  db
    .prepare(AGES)
    .all()
    .map(row => ({ scope: String(row['scope']), written_ms: Number(row['written_ms']) }));

/** Of a scope without the entry it should end with nobody knows the age; it can't be used, and is as old as can be. */
const AGES = `SELECT scope, coalesce(
    (SELECT at_ms FROM journal WHERE journal.scope = scopes.scope AND journal.seq = scopes.seq), 0) AS written_ms
  FROM scopes`;

const UNNAMED = `DELETE FROM objects WHERE digest NOT IN
  (SELECT json_extract(value, '$.pack') FROM refs
    WHERE json_valid(value) AND json_extract(value, '$.pack') IS NOT NULL)`;
