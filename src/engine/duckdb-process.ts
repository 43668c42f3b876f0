import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { ShadowAnswer, ShadowAsk } from '../shadow/ask.ts';
import { countedColumns, type Form, formOf, layer } from '../shadow/form.ts';
import { answerOf } from './duckdb-answers.ts';
import { laidColumns } from './duckdb-columns.ts';
import { type Literal, real, sqlOf, TYPES, text } from './duckdb-sql.ts';
import type { Said, Told } from './duckdb-wire.ts';
import { endWithUs } from './end-with-us.ts';
import type { Counting, CountingSession, CountingTrouble, NativeColumn, NativeFiles } from './port.ts';

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`duckdb-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export type CountingLimits = {
  readonly memory_mib: number;
  readonly heap_mib: number;
  readonly threads: number;
  readonly start_ms: number;
};

const ORDINARY: CountingLimits = {
  memory_mib: LIMITS.shadow_memory_mib,
  heap_mib: LIMITS.shadow_heap_mib,
  threads: 2,
  start_ms: LIMITS.shadow_start_ms,
};

/** DuckDB in a process of its own: what ends it there, a file's bytes or want of memory, is told, and ends nothing else. */
export const duckdbProcess = (limits: CountingLimits = ORDINARY): Counting => ({
  async start() {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-counting-'));
    const child = new Child(limits, folder);
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    const opened = await child.tell({
      kind: 'open',
      file: path.join(folder, 'rows.duckdb'),
      memory_mib: limits.memory_mib,
      folder: path.join(folder, 'spilled'),
      threads: limits.threads,
    });
    if ('trouble' in opened) {
      child.end();
      remove();
      return opened;
    }
    return new Session(child, remove);
  },
});

class Session implements CountingSession {
  readonly #child: Child;
  readonly #remove: () => void;
  readonly #sides = new Map<number, Schema>();

  constructor(child: Child, remove: () => void) {
    this.#child = child;
    this.#remove = remove;
  }

  async open(
    side: number,
    schema: Schema,
    files: readonly NativeFiles[],
  ): Promise<CountingTrouble | undefined> {
    this.#sides.set(side, schema);
    const fields = schema.fields.flatMap((_, at) => {
      const { form } = countedColumns(schema)[at]!;
      return [`v${at} ${TYPES[form]}`, ...(hasLength(schema, at) ? [`l${at} BIGINT`] : [])].join(', ');
    });
    const made = await this.#run(`CREATE OR REPLACE TABLE rows${side} (${fields.join(', ')})`);
    if (made !== undefined) return made;
    const parts = [
      ...files.map(each => nativeSql(schema, each)),
      `SELECT ${namesOf(schema).join(', ')}, rowid AS rn FROM rows${side}`,
    ];
    return this.#run(`CREATE OR REPLACE VIEW data${side} AS ${parts.join(' UNION ALL ')}`);
  }

  async append(side: number, batch: RecordBatch): Promise<CountingTrouble | undefined> {
    const schema = this.#sides.get(side)!;
    const columns = laidColumns(schema, batch, at => hasLength(schema, at));
    const said = await this.#child.tell({
      kind: 'append',
      table: `rows${side}`,
      columns,
      rows: batch.numRows,
    });
    return 'trouble' in said ? said : undefined;
  }

  async ask(side: number, ask: ShadowAsk): Promise<ShadowAnswer | CountingTrouble> {
    const schema = this.#sides.get(side)!;
    const columns = countedColumns(schema);
    const said = await this.#child.tell({ kind: 'run', sql: sqlOf(side, columns, ask, literalOf(schema)) });
    return 'trouble' in said ? said : answerOf(schema, ask, said.rows);
  }

  close(): Promise<void> {
    this.#child.end();
    this.#remove();
    return Promise.resolve();
  }

  async #run(sql: string): Promise<CountingTrouble | undefined> {
    const said = await this.#child.tell({ kind: 'run', sql });
    return 'trouble' in said ? said : undefined;
  }
}

const hasLength = (schema: Schema, at: number): boolean => countedColumns(schema)[at]!.hasLengths;

const namesOf = (schema: Schema): readonly string[] =>
  schema.fields.flatMap((_, at) => [`v${at}`, ...(hasLength(schema, at) ? [`l${at}`] : [])]);

/** Values of a Parquet file in the form they are counted in. */
function nativeSql(schema: Schema, { places, columns }: NativeFiles): string {
  const selected = schema.fields.flatMap((field, at) => {
    const value = nativeValue(columns[at]!, formOf(field));
    const length = LENGTHS[formOf(field)];
    return [
      `${value} AS v${at}`,
      ...(hasLength(schema, at) && length !== undefined ? [`${length}(${value}) AS l${at}`] : []),
    ];
  });
  return `SELECT ${selected.join(', ')}, file_row_number AS rn FROM read_parquet([${places
    .map(text)
    .join(', ')}], file_row_number = true)`;
}

const LENGTHS: Readonly<Partial<Record<Form, string>>> = {
  text: 'length',
  bytes: 'octet_length',
  wholes: 'len',
};

function nativeValue({ name, reads }: NativeColumn, form: Form): string {
  const column = `"${name.replaceAll('"', '""')}"`;
  if (reads === 'date') return `(${column} - DATE '1970-01-01')::BIGINT`;
  if (reads === 'us' || reads === 'ms') return `epoch_${reads}(${column})`;
  return form === 'text' || form === 'bytes' || form === 'truth'
    ? column
    : `CAST(${column} AS ${TYPES[form]})`;
}

