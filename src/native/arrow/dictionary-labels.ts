import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../../base/limits.ts';
import { FlatBuffer, FlatStop, type FlatTable } from './flatbuffer.ts';

/** The texts of a dictionary in its order, each once, or why they make no vocabulary. */
export type Labels = readonly string[] | string;

/**
 * What the dictionaries of some columns hold. Every length and offset is held against the bytes: readers made for files
 * that somebody's own writer wrote take them at their word, and one of eight bytes keeps them busy for hours.
 *
 * @param bytes  of an Arrow IPC file or stream, whole
 */
export function dictionaryLabels(bytes: Uint8Array, names: readonly string[]): ReadonlyMap<string, Labels> {
  const found = new Map<number, Gathered>();
  try {
    const ids = new Map<string, number>();
    const footer = isFile(bytes) ? footerOf(bytes) : undefined;
    const schema = footer && new FlatBuffer(footer).root().table(1);
    if (schema !== undefined) readIds(schema, ids, found);
    const messages =
      footer === undefined ? bytes : bytes.subarray(FILE_START, footer.byteOffset - bytes.byteOffset);
    for (const { header, kind, body } of messagesOf(messages)) {
      if (kind === SCHEMA && schema === undefined) readIds(header, ids, found);
      else if (kind === DICTIONARY) gather(found.get(header.i64(0, 0)), header.table(1), body);
    }
    return new Map(names.map(name => [name, told(found.get(ids.get(name) ?? -1))]));
  } catch (stop) {
    if (!(stop instanceof FlatStop)) throw stop;
    return new Map(names.map(name => [name, UNREADABLE]));
  }
}

const UNREADABLE = 'its records can not be read';

type Gathered = { readonly labels: Set<string>; why: string | undefined; readonly widths: 4 | 8 | undefined };

function told(gathered: Gathered | undefined): Labels {
  if (gathered === undefined) return UNREADABLE;
  return gathered.why ?? (gathered.labels.size === 0 ? 'it is empty' : [...gathered.labels]);
}

const [SCHEMA, DICTIONARY] = [1, 2];
const FILE_MAGIC = 'ARROW1';
/** The magic, and two bytes that bring what follows to a multiple of eight. */
const FILE_START = 8;
const CONTINUATION = 0xffffffff;

const isFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, FILE_MAGIC.length)).toString('latin1') === FILE_MAGIC;

/** It has the schema of a file, which not every writer puts in front too. */
function footerOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.byteLength - FILE_MAGIC.length - 4;
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end, true);
  if (length > end) throw new FlatStop('its footer is longer than the file');
  return bytes.subarray(end - length, end);
}

type Message = { readonly kind: number; readonly header: FlatTable; readonly body: Uint8Array };

/** One behind the other, in a file as in a stream; each takes some bytes, so they come to an end. */
function* messagesOf(bytes: Uint8Array): Generator<Message> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    // Writers before 2019 had no word in front of the length.
    const start = view.getUint32(at, true) === CONTINUATION ? at + 8 : at + 4;
    const length = view.getUint32(start - 4, true);
    if (length === 0) return;
    const message = new FlatBuffer(partOf(bytes, start, length)).root();
    const [end, body_bytes] = [start + length, count(message.i64(3, 0))];
    const header = message.table(2);
    if (header === undefined) throw new FlatStop('a message has no header');
    yield { kind: message.u8(1, 0), header, body: partOf(bytes, end, body_bytes) };
    at = end + body_bytes;
  }
}

function partOf(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.byteLength) throw new FlatStop('a message is longer than the file');
  return bytes.subarray(start, start + length);
}

const TEXT_WIDTHS: Readonly<Record<number, 4 | 8>> = { 5: 4, 20: 8 };

/** The dictionary of each column that has one, and how wide the offsets of its texts are. */
function readIds(schema: FlatTable, ids: Map<string, number>, found: Map<number, Gathered>): void {
  for (const field of schema.tables(1)) {
    const dictionary = field.table(4);
    if (dictionary === undefined) continue;
    const id = dictionary.i64(0, 0);
    ids.set(field.text(0) ?? '', id);
    found.set(id, { labels: new Set(), why: undefined, widths: TEXT_WIDTHS[field.u8(2, 0)] });
  }
}

/** The values of one batch of a dictionary: where the texts end, and the texts. */
function gather(into: Gathered | undefined, batch: FlatTable | undefined, body: Uint8Array): void {
  if (into === undefined || into.why !== undefined) return;
  if (batch === undefined || into.widths === undefined || batch.table(3) !== undefined)
    throw new FlatStop('a dictionary is of a kind that is not read');
  const [node] = pairsIn(batch, 1);
  const [, offsets, texts] = pairsIn(batch, 2).map(([at, length]) => partOf(body, at, length));
  if (node === undefined || offsets === undefined || texts === undefined)
    throw new FlatStop('a dictionary has no values');
  const [length, nulls] = node;
  into.why =
    nulls > 0 ? NO_LABEL : labelsIn(into.labels, length, offsetsOf(offsets, length, into.widths), texts);
}

/** Structs of two counts: a length and how many are null, or an offset and a length. */
const pairsIn = (table: FlatTable, slot: number): readonly (readonly [number, number])[] =>
  table.items(slot, 16, (buffer, at) => [count(buffer.i64(at)), count(buffer.i64(at + 8))] as const);

function count(value: number): number {
  if (value < 0 || !Number.isSafeInteger(value)) throw new FlatStop('a length or an offset is no count');
  return value;
}

const NO_LABEL = 'a value is no label';

function offsetsOf(bytes: Uint8Array, length: number, width: 4 | 8): (index: number) => number {
  // Of no values, a writer may leave out the offset where the first would begin.
  if (length > 0 && (length + 1) * width > bytes.byteLength) throw new FlatStop('a dictionary is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return index =>
    width === 4 ? view.getInt32(index * width, true) : Number(view.getBigInt64(index * width, true));
}

/** @returns why they make no vocabulary, where they make none */
function labelsIn(
  labels: Set<string>,
  length: number,
  offsetAt: (index: number) => number,
  texts: Uint8Array,
): string | undefined {
  for (let index = 0; index < length; index++) {
    const [from, to] = [offsetAt(index), offsetAt(index + 1)];
    if (from < 0 || from > to || to > texts.byteLength) throw new FlatStop('a text ends outside of them');
    // A character takes three bytes for each of the two that are counted of it.
    if (to - from > 3 * LIMITS.label_chars_max) return TOO_LONG;
    const bytes = texts.subarray(from, to);
    const label = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (label === '' || label !== label.trim() || !isUtf8(bytes) || label.includes('\ufffd')) return NO_LABEL;
    if (label.length > LIMITS.label_chars_max) return TOO_LONG;
    labels.add(label);
    if (labels.size > LIMITS.vocabulary_terms_max)
      return `it has more than ${LIMITS.vocabulary_terms_max} values`;
  }
  return undefined;
}

const TOO_LONG = `a value is longer than ${LIMITS.label_chars_max}`;
