import type { Layout } from '../../convert/function-layout.ts';
import {
  buffersOf,
  columnsIn,
  isTrouble,
  packed,
  unpacked,
  type WireColumn,
} from '../../convert/function-wire.ts';
import { bare } from './bare.ts';
import { given } from './given.ts';
import { made, NoColumn, Room } from './made.ts';
import { utf8 } from './utf8.ts';

/** What stands between a function and whoever asks it. It runs in the engine that the function runs in, and needs nothing else. */

/** What a function is asked to do, before any batch. */
export type Order = {
  readonly exported: string;
  readonly takes: readonly Layout[];
  readonly makes: readonly Layout[];
  readonly rejects: readonly string[];
  readonly made_bytes_max: number;
};

/** What was the matter, with nothing of a record in it. */
export type Failed =
  | {
      readonly kind: 'threw';
      readonly error: ErrorName;
      readonly line: number | null;
      readonly column: number | null;
    }
  | { readonly kind: 'no-function' }
  | { readonly kind: 'unfit'; readonly column: number; readonly unfit: string; readonly found: number | null }
  | { readonly kind: 'reject'; readonly what: 'code' | 'row' }
  | { readonly kind: 'late' }
  | { readonly kind: 'memory' };

export type Said = { readonly kind: 'ready' } | { readonly kind: 'made' } | Failed;

/** @returns what takes the exports of a function's module, and then answers batches */
export function start(order: Order): (exports: unknown) => { said: string; answer: Answer | undefined } {
  const text = utf8();
  bare();
  return exports => {
    const act: unknown = (exports as Readonly<Record<string, unknown>>)[order.exported];
    return typeof act === 'function'
      ? { said: saidText({ kind: 'ready' }), answer: answering(order, act as Act, text) }
      : { said: saidText({ kind: 'no-function' }), answer: undefined };
  };
}

/** Bytes of a batch to bytes of what was made of it, each with what is said first. */
export type Answer = (batch: ArrayBuffer) => ArrayBuffer;

type Act = (batch: object, reject: (row: number, code: string) => void) => unknown;

function answering(order: Order, act: Act, text: ReturnType<typeof utf8>): Answer {
  const say = (said: Said, more: readonly Uint8Array[] = []): ArrayBuffer =>
    packed([text.write(saidText(said)), ...more]).buffer;
  return batch => {
    try {
      return say({ kind: 'made' }, makeColumns(order, act, text, batch));
    } catch (error) {
      return say(failedBy(error));
    }
  };
}

const saidText = (said: Said): string => JSON.stringify(said);

function makeColumns(
  order: Order,
  act: Act,
  text: ReturnType<typeof utf8>,
  batch: ArrayBuffer,
): readonly Uint8Array[] {
  const [head, ...buffers] = unpacked(new Uint8Array(batch)) as readonly Uint8Array[];
  const rows = new Uint32Array(head!.buffer as ArrayBuffer, head!.byteOffset, 1)[0]!;
  const columns = columnsIn(order.takes, rows, buffers);
  if (isTrouble(columns)) throw new Error(columns.trouble);
  const shown: Record<string, unknown> = Object.create(null);
  for (const column of columns) shown[column.layout.name] = given(column, text);
  const rejected = new Uint16Array(rows);
  const gave = act({ rows, columns: shown }, (row, code) => {
    if (!Number.isInteger(row) || row < 0 || row >= rows) throw new NotRejected('row');
    const at = order.rejects.indexOf(code);
    if (at < 0) throw new NotRejected('code');
    if (rejected[row] === 0) rejected[row] = at + 1;
  });
  const isAny = rejected.some(each => each > 0);
  const reasons = isAny ? new Uint8Array(rejected.buffer) : new Uint8Array(0);
  const room = new Room(order.made_bytes_max);
  return [reasons, ...buffersOf(order.makes.map((layout, at) => column(layout, at, gave, rows, text, room)))];
}

function column(
  layout: Layout,
  at: number,
  gave: unknown,
  rows: number,
  text: ReturnType<typeof utf8>,
  room: Room,
): WireColumn {
  try {
    if (typeof gave !== 'object' || gave === null) throw new NoColumn('shape');
    if (typeof (gave as { readonly then?: unknown }).then === 'function') throw new NoColumn('promise');
    return made(layout, (gave as Readonly<Record<string, unknown>>)[layout.name], rows, text, room);
  } catch (error) {
    throw error instanceof NoColumn ? new NoColumnAt(at, error) : error;
  }
}

class NoColumnAt {
  readonly at: number;
  readonly why: NoColumn;

  constructor(at: number, why: NoColumn) {
    this.at = at;
    this.why = why;
  }
}

class NotRejected {
  readonly what: 'code' | 'row';

  constructor(what: 'code' | 'row') {
    this.what = what;
  }
}

/** What was thrown, by its kind and its place: a message may hold what a record held. */
export function failedBy(error: unknown): Failed {
  if (error instanceof NoColumnAt)
    return { kind: 'unfit', column: error.at, unfit: error.why.unfit, found: error.why.found };
  if (error instanceof NotRejected) return { kind: 'reject', what: error.what };
  if (isOutOfMemory(error)) return { kind: 'memory' };
  const [line, at] = placeOf(error);
  return { kind: 'threw', error: nameOf(error), line, column: at };
}

/** Of what was thrown. */
export const ERRORS = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AggregateError',
  'InternalError',
  'something that is no error',
] as const;
export type ErrorName = (typeof ERRORS)[number];

function nameOf(error: unknown): ErrorName {
  try {
    if (!(error instanceof Error)) return 'something that is no error';
    const { name } = error;
    return ERRORS.find(known => known === name) ?? 'Error';
  } catch {
    return 'Error';
  }
}

function isOutOfMemory(error: unknown): boolean {
  try {
    return error instanceof Error && error.name === 'InternalError' && error.message === 'out of memory';
  } catch {
    return false;
  }
}

function placeOf(error: unknown): readonly [line: number | null, column: number | null] {
  try {
    const found = /function\.js:(\d{1,9}):(\d{1,9})/.exec(String((error as Error).stack));
    return found === null ? [null, null] : [Number(found[1]), Number(found[2])];
  } catch {
    return [null, null];
  }
}
