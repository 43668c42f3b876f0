import { isUtf8 } from 'node:buffer';
import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import { type Apart, type ApartRecords, besideTwice } from './apart.ts';
import { rowsAtATime } from './batch-room.ts';
import type { Refusal } from './codec.ts';
import { JsonDecoder } from './json-decoder.ts';
import { JsonInput } from './json-input.ts';
import { brokenAt } from './json-skip.ts';
import { placedTwice } from './json-twice.ts';
import { holdsOnce, once } from './once.ts';
import { Pending } from './pending.ts';

/**
 * JSON Lines of any length, read as their bytes arrive: in memory are one line and one batch. What is refused, and where,
 * does not depend on how the bytes arrive. After a fault it is spent, and says the same again.
 */
export class JsonLinesReader {
  readonly #schema: Schema;
  readonly #rowsMax: number;
  /** What stands twice is placed while its line is at hand: batches end with the bytes that were pushed. */
  readonly #isPlaced: boolean;
  readonly #apart: ApartRecords | undefined;
  readonly #pending = new Pending();
  readonly #absentFilled = new Map<FieldId, number>();
  #decoder: JsonDecoder | undefined;
  /** Of the batch at hand. */
  #setApart: Apart[] = [];
  #bytes = 0;
  #rows = 0;
  #fault: Fault | undefined;

  /** @param apart  hears of lines whose record is refused; without it, and where a line is no JSON, the reader ends there */
  constructor(schema: Schema, apart?: ApartRecords) {
    this.#schema = schema;
    this.#rowsMax = rowsAtATime(schema, () => true);
    this.#isPlaced = apart === undefined && schema.fields.some(field => holdsOnce(field.type));
    this.#apart = apart;
  }

  /** Records without a field that was given its default, by field. */
  get absentFilled(): ReadonlyMap<FieldId, number> {
    return this.#absentFilled;
  }

  /** The batches that became full with these bytes. @faults JSON_LINE */
  push(bytes: Uint8Array): readonly RecordBatch[] | Fault {
    const full: RecordBatch[] = [];
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      this.#fault ??= this.#piece(bytes.subarray(at, at + PIECE_BYTES), full);
    return this.#fault ?? full;
  }

  /** The last line, if no newline ended it, and the records that are left. @faults JSON_LINE */
  end(): readonly RecordBatch[] | Fault {
    const full: RecordBatch[] = [];
    const last = this.#pending.bytes();
    this.#fault ??= this.#lines(last, full) ?? this.#close(full);
    this.#pending.drop(last.length);
    return this.#fault ?? full;
  }

