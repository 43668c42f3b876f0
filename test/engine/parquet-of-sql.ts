import { DuckDBInstance } from '@duckdb/node-api';

/** Writes a Parquet file of what a query gives. */
export async function parquetOfSql(place: string, query: string, options = ''): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${place}' (FORMAT parquet${options})`);
  connection.closeSync();
  instance.closeSync();
}
