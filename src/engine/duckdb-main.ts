import {
  BIGINT,
  BLOB,
  BOOLEAN,
  blobValue,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  UBIGINT,
  VARCHAR,
} from '@duckdb/node-api';
import type { LaidColumn, Said, Told } from './duckdb-wire.ts';

/** The process that counts whole data sets: it does what it is told, and ends with whoever started it. */
let connection: DuckDBConnection | undefined;
let appending: { readonly table: string; readonly appender: DuckDBAppender } | undefined;

const TYPES: Readonly<Record<LaidColumn['form'], DuckDBType>> = {
  whole: BIGINT,
  natural: UBIGINT,
  real: DOUBLE,
  truth: BOOLEAN,
  digits: VARCHAR,
  text: VARCHAR,
  bytes: BLOB,
  wholes: LIST(BIGINT),
  json: VARCHAR,
  length: BIGINT,
};

/** Rows of one chunk. */
const CHUNK_ROWS = 2_048;

async function act(told: Told): Promise<Said> {
  if (told.kind === 'open') {
    const instance = await DuckDBInstance.create(told.file, {
      threads: String(told.threads),
      memory_limit: `${told.memory_mib}MiB`,
      temp_directory: told.folder,
      // Rows are sampled by their places, so rows that are appended keep theirs.
      preserve_insertion_order: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    connection = await instance.connect();
    return { kind: 'rows', rows: [] };
  }
  if (told.kind === 'append') {
    await append(told);
    return { kind: 'rows', rows: [] };
  }
  appending?.appender.closeSync();
  appending = undefined;
  const result = await connection!.runAndReadAll(told.sql);
  return { kind: 'rows', rows: result.getRowsJS() };
}

async function append({ table, columns, rows }: Extract<Told, { kind: 'append' }>): Promise<void> {
  if (appending?.table !== table) {
    appending?.appender.closeSync();
    appending = { table, appender: await connection!.createAppender(table) };
  }
  const types = columns.map(({ form }) => TYPES[form]);
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const length = Math.min(CHUNK_ROWS, rows - from);
    const chunk = DuckDBDataChunk.create(types, length);
    for (const [at, column] of columns.entries()) chunk.setColumnValues(at, valuesOf(column, from, length));
    appending.appender.appendDataChunk(chunk);
  }
}

function valuesOf({ form, values }: LaidColumn, from: number, length: number): DuckDBValue[] {
  const laid = values.slice(from, from + length);
  if (form === 'wholes')
    return laid.map(value => (value === null ? null : listValue(value as readonly (bigint | null)[])));
  if (form === 'bytes') return laid.map(value => (value === null ? null : blobValue(value as Uint8Array)));
  return laid as DuckDBValue[];
}

const say = (said: Said): void => void process.send?.(said);

process.on('message', (told: Told) => {
  act(told).then(say, (error: unknown) => {
    const words = error instanceof Error ? error.message : '';
    // All before the first colon is the sort; what follows may quote a value.
    say({ kind: 'failed', what: /^[A-Z][A-Za-z -]{2,40}(?=:)/.exec(words)?.[0] ?? 'Error' });
  });
});
process.on('disconnect', () => process.exit(0));
say({ kind: 'ready' });
