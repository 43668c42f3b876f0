import type { DatabaseSync } from 'node:sqlite';
import type { Digest } from '../base/digest.ts';
import type { Fault } from '../base/fault.ts';
import type { ReadStore, StillStore, StoredObject } from './port.ts';
import { sqliteFault } from './sqlite-fault.ts';
import { SQL } from './sqlite-layout.ts';

/** A SQLite store in the middle of a transaction that keeps everybody else from writing. */
export function stillSqlite(db: DatabaseSync, reads: ReadStore, path: string, now_ms: number): StillStore {
  const trying = async <T>(work: () => T): Promise<T | Fault> => {
    try {
      return work();
    } catch (error) {
      return sqliteFault(path, error);
    }
  };
  const statOf = ({ digest, bytes, at_ms }: Record<string, unknown>): StoredObject => ({
    digest: digest as Digest,
    bytes: bytes as number,
    age_ms: at_ms === null ? undefined : now_ms - (at_ms as number),
  });
  return {
    getObject: digest => reads.getObject(digest),
    readScope: scope => reads.readScope(scope),
    scopes: () => reads.scopes(),
    journal: (scope, fromSeq, limit) => reads.journal(scope, fromSeq, limit),
    objects: (after, most) =>
      trying(() =>
        db
          .prepare(SQL.objectsAfter)
          .all(after ?? '', most)
          .map(statOf),
      ),
    statObject: digest =>
      trying(() => {
        const row = db.prepare(SQL.objectAt).get(digest);
        return row && statOf(row);
      }),
    noticeObjects: digests =>
      trying(() => {
        const notice = db.prepare(SQL.put);
        for (const digest of digests) notice.run(digest, now_ms);
        return undefined;
      }),
    removeObjects: digests =>
      trying(() => {
        const removals = [db.prepare(SQL.removeObject), db.prepare(SQL.removePut)];
        for (const digest of digests) for (const removal of removals) removal.run(digest);
        return undefined;
      }),
  };
}