  #piece(bytes: Uint8Array, full: RecordBatch[]): Fault | undefined {
    const newline = bytes.lastIndexOf(NEWLINE);
    const had = this.#pending.length;
    this.#pending.append(bytes);
    const isLong = this.#pending.length > LIMITS.json_line_bytes_max;
    const whole = newline < 0 ? 0 : had + newline + 1;
    const fault = this.#lines(this.#pending.bytes().subarray(0, whole), full);
    this.#pending.drop(whole);
    this.#pending.keep();
    if (fault !== undefined || !isLong || whole > 0) return fault;
    return this.#refused(this.#pending.bytes(), {
      kind: 'refused',
      code: 'OVERFLOW',
      row: this.#decoder?.rows ?? 0,
      field: undefined,
      offset: 0,
    });
  }

  /** Whole lines. */
  #lines(bytes: Uint8Array, full: RecordBatch[]): Fault | undefined {
    const input = new JsonInput(bytes);
    const isText = isUtf8(bytes);
    /** Where the batch at hand begins. */
    let first = 0;
    for (let offset = 0; offset < bytes.length; ) {
      this.#decoder ??= new JsonDecoder(this.#schema);
      const start = offset;
      offset = input.startLine(offset);
      if (!isText) input.invalidAt = start + (invalidUtf8Offset(bytes.subarray(start, input.end)) ?? offset);
      const refusal = this.#line(this.#decoder, input, offset);
      const isCrowded = input.isCrowded && this.#decoder.rows > 0;
      if (isCrowded) {
        // In a batch of its own it is read again.
        this.#decoder.takeBack();
        input.forget();
        offset = start;
      } else if (refusal !== undefined && !this.#isSetApart(this.#decoder, input, start, refusal)) {
        this.#decoder.takeBack();
        const why = ofSyntax(input, start, refusal);
        return this.#close(full, bytes, first) ?? this.#refused(bytes, { ...why, row: 0 });
      }
      this.#bytes += offset - start;
      const isFull = isCrowded || this.#decoder.rows >= this.#rowsMax || this.#bytes >= LIMITS.batch_bytes;
      const fault = isFull ? this.#close(full, bytes, first) : undefined;
      if (fault !== undefined) return fault;
      if (isFull) first = offset;
    }
    return this.#isPlaced ? this.#close(full, bytes, first) : undefined;
  }

  /** That bytes are no text counts before all that is wrong with the line. */
  #line(decoder: JsonDecoder, input: JsonInput, end: number): Refusal | undefined {
    const refusal = decoder.line(input);
    if (input.invalidAt >= end) return refusal;
    const { invalidAt: offset } = input;
    const field = refusal?.code === 'INVALID_UTF8' ? refusal.field : undefined;
    return { kind: 'refused', code: 'INVALID_UTF8', row: decoder.rows, field, offset };
  }

  /** Where a line is JSON, the next one is another record, whatever is wrong with this one. */
  #isSetApart(decoder: JsonDecoder, input: JsonInput, start: number, { field, code, key }: Refusal): boolean {
    if (this.#apart === undefined || brokenAt(input.bytes, start, input.end) !== undefined) return false;
    decoder.takeBack();
    this.#setApart.push({ row: decoder.rows, field, code, ...(key !== undefined && { key }) });
    decoder.blank();
    input.forget();
    return true;
  }

  /** @param first  where in the bytes the batch begins */
  #close(full: RecordBatch[], bytes: Uint8Array = NOTHING, first = 0): Fault | undefined {
    if (this.#decoder === undefined) return undefined;
    const decoded = this.#decoder.finish();
    if (this.#apart === undefined) {
      const result = once(this.#schema, decoded);
      if (result.kind === 'refused')
        return this.#refused(bytes, placedTwice(this.#schema, bytes, first, result));
    } else this.#apart.put(decoded.batch, besideTwice(this.#schema, decoded.batch, this.#setApart));
    [this.#decoder, this.#bytes, this.#setApart] = [undefined, 0, []];
    this.#rows += decoded.rows;
    for (const [id, count] of decoded.absentFilled)
      this.#absentFilled.set(id, (this.#absentFilled.get(id) ?? 0) + count);
    if (decoded.rows > 0) full.push(decoded.batch);
    return undefined;
  }

  /** @param bytes  whole lines, of which offsets are counted */
  #refused(bytes: Uint8Array, { code, row, field, offset = 0, key = '' }: Refusal): Fault {
    const until = Buffer.from(bytes.subarray(0, offset));
    const before = until.subarray(until.lastIndexOf(NEWLINE) + 1);
    return new Fault('JSON_LINE', {
      code,
      line: this.#rows + row + 1,
      column: [...before.toString('utf8')].length + 1,
      field: field === undefined ? '' : fieldText(this.#schema, field),
      key,
    });
  }
}

/** A line that is no JSON is refused for that, whatever else was wrong before the place where it breaks. */
function ofSyntax(input: JsonInput, start: number, refusal: Refusal): Refusal {
  if (SYNTAX.has(refusal.code)) return refusal;
  const offset = brokenAt(input.bytes, start, input.end);
  if (offset === undefined) return refusal;
  const code = offset < input.end ? 'MALFORMED' : 'TRUNCATED';
  return { kind: 'refused', code, row: refusal.row, field: undefined, offset };
}

const SYNTAX: ReadonlySet<string> = new Set(['MALFORMED', 'TRUNCATED', 'TRAILING_BYTES', 'INVALID_UTF8']);

const NEWLINE = 0x0a;
const NOTHING = new Uint8Array();

/** What is looked at together: a larger push is taken in pieces. */
const PIECE_BYTES = 1 << 20;