const literalOf =
  (schema: Schema): Literal =>
  (form: Form, value: Value, at: number) => {
    if (value === null) return 'NULL';
    const laid = layer(schema.fields[at] as Field)(value);
    if (typeof laid === 'number') return real(laid);
    if (typeof laid === 'string') return text(laid);
    if (laid instanceof Uint8Array) return `unhex('${Buffer.from(laid).toString('hex')}')`;
    return `${laid}::${TYPES[form]}`;
  };

/** One process, told one thing after another. */
class Child {
  readonly #process: ChildProcess;
  #ended: string | undefined;
  #heard: ((said: Said | CountingTrouble) => void) | undefined;
  #isReady = false;
  #waiting: (() => void) | undefined;
  readonly #clock: NodeJS.Timeout;

  constructor({ heap_mib, start_ms }: CountingLimits, folder: string) {
    this.#process = fork(fileURLToPath(MAIN), [], {
      env: {},
      execArgv: [`--max-old-space-size=${heap_mib}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    endWithUs(this.#process, { isGroup: false, folder });
    this.#clock = setTimeout(() => this.#over(`it did not start within ${start_ms / 1000} s`), start_ms);
    this.#process.on('message', (said: Said) => {
      if (said.kind === 'ready') {
        clearTimeout(this.#clock);
        this.#isReady = true;
        this.#waiting?.();
        return;
      }
      this.#answer(said.kind === 'failed' ? { trouble: 'refused', what: said.what } : said);
    });
    this.#process.on('error', (error: NodeJS.ErrnoException) => this.#over(error.code ?? error.name));
    this.#process.on('exit', (code, signal) => this.#over(signal ?? `exit code ${code}`));
  }

  async tell(told: Told): Promise<Extract<Said, { kind: 'rows' }> | CountingTrouble> {
    if (!this.#isReady && this.#ended === undefined)
      await new Promise<void>(resolve => {
        this.#waiting = resolve;
      });
    if (this.#ended !== undefined) return { trouble: 'ended', what: this.#ended };
    const said = await new Promise<Said | CountingTrouble>(resolve => {
      this.#heard = resolve;
      this.#process.send(told, error => {
        if (error !== null) this.#over(error.name);
      });
    });
    return said as Extract<Said, { kind: 'rows' }> | CountingTrouble;
  }

  end(): void {
    this.#over('it was ended');
  }

  #answer(said: Said | CountingTrouble): void {
    const heard = this.#heard;
    this.#heard = undefined;
    heard?.(said);
  }

  #over(how: string): void {
    clearTimeout(this.#clock);
    this.#ended ??= how;
    this.#process.kill('SIGKILL');
    this.#waiting?.();
    this.#answer({ trouble: 'ended', what: this.#ended });
  }
}
