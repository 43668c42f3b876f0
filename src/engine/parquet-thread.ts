import { Worker } from 'node:worker_threads';
import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import type { ApartRecords } from '../codec/apart.ts';
import { ArrowReader } from '../codec/arrow/arrow-reader.ts';
import type { TextsAs } from '../codec/arrow/fit-text.ts';
import type { Refusal } from '../codec/codec.ts';
import type { Schema } from '../contract/schema.ts';
import type { ParquetAsk, ParquetSaid } from './parquet-wire.ts';
import type { ParquetFiles, ParquetHears } from './port.ts';

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const MAIN = new URL(`parquet-main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * parquet-wasm in a thread: what ends, fills or stops it is the refusal of the file that it read. A thread that came to
 * the end of its file reads the next, because to start one costs more than many files do.
 */
export function parquetFiles(step_ms: number = LIMITS.parquet_step_ms): ParquetFiles {
  let idle: ReaderThread | undefined;
  return {
    async *read(file, schema, { filled = () => undefined, apart } = {}) {
      const thread = idle === undefined || idle.isOver ? new ReaderThread(step_ms) : idle;
      idle = undefined;
      let isAtEnd = false;
      try {
        thread.open(file, 0, 'texts');
        const ask = { schema, from: START, texts: 'texts', filled, apart } as const;
        const ended = yield* batchesOf(thread, ask);
        isAtEnd = thread.isAtEnd;
        if (ended?.kind !== 'silent') return ended;
        return yield* asBytes(file, { ...ask, from: ended, texts: 'texts as bytes' }, step_ms);
      } finally {
        if (isAtEnd && idle === undefined) {
          thread.rest();
          idle = thread;
        } else await thread.end();
      }
    },
  };
}

/** The records before a row group, its place, and how many of its own were given out. */
type From = { readonly rows: number; readonly block: number; readonly given: number };
type Silent = { readonly kind: 'silent' } & From;

const START: From = { rows: 0, block: 0, given: 0 };

type Asked = Required<Pick<ParquetHears, 'filled'>> & {
  readonly apart: ApartRecords | undefined;
  readonly schema: Schema;
  readonly texts: TextsAs;
  readonly from: From;
};

/**
 * The library ends itself at a text that is no UTF-8. Read as bytes by another thread, it is found here, and where records
 * are set apart those behind it are read; where none is found, something else was wrong.
 */
async function* asBytes(
  file: string,
  asked: Asked,
  step_ms: number,
): AsyncGenerator<RecordBatch, Refusal | undefined, void> {
  const { from, apart } = asked;
  const thread = new ReaderThread(step_ms);
  const malformed = refused({
    code: 'MALFORMED',
    row: from.rows,
    field: undefined,
    offset: undefined,
    block: from.block,
  });
  let isFound = false;
  try {
    thread.open(file, from.block, 'texts as bytes');
    const reading = batchesOf(thread, asked);
    for (;;) {
      const { done, value } = await reading.next();
      if (done === true) {
        if (value === undefined && isFound) return undefined;
        return value?.kind === 'refused' && (isFound || value.code === 'INVALID_UTF8') ? value : malformed;
      }
      isFound ||= apart?.of(value).some(({ code }) => code === 'INVALID_UTF8') === true;
      if (apart !== undefined) yield value;
    }
  } finally {
    await thread.end();
  }
}

const refused = (refusal: Omit<Refusal, 'kind'>): Refusal => ({ kind: 'refused', ...refusal });

/** What a thread says of a file from a row group on, without what was given out of that, held to the schema. */
async function* batchesOf(
  thread: ReaderThread,
  { schema, texts, from, filled, apart }: Asked,
): AsyncGenerator<RecordBatch, Refusal | Silent | undefined, void> {
  let { rows, block } = from;
  let start = { rows, block };
  for (;;) {
    const said = await thread.next();
    if (said === undefined) return { kind: 'silent', ...start, given: rows - start.rows };
    if (said.kind === 'end')
      return said.rows === rows
        ? undefined
        : refused({ code: 'MALFORMED', row: rows, field: undefined, offset: undefined, block });
    if (said.kind === 'refused') {
      const { name, ...why } = said.why;
      const field = schema.fields.find(one => one.name === name)?.id;
      return refused({ row: rows, field, ...why });
    }
    if (said.block !== block) start = { rows, block: said.block };
    block = said.block;
    const reader = new ArrowReader(schema, { texts, apart });
    const batches = reader.push(said.stream);
    const refusal = 'kind' in batches ? batches : reader.end();
    // Places in the stream are none of the file.
    if (refusal !== undefined)
      return refused({ ...refusal, row: rows + refusal.row, offset: undefined, block });
    // Whoever reads a row group again has it cut as before.
    const given = from.rows + from.given;
    const isGiven = rows < given;
    if (isGiven && rows + reader.rows > given)
      return refused({ code: 'MALFORMED', row: rows, field: undefined, offset: undefined, block });
    if (!('kind' in batches) && !isGiven) yield* batches;
    if (!isGiven) for (const [field, records] of reader.absentFilled) filled(field, records);
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
