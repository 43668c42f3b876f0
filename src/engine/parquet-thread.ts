import { Worker } from 'node:worker_threads';
import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { ArrowReader } from '../codec/arrow/arrow-reader.ts';
import type { TextsAs } from '../codec/arrow/fit-text.ts';
import type { Refusal } from '../codec/codec.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { ParquetAsk, ParquetSaid } from './parquet-wire.ts';
import type { ParquetFiles } from './port.ts';

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`parquet-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * parquet-wasm in a thread: what ends, fills or stops it is the refusal of the file that it read. A thread that came to
 * the end of its file reads the next, because to start one costs more than many files do.
 */
export function parquetFiles(step_ms: number = LIMITS.parquet_step_ms): ParquetFiles {
  let idle: ReaderThread | undefined;
  return {
    async *read(file, schema, filled = () => undefined) {
      const thread = idle === undefined || idle.isOver ? new ReaderThread(step_ms) : idle;
      idle = undefined;
      let isAtEnd = false;
      try {
        thread.open(file, 0, 'texts');
        const ended = yield* batchesOf(thread, schema, 'texts', { rows: 0, block: 0 }, filled);
        isAtEnd = thread.isAtEnd;
        if (ended?.kind !== 'silent') return ended;
        return await whySilent(file, schema, ended, step_ms);
      } finally {
        if (isAtEnd && idle === undefined) {
          thread.rest();
          idle = thread;
        } else await thread.end();
      }
    },
  };
}

/** The records before a row group, and its place. */
type From = { readonly rows: number; readonly block: number };
type Silent = { readonly kind: 'silent' } & From;

/**
 * The library ends itself at a text that is no UTF-8. Read as bytes by another thread, it is found here; where none is
 * found, something else was wrong.
 */
async function whySilent(file: string, schema: Schema, from: Silent, step_ms: number): Promise<Refusal> {
  const thread = new ReaderThread(step_ms);
  const malformed = refused({
    code: 'MALFORMED',
    row: from.rows,
    field: undefined,
    offset: undefined,
    block: from.block,
  });
  try {
    thread.open(file, from.block, 'texts as bytes');
    const reading = batchesOf(thread, schema, 'texts as bytes', from, () => undefined);
    for (;;) {
      const { done, value } = await reading.next();
      if (done === true)
        return value?.kind === 'refused' && value.code === 'INVALID_UTF8' ? value : malformed;
    }
  } finally {
    await thread.end();
  }
}

const refused = (refusal: Omit<Refusal, 'kind'>): Refusal => ({ kind: 'refused', ...refusal });

/** What a thread says of a file from a row group on, held to the schema. */
async function* batchesOf(
  thread: ReaderThread,
  schema: Schema,
  texts: TextsAs,
  from: From,
  filled: (field: FieldId, records: number) => void,
): AsyncGenerator<RecordBatch, Refusal | Silent | undefined, void> {
  let { rows, block } = from;
  let start = from;
  for (;;) {
    const said = await thread.next();
    if (said === undefined) return { kind: 'silent', ...start };
    if (said.kind === 'end')
      return said.rows === rows
        ? undefined
        : refused({ code: 'MALFORMED', row: rows, field: undefined, offset: undefined, block });
    if (said.kind === 'refused') return refused({ row: rows, field: undefined, ...said.why });
    if (said.block !== block) start = { rows, block: said.block };
    block = said.block;
    const reader = new ArrowReader(schema, undefined, texts);
    const batches = reader.push(said.stream);
    const refusal = 'kind' in batches ? batches : reader.end();
    // Places in the stream are none of the file.
    if (refusal !== undefined)
      return refused({ ...refusal, row: rows + refusal.row, offset: undefined, block });
    if (!('kind' in batches)) yield* batches;
    for (const [field, records] of reader.absentFilled) filled(field, records);
    rows += reader.rows;
  }
}

/** Says one thing for each time it is asked; nothing, where it ended or was too long about it. */
class ReaderThread {
  readonly #worker = new Worker(MAIN, { stdout: true, stderr: true });
  readonly #step_ms: number;
  readonly #said: ParquetSaid[] = [];
  #reading = 0;
  isOver = false;
  #heard: () => void = () => undefined;
  /** The last thing it had to say of its file was said. */
  isAtEnd = false;

  constructor(step_ms: number) {
    this.#step_ms = step_ms;
    this.#worker.on('message', (said: ParquetSaid) => {
      this.#said.push(said);
      this.#heard();
    });
    for (const event of ['error', 'exit'])
      this.#worker.on(event, () => {
        this.isOver = true;
        this.#heard();
      });
  }

  open(file: string, from: number, texts: TextsAs): void {
    this.#worker.ref();
    this.isAtEnd = false;
    this.#ask({ kind: 'file', file, reading: ++this.#reading, from, texts });
  }

  async next(): Promise<ParquetSaid | undefined> {
    if (this.#said.length === 0 && !this.isOver) await this.#hear();
    const said = this.#said.shift();
    this.isAtEnd = said !== undefined && said.kind !== 'batch';
    if (!this.isAtEnd) this.#ask({ kind: 'more', reading: this.#reading });
    return said;
  }

  /** It keeps no process from its end. */
  rest(): void {
    this.#worker.unref();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(ask: ParquetAsk): void {
    if (!this.isOver) this.#worker.postMessage(ask);
  }

  #hear(): Promise<void> {
    return new Promise(resolve => {
      const clock = setTimeout(resolve, this.#step_ms);
      this.#heard = () => {
        clearTimeout(clock);
        resolve();
      };
    });
  }
}
