import { Fault } from '../../base/fault.ts';
import type { Connection } from './connections.ts';
import type { Migration } from './migrations.ts';
import { quoted } from './statements.ts';

/** Held while tables are made or changed: "Assy" in ASCII, by which no other program is likely to lock. */
const LOCK = 0x41737379;

/** PostgreSQL of an older year is kept by nobody, and was never tried. */
const OLDEST_SERVER = 14;

export type Layout = 'absent' | 'older' | 'ours';

/**
 * What stands in a schema of the database.
 *
 * @faults STORE_FOREIGN, STORE_NEWER, STORE_CORRUPT, STORE_UNAVAILABLE
 */
export async function layoutOf(
  connection: Connection,
  { path, schema, migrations }: Where,
): Promise<Layout | Fault> {
  const unfit = await unfitServer(connection);
  if (unfit !== undefined) return new Fault('STORE_UNAVAILABLE', { path, problem: unfit });
  const { rows } = await connection.query<{ table: string; columns: string }>(TABLES, [schema]);
  if (rows.length === 0) return 'absent';
  const found = new Map(rows.map(({ table, columns }) => [table, columns]));
  if (found.get('migrations') !== 'number name digest') return new Fault('STORE_FOREIGN', { path });
  const done = await connection.query<{ name: string; digest: string }>(
    `SELECT name, digest FROM ${quoted(schema)}.migrations ORDER BY number`,
  );
  const known = migrations.length;
  if (done.rows.length > known) return new Fault('STORE_NEWER', { path, found: done.rows.length, known });
  const other = done.rows.find(({ digest }, index) => migrations[index]!.digest !== digest);
  if (other !== undefined) {
    const problem = `its migration ${other.name} is not the one that this program has`;
    return new Fault('STORE_CORRUPT', { path, problem });
  }
  if (done.rows.length < known) return 'older';
  for (const [table, columns] of Object.entries(COLUMNS))
    if (found.get(table) !== columns) {
      const problem = found.has(table) ? `its table ${table} is not ours` : `its table ${table} is gone`;
      return new Fault('STORE_CORRUPT', { path, problem });
    }
  return 'ours';
}

/**
 * Makes the tables, or brings them up to ours, in one transaction: all or nothing, once, whoever comes first.
 *
 * @faults those of `layoutOf`
 */
export async function migrate(connection: Connection, where: Where): Promise<Fault | undefined> {
  const { schema, migrations } = where;
  await connection.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema]);
  const layout = await layoutOf(connection, where); // another process may have, while this one waited
  if (layout instanceof Fault) return layout;
  if (layout === 'ours') return undefined;
  await connection.query(`SET LOCAL search_path TO ${quoted(schema)}`);
  if (layout === 'absent') {
    const { rows } = await connection.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rows.length === 0) await connection.query(`CREATE SCHEMA ${quoted(schema)}`);
    await connection.query(
      'CREATE TABLE migrations (number int PRIMARY KEY, name text NOT NULL, digest text NOT NULL)',
    );
  }
  const { rows } = await connection.query<{ done: number }>('SELECT count(*)::int AS done FROM migrations');
  for (const [index, { name, sql, digest }] of migrations.entries()) {
    if (index < rows[0]!.done) continue;
    await connection.query(sql);
    await connection.query('INSERT INTO migrations VALUES ($1, $2, $3)', [index + 1, name, digest]);
  }
  return undefined;
}

export type Where = {
  readonly path: string;
  readonly schema: string;
  readonly migrations: readonly Migration[];
};

/** After all migrations, the columns of each table in their order. */
const COLUMNS: Readonly<Record<string, string>> = {
  objects: 'digest bytes',
  puts: 'digest at_ms',
  scopes: 'scope seq seal',
  refs: 'scope name generation value',
  journal: 'scope seq op_id kind request answer at_ms',
};

const TABLES = `
  SELECT c.relname AS table, string_agg(a.attname, ' ' ORDER BY a.attnum) AS columns
  FROM pg_namespace n
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE n.nspname = $1
  GROUP BY c.relname`;

async function unfitServer(connection: Connection): Promise<string | undefined> {
  const { rows } = await connection.query<{ encoding: string; version: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num') AS version",
  );
  const { encoding, version } = rows[0]!;
  if (encoding !== 'UTF8') return `its encoding is ${encoding}, and only UTF8 has every name`;
  const server = Math.floor(Number(version) / 10_000);
  return server < OLDEST_SERVER
    ? `it is PostgreSQL ${server}, and must be ${OLDEST_SERVER} or newer`
    : undefined;
}
