import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export const COMPARED_ROWS = 100_000;
export const COMPARED_FORMATS = ['csv', 'json', 'parquet'] as const;
export type ComparedFormat = (typeof COMPARED_FORMATS)[number];

/** DuckDB with as many threads as the bench may use. */
export async function duckdb() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  return instance.connect();
}

/**
 * Two editions of a table of twenty columns in each format, as they differ in practice: labels relabelled where two
 * conditions hold, a measure in another unit, nulls for one site, rows gone and come, and sixteen columns that stayed.
 */
export async function writeComparedFiles(folder: string, rows = COMPARED_ROWS): Promise<void> {
  const duck = await duckdb();
  const h = (salt: number): string => `(hash(i * 31 + ${salt}) >> 11)::DOUBLE / 9007199254740992.0`;
  const old = `
    SELECT i AS id, 'user-' || (hash(i) % 1000000007) AS name, DATE '2023-01-01' + (i % 730)::INT AS day,
      TIMESTAMP '2024-01-01 00:00:00' + to_seconds(i * 37) AS seen_at,
      ['north', 'south', 'east', 'west', 'centre'][1 + (hash(i + 1) % 5)::INT] AS site,
      ['rain', 'sun', 'fog', 'snow', 'drizzle'][1 + (hash(i + 2) % 5)::INT] AS label,
      ${h(3)} AS f1, round(${h(4)} * 100, 2) AS f2, ln(1 + ${h(5)}) * 40 AS f3, ${h(6)} * 1e6 AS f4,
      round(${h(7)} * 30, 1) AS temperature, (hash(i + 8) % 100)::INT AS c1, (hash(i + 9) % 100000)::INT AS c2,
      (hash(i + 10) % 2) = 0 AS flag1, (hash(i + 11) % 10) = 0 AS flag2, (hash(i + 12) % 7)::INT AS c3,
      CASE WHEN hash(i + 13) % 20 = 0 THEN NULL ELSE round(${h(14)} * 1000, 3) END AS sparse,
      'The quick brown fox number ' || (hash(i + 15) % 50000) AS note, (hash(i + 16) % 3600)::INT AS seconds,
      (hash(i + 17) % 1000000000000)::BIGINT AS big
    FROM range(${rows}) t(i)`;
  const later = `
    SELECT * REPLACE (
      CASE WHEN c1 > 60 AND temperature < 12 AND label = 'fog' THEN 'rain' ELSE label END AS label,
      seconds * 1000 AS seconds,
      CASE WHEN site = 'west' THEN NULL ELSE sparse END AS sparse,
      CASE WHEN id % 97 = 0 THEN f2 + 0.01 ELSE f2 END AS f2)
    FROM old WHERE id % 1009 <> 0
    UNION ALL SELECT * REPLACE (id + ${rows} AS id) FROM old WHERE id < 100`;
  await duck.run(`CREATE TABLE old AS ${old}`);
  await duck.run(`CREATE TABLE later AS SELECT * FROM (${later}) ORDER BY hash(id)`);
  for (const format of COMPARED_FORMATS)
    for (const side of ['old', 'later'] as const)
      await duck.run(`COPY ${side} TO '${path.join(folder, `${side}.${format}`)}' (FORMAT ${format})`);
  duck.disconnectSync();
}
