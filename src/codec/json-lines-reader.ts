import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import type { Schema } from '../contract/schema.ts';
import { rowsAtATime } from './batch-room.ts';
import type { Refusal } from './codec.ts';
import { JsonDecoder } from './json-decode.ts';
import { JsonInput } from './json-input.ts';
import { once } from './once.ts';
import { Pending } from './pending.ts';

/**
 * JSON Lines of any length, read as their bytes arrive: in memory are one line and one batch. What is refused, and where,
 * does not depend on how the bytes arrive. After a fault it is spent, and says the same again.
 */
export class JsonLinesReader {
  readonly #schema: Schema;
  readonly #rowsMax: number;
  readonly #pending = new Pending();
  readonly #absentFilled = new Map<FieldId, number>();
  #decoder: JsonDecoder | undefined;
  #bytes = 0;
  #rows = 0;
  #fault: Fault | undefined;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#rowsMax = rowsAtATime(schema, () => true);
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
    const invalid = invalidUtf8Offset(bytes);
    const end = invalid === undefined ? bytes.length : bytes.lastIndexOf(NEWLINE, invalid) + 1;
    const input = new JsonInput(bytes);
    for (let offset = 0; offset < end; ) {
      this.#decoder ??= new JsonDecoder(this.#schema);
      const start = offset;
      offset = input.startLine(offset);
      const refusal = this.#decoder.line(input);
      if (refusal !== undefined) return this.#refused(bytes.subarray(start), refusal, start);
      this.#bytes += offset - start;
      const isFull = this.#decoder.rows >= this.#rowsMax || this.#bytes >= LIMITS.batch_bytes;
      const fault = isFull ? this.#close(full) : undefined;
      if (fault !== undefined) return fault;
    }
    if (invalid === undefined) return undefined;
    const row = this.#decoder?.rows ?? 0;
    const refusal: Refusal = {
      kind: 'refused',
      code: 'INVALID_UTF8',
      row,
      field: undefined,
      offset: invalid,
    };
    return this.#refused(bytes.subarray(end), refusal, end);
  }

  #close(full: RecordBatch[]): Fault | undefined {
    if (this.#decoder === undefined) return undefined;
    const result = once(this.#schema, this.#decoder.finish());
    if (result.kind === 'refused') return this.#refused(new Uint8Array(0), result);
    [this.#decoder, this.#bytes] = [undefined, 0];
    this.#rows += result.rows;
    for (const [id, count] of result.absentFilled)
      this.#absentFilled.set(id, (this.#absentFilled.get(id) ?? 0) + count);
    full.push(result.batch);
    return undefined;
  }

  /** @param line  the bytes from the start of the line on, which is `start` bytes behind where offsets count from */
  #refused(line: Uint8Array, { code, row, field, offset }: Refusal, start = 0): Fault {
    const before = Buffer.from(line.subarray(0, Math.max(0, (offset ?? start) - start)));
    return new Fault('JSON_LINE', {
      code,
      line: this.#rows + row + 1,
      column: [...before.toString('utf8')].length + 1,
      field: field === undefined ? '' : fieldText(this.#schema, field),
    });
  }
}

const NEWLINE = 0x0a;

/** What is looked at together: a larger push is taken in pieces. */
const PIECE_BYTES = 1 << 20;
