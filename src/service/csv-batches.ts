import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { type CsvLexical, readCsv } from '../codec/csv.ts';
import type { Schema } from '../contract/schema.ts';
import { fileBytes } from './file-bytes.ts';

const [QUOTE, NEWLINE] = [0x22, 0x0a];
/** Of a piece that is read at once; a record is never cut. */
const PIECE_BYTES = 4 << 20;
/** A record that is longer is none: a quote was opened and never closed. */
const RECORD_BYTES_MAX = 64 << 20;

/**
 * A CSV file of any size under a schema, some megabytes at a time.
 *
 * @faults FILE_UNREADABLE, and those of `readCsv`, each at its line of the file
 */
export async function* csvBatches(
  place: string,
  path: string,
  schema: Schema,
  lexical: CsvLexical,
): AsyncGenerator<RecordBatch, Digest | Fault> {
  await using pieces = fileBytes(place, path);
  let header: Uint8Array | undefined;
  /** Lines before those that are held, the header left out. */
  let lines = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  let ended: Digest | undefined;
  while (ended === undefined) {
    const piece = await pieces.next();
    if (piece.done === true) {
      if (piece.value instanceof Fault) return piece.value;
      ended = piece.value;
    } else {
      held.push(piece.value);
      size += piece.value.length;
      if (size < PIECE_BYTES) continue;
    }
    const bytes = joined(held);
    const end = ended === undefined ? lastRecordEnd(bytes) : bytes.length;
    if (end === 0 && ended === undefined && size < RECORD_BYTES_MAX) continue;
    const whole = bytes.subarray(0, end === 0 ? bytes.length : end);
    const text = header === undefined ? whole : joined([header, whole]);
    // Past the header a file may end where a piece did.
    if (header === undefined || whole.length > 0) {
      const batch = readCsv(path, text, schema, lexical);
      if (batch instanceof Fault) return atLine(batch, lines);
      yield batch;
    }
    const begins = header === undefined ? firstRecordEnd(whole) : 0;
    header ??= whole.slice(0, begins);
    lines += linesIn(whole.subarray(begins));
    held = end === 0 ? [] : [bytes.slice(end)];
    size = held[0]?.length ?? 0;
  }
  return ended;
}

/** A line of a piece as a line of the file. */
function atLine(fault: Fault, lines: number): Fault {
  const { at } = fault;
  if (at === undefined || at.line === 1 || lines === 0) return fault;
  return new Fault(fault.code, fault.facts, { ...at, line: at.line + lines });
}

/** Behind the last line feed that stands outside of quotes; 0 where there is none. */
function lastRecordEnd(bytes: Uint8Array): number {
  let [isQuoted, end] = [false, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === NEWLINE && !isQuoted) end = at + 1;
  }
  return end;
}

function firstRecordEnd(bytes: Uint8Array): number {
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === NEWLINE && !isQuoted) return at + 1;
  }
  return bytes.length;
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === NEWLINE) lines++;
  return lines;
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
