import type { DatabaseSync } from 'node:sqlite';
import { sealOf } from './seal.ts';
import { LAYOUT_VERSION, SQL, versionOf } from './sqlite-layout.ts';
import { refsOf } from './stored-refs.ts';

/**
 * Brings a file of layout 1, whose scopes had no seal, up to ours, once, whoever comes first. What stands in it then is
 * sealed as it stands: from there on a scope without a seal is one that somebody took it from.
 */
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
  db.exec('ALTER TABLE scopes ADD COLUMN seal TEXT; UPDATE layout SET version = 2');
  const [seal, refs] = [db.prepare(SQL.seal), db.prepare(SQL.refs)];
  for (const row of db.prepare(SQL.scopes).all()) {
    const [scope, seq] = [String(row['scope']), Number(row['seq'])];
    seal.run(sealOf({ scope, seq, refs: refsOf(refs.iterate(scope)) }), scope);
  }
}
