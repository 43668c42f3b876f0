/** A statement a connection prepares once, under its name. */
export type Statement = { readonly name: string; readonly text: string };

export type Statements = { readonly [name in keyof ReturnType<typeof texts>]: Statement };

/** What is asked of the tables in one schema of the database. */
export function statementsIn(schema: string): Statements {
  const named = Object.entries(texts(quoted(schema))).map(([name, text]) => [name, { name, text }] as const);
  return Object.fromEntries(named) as Statements;
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** Of the database: several servers write there, and no two clocks agree. */
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const texts = (s: string) => ({
  object: `SELECT bytes FROM ${s}.objects WHERE digest = $1`,
  keep: `INSERT INTO ${s}.objects VALUES ($1, $2) ON CONFLICT DO NOTHING`,
  kept: `SELECT 'sha256:' || encode(sha256(bytes), 'hex') AS found FROM ${s}.objects WHERE digest = $1`,
  /** Digests are held against bytes where both lie; what does not agree is told. */
  objects: `
    SELECT digest, 'sha256:' || encode(sha256(bytes), 'hex') AS found
    FROM ${s}.objects WHERE digest > $1 ORDER BY digest LIMIT $2`,

  objectsAfter: `
    SELECT objects.digest, length(bytes) AS bytes, ${NOW_MS} - at_ms AS age_ms
    FROM ${s}.objects LEFT JOIN ${s}.puts ON puts.digest = objects.digest
    WHERE objects.digest > $1 ORDER BY objects.digest LIMIT $2`,
  objectAt: `
    SELECT objects.digest, length(bytes) AS bytes, ${NOW_MS} - at_ms AS age_ms
    FROM ${s}.objects LEFT JOIN ${s}.puts ON puts.digest = objects.digest WHERE objects.digest = $1`,
  put: `
    INSERT INTO ${s}.puts SELECT digest, ${NOW_MS} FROM unnest($1::text[]) AS new (digest)
    ON CONFLICT (digest) DO UPDATE SET at_ms = excluded.at_ms`,
  removeObjects: `DELETE FROM ${s}.objects WHERE digest = ANY($1::text[])`,
  removePuts: `DELETE FROM ${s}.puts WHERE digest = ANY($1::text[])`,
  /** Whoever decides or puts waits. */
  lockAll: `LOCK TABLE ${s}.scopes, ${s}.puts IN EXCLUSIVE MODE`,

  scopes: `SELECT scope, seq FROM ${s}.scopes WHERE seq > 0`,
  lock: `SELECT seq FROM ${s}.scopes WHERE scope = $1 FOR UPDATE`,
  make: `INSERT INTO ${s}.scopes VALUES ($1, 0, NULL) ON CONFLICT DO NOTHING`,
  /** All of a scope as it is at one moment, which one statement sees and two would not. */
  scope: `
    SELECT 'scope' AS what, NULL AS name, seq AS count, seal AS value FROM ${s}.scopes WHERE scope = $1
    UNION ALL SELECT 'last', NULL, seq, NULL
      FROM (SELECT seq FROM ${s}.journal WHERE scope = $1 ORDER BY seq DESC LIMIT 1) AS entry
    UNION ALL SELECT 'entries', NULL, count(*), NULL FROM ${s}.journal WHERE scope = $1
    UNION ALL SELECT 'ref', name, generation, value FROM ${s}.refs WHERE scope = $1`,
  entryOf: `SELECT * FROM ${s}.journal WHERE scope = $1 AND op_id = $2`,
  write: `
    WITH written AS (
      INSERT INTO ${s}.refs SELECT $1, name, 1, value FROM unnest($2::text[], $3::text[]) AS new (name, value)
      ON CONFLICT (scope, name) DO UPDATE SET generation = refs.generation + 1, value = excluded.value
    ), raised AS (
      UPDATE ${s}.scopes SET seq = $4, seal = $5 WHERE scope = $1
    )
    INSERT INTO ${s}.journal VALUES ($1, $4, $6, $7, $8, $9, $10)`,
  anyScope: `SELECT 1 FROM ${s}.scopes LIMIT 1`,
  /** One at a time: whoever else restores, or begins a scope, waits until this is done. */
  lockScopes: `LOCK TABLE ${s}.scopes IN EXCLUSIVE MODE`,
  restoreScope: `INSERT INTO ${s}.scopes VALUES ($1, $2, $3)`,
  restoreRefs: `
    INSERT INTO ${s}.refs SELECT $1, name, generation, value
    FROM unnest($2::text[], $3::bigint[], $4::text[]) AS kept (name, generation, value)`,
  restoreEntry: `INSERT INTO ${s}.journal VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  /** A page of the journal, and beside each entry, or alone, what its scope says of it. */
  journal: `
    SELECT said.*, entry.*
    FROM (SELECT
      (SELECT seq FROM ${s}.scopes WHERE scope = $1) AS count,
      (SELECT count(*) FROM ${s}.journal WHERE scope = $1) AS entries,
      (SELECT max(seq) FROM ${s}.journal WHERE scope = $1) AS last) AS said
    LEFT JOIN LATERAL
      (SELECT * FROM ${s}.journal WHERE scope = $1 AND seq >= $2 ORDER BY seq LIMIT $3) AS entry ON true
    ORDER BY entry.seq`,
  everyScope: `
    SELECT scope FROM ${s}.scopes UNION SELECT scope FROM ${s}.refs UNION SELECT scope FROM ${s}.journal`,
});
