import type { DatabaseSync } from 'node:sqlite';
import { sealOf } from './seal.ts';
import { LAYOUT_VERSION, PUTS, SQL, versionOf } from './sqlite-layout.ts';
import { refsOf } from './stored-refs.ts';

/** Brings a file of an older layout up to ours, once, whoever comes first. */
export function upgradeLayout(db: DatabaseSync): void {
  if (versionOf(db) === LAYOUT_VERSION) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    if (versionOf(db) !== LAYOUT_VERSION) upgrade(db); // another process may have, while this one waited
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function upgrade(db: DatabaseSync): void {
  if (versionOf(db) === 1) seal(db);
  db.exec(`${PUTS} UPDATE layout SET version = ${LAYOUT_VERSION}`);
}

/**
 * Scopes of layout 1 had no seal. What stands in it is sealed as it stands: from there on a scope without a seal is one
 * that somebody took it from.
 */
function seal(db: DatabaseSync): void {
  db.exec('ALTER TABLE scopes ADD COLUMN seal TEXT');
  const [write, refs] = [db.prepare(SQL.seal), db.prepare(SQL.refs)];
  for (const row of db.prepare(SQL.scopes).all()) {
    const [scope, seq] = [String(row['scope']), Number(row['seq'])];
    write.run(sealOf({ scope, seq, refs: refsOf(refs.iterate(scope)) }), scope);
  }
}
