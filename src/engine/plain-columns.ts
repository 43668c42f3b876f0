import { createRequire } from 'node:module';
import * as arrow from 'apache-arrow';
import type { Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainMember, PlainOutcome, PlainTask, PlainValue } from '../matrix/plain-lane.ts';
import { AnswerTooLarge, plainValue } from './plain-value.ts';

type Wasm = typeof import('parquet-wasm/node');
const require = createRequire(import.meta.url);

export type ColumnReading = Pick<PlainTask, 'bytes' | 'row' | 'select' | 'readerSchema'> & {
  readonly codec: 'arrow' | 'parquet';
};

/**
 * Reads files as ordinary code does: looks for columns by name, takes them as the file types them, and what is not there
 * is nothing. No unit, zone, scale or nullability is looked at, and nothing is cast.
 */
export class PlainColumns {
  readonly #files = new WeakMap<Uint8Array, Opened>();

  read({ codec, bytes, row = 0, select, readerSchema }: ColumnReading): PlainOutcome {
    const file = this.#files.get(bytes) ?? opened(() => OPEN[codec](bytes));
    this.#files.set(bytes, file);
    return readOf(file, select.kind === 'record' ? namesIn(readerSchema) : [select.name], row);
  }
}

/** The first column of each name, or why the file is not read. */
type Opened = ReadonlyMap<string, arrow.Vector> | { readonly refused: string };

function opened(open: () => arrow.Table): Opened {
  try {
    const table = open();
    const columns = new Map<string, arrow.Vector>();
    for (const [at, { name }] of table.schema.fields.entries())
      if (!columns.has(name)) columns.set(name, table.getChildAt(at)!);
    return columns;
  } catch (error) {
    return { refused: codeOf(error) };
  }
}

const OPEN = {
  arrow: (bytes: Uint8Array) => arrow.tableFromIPC(bytes),
  parquet: parquetTable,
} as const;

/** At once, as the library reads a file in memory: all columns, or none. */
function parquetTable(bytes: Uint8Array): arrow.Table {
  const { readParquet } = require(PARQUET) as Wasm;
  try {
    return arrow.tableFromIPC(readParquet(bytes).intoIPCStream());
  } catch (error) {
    // A panic leaves the instance in pieces: whoever comes next gets one of their own.
    if (isTrap(error)) delete require.cache[require.resolve(PARQUET)];
    throw error;
  }
}

const PARQUET = 'parquet-wasm/node';
/** What the library refuses it says with an error or a text of its own; what ends it is the machine's. */
const isTrap = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';

const namesIn = (schema: Json): readonly string[] =>
  (schema as { readonly columns: readonly { readonly name: string }[] }).columns.map(({ name }) => name);

function readOf(file: Opened, names: readonly string[], row: number): PlainOutcome {
  if ('refused' in file) return { kind: 'refused', code: file.refused };
  const budget = { left: LIMITS.plain_answer_nodes_max };
  try {
    const values = names.flatMap((name): readonly PlainMember[] => {
      const column = file.get(name);
      return column === undefined || row >= column.length ? [] : [[name, cellOf(column, row, budget)]];
    });
    return { kind: 'read', values };
  } catch (error) {
    if (error instanceof AnswerTooLarge) return { kind: 'crash', how: 'answer too large' };
    return { kind: 'refused', code: codeOf(error) };
  }
}

type Budget = { left: number };

function cellOf({ data }: arrow.Vector, row: number, budget: Budget): PlainValue {
  let at = row;
  for (const chunk of data) {
    if (at < chunk.length) return valueAt(chunk, at, budget);
    at -= chunk.length;
  }
  return { kind: 'absent' };
}

/** As `toArray` has a column; what is in it, as its parts have it. */
function valueAt(data: arrow.Data, row: number, budget: Budget): PlainValue {
  if (budget.left-- === 0) throw new AnswerTooLarge();
  if (!data.getValid(row)) return { kind: 'null' };
  const { type, children, values } = data;
  if (arrow.DataType.isStruct(type))
    return {
      kind: 'record',
      members: type.children.map(({ name }, at) => [name, valueAt(children[at]!, row, budget)] as const),
    };
  if (arrow.DataType.isFixedSizeList(type))
    return listOf(children[0]!, row * type.listSize, (row + 1) * type.listSize, budget);
  if (arrow.DataType.isList(type) || arrow.DataType.isMap(type)) {
    const [start, end] = [Number(data.valueOffsets[row]), Number(data.valueOffsets[row + 1])];
    const [inside] = children as [arrow.Data];
    return arrow.DataType.isList(type)
      ? listOf(inside, start, end, budget)
      : { kind: 'list', items: runOf(start, end, at => entryAt(inside, at, budget)) };
  }
  // Counts of days, or of what else the column counts, and not the moments that they stand for.
  const isClock = arrow.DataType.isTimestamp(type) || arrow.DataType.isDate(type);
  return plainValue(isClock ? values[row] : new arrow.Vector([data]).get(row), budget);
}

const runOf = <T>(start: number, end: number, at: (index: number) => T): readonly T[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => at(start + index));

const listOf = (inside: arrow.Data, start: number, end: number, budget: Budget): PlainValue => ({
  kind: 'list',
  items: runOf(start, end, at => valueAt(inside, at, budget)),
});

/** Key and value stand by place. */
const entryAt = ({ children }: arrow.Data, row: number, budget: Budget): PlainValue => ({
  kind: 'list',
  items: children.map(part => valueAt(part, row, budget)),
});

/** Neither library has codes, so their sentences are told apart. */
function codeOf(error: unknown): string {
  if (isTrap(error)) return 'PANIC';
  const sentence = error instanceof Error ? error.message : String(error);
  return CODES.find(([known]) => known.test(sentence))?.[1] ?? 'UNREADABLE';
}

const CODES: readonly (readonly [RegExp, string])[] = [
  [/utf-?8/i, 'TEXT_INVALID'],
  [/but only read|end of file|EOF|too small|out of bounds|Expected to read/i, 'TRUNCATED'],
  [/corrupt|magic|footer/i, 'NOT_A_FILE'],
];
