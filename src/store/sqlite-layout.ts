import type { DatabaseSync } from 'node:sqlite';
import { Fault } from '../base/fault.ts';

/** "Assy" in ASCII: what tells our file from another program's. */
export const APPLICATION_ID = 0x41737379;

export const LAYOUT_VERSION = 3;

/** When objects were put by themselves, or noticed that nothing names them. Those that came with a decision have no row. */
export const PUTS = `CREATE TABLE puts (
    digest TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`;

export const LAYOUT = `
  CREATE TABLE layout (version INTEGER NOT NULL) STRICT;
  INSERT INTO layout VALUES (${LAYOUT_VERSION});

  CREATE TABLE objects (
    digest TEXT PRIMARY KEY CHECK (digest GLOB 'sha256:*' AND length(digest) = 71),
    bytes BLOB NOT NULL
  ) STRICT;

  ${PUTS}

  CREATE TABLE scopes (
    scope TEXT PRIMARY KEY,
    seq INTEGER NOT NULL CHECK (seq >= 1),
    seal TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE refs (
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 1),
    value TEXT NOT NULL,
    PRIMARY KEY (scope, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE journal (
    scope TEXT NOT NULL,
    seq INTEGER NOT NULL,
    op_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (scope, seq),
    UNIQUE (scope, op_id)
  ) STRICT, WITHOUT ROWID;
`;

export const SQL = {
  /** Another number after each commit of another connection. */
  written: 'PRAGMA data_version',
  object: 'SELECT bytes FROM objects WHERE digest = ?',
  objects: 'SELECT digest, bytes FROM objects',
  objectsAfter: `SELECT objects.digest, length(bytes) AS bytes, at_ms FROM objects
    LEFT JOIN puts ON puts.digest = objects.digest WHERE objects.digest > ? ORDER BY objects.digest LIMIT ?`,
  objectAt: `SELECT objects.digest, length(bytes) AS bytes, at_ms FROM objects
    LEFT JOIN puts ON puts.digest = objects.digest WHERE objects.digest = ?`,
  put: 'INSERT INTO puts VALUES (?, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms',
  removeObject: 'DELETE FROM objects WHERE digest = ?',
  removePut: 'DELETE FROM puts WHERE digest = ?',
  keep: 'INSERT INTO objects VALUES (?, ?) ON CONFLICT DO NOTHING',
  scopes: 'SELECT scope, seq FROM scopes ORDER BY scope',
  seq: 'SELECT * FROM scopes WHERE scope = ?', // of layout 1, which is read as it is, there is no seal
  raise: `INSERT INTO scopes (scope, seq) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET seq = excluded.seq, seal = NULL`,
  seal: 'UPDATE scopes SET seal = ? WHERE scope = ?',
  refs: 'SELECT name, generation, value FROM refs WHERE scope = ?',
  writeRef: `INSERT INTO refs VALUES (?, ?, 1, ?)
    ON CONFLICT DO UPDATE SET generation = generation + 1, value = excluded.value`,
  restoreRef: 'INSERT INTO refs VALUES (?, ?, ?, ?)',
  entryOf: 'SELECT * FROM journal WHERE scope = ? AND op_id = ?',
  append: 'INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)',
  journal: 'SELECT * FROM journal WHERE scope = ? AND seq >= ? ORDER BY seq LIMIT ?',
  counted: 'SELECT count(*) AS entries, max(seq) AS last FROM journal WHERE scope = ?',
  orphan:
    'SELECT scope FROM (SELECT scope FROM refs UNION SELECT scope FROM journal) EXCEPT SELECT scope FROM scopes',
  gap: `SELECT scope, seq FROM scopes WHERE seq <>
    (SELECT count(*) FROM journal WHERE journal.scope = scopes.scope AND journal.seq BETWEEN 1 AND scopes.seq)`,
} as const;

/** What stands in the file: our layout (undefined), nothing yet, or the reason to leave it alone. */
export function layoutFault(db: DatabaseSync, path: string): Fault | 'absent' | undefined {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (tables.length === 0) return 'absent';
  const id = db.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== APPLICATION_ID) return new Fault('STORE_FOREIGN', { path });
  const found = tables.some(table => table['name'] === 'layout') && versionOf(db);
  if (typeof found !== 'number') {
    return new Fault('STORE_CORRUPT', { path, problem: 'its layout has no version' });
  }
  if (found > LAYOUT_VERSION) return new Fault('STORE_NEWER', { path, found, known: LAYOUT_VERSION });
  const problem = tableProblem(db, found);
  return problem === undefined ? undefined : new Fault('STORE_CORRUPT', { path, problem });
}

/** The columns of each table, and the layout they came with. */
const TABLES: Readonly<Record<string, readonly (readonly [column: string, since: number])[]>> = {
  objects: [
    ['digest', 1],
    ['bytes', 1],
  ],
  scopes: [
    ['scope', 1],
    ['seq', 1],
    ['seal', 2],
  ],
  refs: [
    ['scope', 1],
    ['name', 1],
    ['generation', 1],
    ['value', 1],
  ],
  puts: [
    ['digest', 3],
    ['at_ms', 3],
  ],
  journal: ['scope', 'seq', 'op_id', 'kind', 'request', 'answer', 'at_ms'].map(name => [name, 1]),
};

/** Whether the file has what its layout has, no more and no less: a table that is gone took what stood in it along. */
function tableProblem(db: DatabaseSync, version: number): string | undefined {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)');
  for (const [table, known] of Object.entries(TABLES)) {
    const found = columns.all(table).map(({ name }) => String(name));
    const expected = known.flatMap(([column, since]) => (since <= version ? [column] : []));
    if (found.join() !== expected.join())
      return found.length === 0
        ? `its table ${table} is gone`
        : `its table ${table} is not that of layout ${version}`;
  }
  return undefined;
}

export const versionOf = (db: DatabaseSync): unknown =>
  db.prepare('SELECT version FROM layout').get()?.['version'];
