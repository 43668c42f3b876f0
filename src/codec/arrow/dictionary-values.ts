import type { Data } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { bareField } from '../../contract/bare-field.ts';
import { bitAt } from '../../contract/batch.ts';
import { FlatBuffer, FlatStop } from '../../native/arrow/flatbuffer.ts';
import type { Listed } from '../../native/columnar/column.ts';
import { Body, valuesIn } from './body.ts';
import { FitStop } from './fit-stop.ts';
import { fitText } from './fit-text.ts';
import { ARROW_MAGIC } from './ipc-footer.ts';
import { type BatchHead, readIpcFooter, readMessage } from './ipc-message.ts';
import type { IpcField } from './ipc-schema.ts';
import { wholeLane } from './lane.ts';

/** How long a file is, and what stands in it. */
export type Reading = {
  readonly size: number;
  readonly at: (start: number, length: number) => Uint8Array;
};

/**
 * The values of each dictionary of an Arrow IPC file or stream, by its id. Of a file its footer says where they are, before
 * the records or behind them; a stream is followed from message to message. No record is read.
 *
 * @throws what reading throws
 */
export function dictionaryValues(reading: Reading): ReadonlyMap<number, Listed> {
  const lists = new Lists();
  try {
    const head = reading.size < 2 * FILE_START ? new Uint8Array() : reading.at(0, ARROW_MAGIC.length);
    const isFile = head.length > 0 && ARROW_MAGIC.every((byte, index) => byte === head[index]);
    if (isFile) readFile(new Bounded(reading), lists);
    else readStream(new Bounded(reading), lists);
  } catch (stop) {
    if (!(stop instanceof FlatStop) && !(stop instanceof FitStop) && !(stop instanceof TooMuch)) throw stop;
    lists.stop(stop instanceof TooMuch ? stop.message : UNREADABLE);
  }
  return lists.told();
}

const UNREADABLE = 'its records can not be read';

class TooMuch extends Error {}

/** The magic, and two bytes that bring what follows to a multiple of eight. */
const FILE_START = 8;
const TAIL_BYTES = 10;
const CONTINUES = 0xffffffff;
const [SCHEMA, DICTIONARY] = [1, 2];

/** Nothing is read beyond the end or again and again, and of bodies no more than dictionaries may have. */
class Bounded {
  readonly size: number;
  readonly #at: Reading['at'];
  #messages = 0;
  #body_bytes = 0;
  #read_bytes = 0;

  constructor({ size, at }: Reading) {
    this.size = size;
    this.#at = at;
  }

  at(start: number, length: number): Uint8Array {
    if (!Number.isSafeInteger(start) || start < 0 || length < 0 || start + length > this.size)
      throw new FlatStop('a message is longer than the file');
    this.#read_bytes += length;
    if (this.#read_bytes > 2 * this.size) throw new FlatStop('its messages lie in each other');
    return this.#at(start, length);
  }

  /** What a message says of itself, and where its body begins; undefined where a stream ends. */
  messageAt(start: number): { readonly bytes: Uint8Array; readonly end: number } | undefined {
    if (++this.#messages > LIMITS.dictionary_messages_max)
      throw new TooMuch(`it has more than ${LIMITS.dictionary_messages_max} messages`);
    if (start + 8 > this.size) return undefined;
    const prefix = this.at(start, 8);
    const view = new DataView(prefix.buffer, prefix.byteOffset, 8);
    // Writers before 2019 had no word in front of the length.
    const prefix_bytes = view.getUint32(0, true) === CONTINUES ? 8 : 4;
    const length = view.getUint32(prefix_bytes - 4, true);
    if (length === 0) return undefined;
    if (length > LIMITS.native_bytes_max) throw new FlatStop('a message is too long');
    const bytes = this.at(start + prefix_bytes, length);
    return { bytes, end: start + prefix_bytes + length };
  }

  body(start: number, length: number): Uint8Array {
    this.#body_bytes += length;
    if (this.#body_bytes > LIMITS.dictionary_bytes_max)
      throw new TooMuch(`its dictionaries have more than ${LIMITS.dictionary_bytes_max} bytes`);
    return this.at(start, length);
  }
}

function readFile(reading: Bounded, lists: Lists): void {
  const tail = reading.at(reading.size - TAIL_BYTES, TAIL_BYTES);
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getUint32(0, true);
  if (length > LIMITS.native_footer_bytes_max) throw new FlatStop('its footer is too long');
  const footer = readIpcFooter(reading.at(reading.size - TAIL_BYTES - length, length));
  lists.open(footer.fields);
  for (const { offset } of footer.dictionaries) {
    const message = reading.messageAt(offset);
    if (message === undefined) throw new FlatStop('a dictionary is not where the footer says');
    take(reading, message, lists);
  }
}

function readStream(reading: Bounded, lists: Lists): void {
  for (let at = 0; ; ) {
    const message = reading.messageAt(at);
    if (message === undefined) return;
    const root = new FlatBuffer(message.bytes).root();
    const [kind, body_bytes] = [root.u8(1, 0), root.i64(3, 0)];
    if (!Number.isSafeInteger(body_bytes) || body_bytes < 0)
      throw new FlatStop('a length or an offset is no count');
    if (kind === SCHEMA || kind === DICTIONARY) take(reading, message, lists);
    at = message.end + body_bytes;
  }
}

function take(
  reading: Bounded,
  { bytes, end }: { readonly bytes: Uint8Array; readonly end: number },
  lists: Lists,
): void {
  const message = readMessage(bytes);
  if (message.kind === 'schema') lists.open(message.fields);
  else if (message.kind === 'dictionary')
    lists.put(message.id, message.head, reading.body(end, message.body_bytes));
}

/** What was met of each dictionary. */
class Lists {
  readonly #lists = new Map<
    number,
    { readonly field: IpcField; readonly values: Set<string | null>; why: string | undefined }
  >();
  #left_bytes: number = LIMITS.dictionary_bytes_max;

  open(fields: readonly IpcField[]): void {
    for (const field of fields) {
      const { dictionary, children } = field;
      if (dictionary !== undefined)
        this.#lists.set(dictionary.id, { field, values: new Set(), why: undefined });
      this.open(children);
    }
  }

  put(id: number, head: BatchHead, bytes: Uint8Array): void {
    const list = this.#lists.get(id);
    if (list === undefined) throw new FlatStop('a dictionary belongs to no column');
    if (list.why !== undefined) return;
    const body = new Body(head, bytes, 0, this.#left_bytes);
    try {
      for (const value of valuesOf(list.field, body)) {
        list.values.add(value);
        if (list.values.size > LIMITS.dictionary_values_max) {
          list.why = `it has more than ${LIMITS.dictionary_values_max} values`;
          return;
        }
      }
    } catch (stop) {
      if (!(stop instanceof FitStop)) throw stop;
      list.why = stop.code === 'INVALID_UTF8' ? 'a value is not UTF-8' : UNREADABLE;
    }
    this.#left_bytes = body.left_bytes;
  }

  stop(why: string): void {
    for (const list of this.#lists.values()) list.why ??= why;
  }

  told(): ReadonlyMap<number, Listed> {
    return new Map([...this.#lists].map(([id, { values, why }]) => [id, why ?? [...values]] as const));
  }
}

/** Texts as they are; of other kinds what tells one value from another. */
function valuesOf({ type, stored }: IpcField, body: Body): Iterable<string | null> {
  const [kind, encoding] =
    type.kind === 'string' ? (['string', 'utf8'] as const) : (['bytes', 'hex'] as const);
  const toColumn = fitText({ ...VALUES, type: { kind } }, stored, 'texts');
  if (toColumn !== undefined) return textsOf(toColumn(body, wholeLane(body.rows)), encoding);
  const bits = type.kind === 'int' || type.kind === 'float' ? type.bits : undefined;
  if (bits === undefined) throw new FitStop('UNSUPPORTED');
  return numbersOf(body, bits >> 3);
}

function* textsOf(data: Data, encoding: 'utf8' | 'hex'): Generator<string | null> {
  const { valueOffsets, values, nullCount, nullBitmap } = data as Data & {
    readonly valueOffsets: Int32Array;
    readonly values: Uint8Array;
  };
  const texts = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  for (let row = 0; row < data.length; row++)
    yield nullCount > 0 && !bitAt(nullBitmap, row)
      ? null
      : texts.toString(encoding, valueOffsets[row], valueOffsets[row + 1]);
}

function* numbersOf(body: Body, width: number): Generator<string | null> {
  const { length, nulls } = body.node(VALUES.id);
  const bitmap = body.buffer(VALUES.id).bytes;
  if (nulls > 0 && 8 * bitmap.length < length) throw new FitStop('TRUNCATED');
  const bytes = Buffer.from(valuesIn(Uint8Array, body.buffer(VALUES.id), length * width, VALUES.id));
  for (let row = 0; row < length; row++)
    yield nulls > 0 && !bitAt(bitmap, row) ? null : bytes.toString('hex', row * width, (row + 1) * width);
}

/** A dictionary is a column of its own, without a name. */
const VALUES = bareField(0, 'values', { kind: 'string' }, 'text', true);
