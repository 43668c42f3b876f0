import type { Data, RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { batchOfColumns } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { RejectCode } from '../../contract/reject.ts';
import type { Schema } from '../../contract/schema.ts';
import { taken } from '../../contract/take.ts';
import { FlatStop } from '../../native/arrow/flatbuffer.ts';
import { type Apart, type ApartRecords, besideTwice } from '../apart.ts';
import type { Refusal } from '../codec.ts';
import { once } from '../once.ts';
import { Body } from './body.ts';
import { Dictionaries } from './dictionaries.ts';
import { Fills, type FitMembers, fitMembers } from './fit-members.ts';
import { FitStop } from './fit-stop.ts';
import type { TextsAs } from './fit-text.ts';
import { HeldBatches } from './held-batches.ts';
import { type Frame, IpcFrames } from './ipc-frames.ts';
import type { IpcField } from './ipc-schema.ts';
import { wholeLane } from './lane.ts';

export type ArrowReading = {
  /** What the footer of a file says, where it is known before; some writers say it nowhere else. */
  readonly announced?: readonly IpcField[] | undefined;
  /** How texts stand there: as bytes where somebody took care that nobody looks at them before us. */
  readonly texts?: TextsAs;
  /** Hears of records whose values are refused. Without it, and at values that stand in a dictionary, the reader ends there. */
  readonly apart?: ApartRecords | undefined;
};

/**
 * Reads Arrow IPC of any size, a stream or a file, as records of a schema: push what arrives, take the batches that are
 * whole. One message is held at a time, and dictionaries, and of a file the batches before them. Batches share the bytes
 * that were pushed, which must not be written to.
 *
 * After a refusal the reader is spent.
 */
export class ArrowReader {
  readonly #schema: Schema;
  readonly #texts: TextsAs;
  readonly #announced: readonly IpcField[] | undefined;
  readonly #apart: ApartRecords | undefined;
  readonly #frames = new IpcFrames();
  readonly #fills = new Fills();
  readonly #held = new HeldBatches();
  #dictionaries: Dictionaries | undefined;
  #fit: FitMembers | undefined;
  #refusal: Refusal | undefined;
  #rows = 0;
  #batches = 0;

  constructor(schema: Schema, { announced, texts = 'texts', apart }: ArrowReading = {}) {
    this.#texts = texts;
    this.#schema = schema;
    this.#announced = announced;
    this.#apart = apart;
  }

  get rows(): number {
    return this.#rows;
  }

  /** How many records had no value for a field and were given its default. */
  get absentFilled(): ReadonlyMap<FieldId, number> {
    return this.#fills.absent;
  }

  push(bytes: Uint8Array): readonly RecordBatch[] | Refusal {
    const batches: RecordBatch[] = [];
    this.#frames.push(bytes);
    return (
      this.#guarded(() => {
        for (let frame = this.#frames.next(); frame !== undefined; frame = this.#frames.next()) {
          const batch = this.#take(frame);
          if (batch !== undefined) batches.push(batch);
        }
        if (this.#frames.isEnded) batches.push(...this.#readHeld());
      }) ?? batches
    );
  }

  /** Nothing more will come: what was announced must be there. */
  end(): Refusal | undefined {
    return this.#guarded(() => this.#frames.end());
  }

  #take({ message, body: bytes, offset }: Frame): RecordBatch | undefined {
    if (message.kind === 'schema') {
      this.#open(message.fields);
      return undefined;
    }
    if (this.#announced !== undefined && this.#frames.isFile && this.#fit === undefined)
      this.#open(this.#announced);
    if (this.#dictionaries === undefined || this.#fit === undefined) throw new FitStop('MALFORMED');
    if (message.kind === 'dictionary') {
      this.#dictionaries.put(message.id, message.isDelta, { head: message.head, bytes, offset });
      return undefined;
    }
    const isHeld = this.#frames.isFile && !(this.#held.isEmpty && this.#dictionaries.isWhole);
    if (!isHeld) return this.#read(this.#fit, new Body(message.head, bytes, offset), offset);
    this.#held.add({ message, body: bytes, offset });
    return undefined;
  }

  /** All at once, so all together may take no more than one. */
  #readHeld(): readonly RecordBatch[] {
    let left_bytes: number = LIMITS.codec_bytes_max;
    return this.#held.taken().map(({ message, body: bytes, offset }) => {
      const body = new Body(message.head, bytes, offset, left_bytes);
      const batch = this.#read(this.#fit!, body, offset);
      left_bytes = body.left_bytes;
      return batch;
    });
  }

  #read(columnsIn: FitMembers, body: Body, offset: number): RecordBatch {
    const refused: Refused = new Map();
    const columns = columnsIn(body, wholeLane(body.rows, this.#apart && noting(refused)));
    body.end();
    const batch = this.#batch(columns, refused, body.rows, offset);
    this.#rows += body.rows;
    this.#batches++;
    return batch;
  }

  #batch(columns: readonly Data[], refused: Refused, rows: number, offset: number): RecordBatch {
    const batch = batchOfColumns(this.#schema, blanked(this.#schema, columns, refused, rows), rows);
    if (this.#apart !== undefined) {
      const noted = [...refused.values()].sort((a, b) => a.row - b.row);
      this.#apart.put(batch, besideTwice(this.#schema, batch, noted));
      return batch;
    }
    const result = once(this.#schema, { kind: 'decoded', batch, rows, absentFilled: new Map() });
    if (result.kind === 'refused') throw new FitStop(result.code, result.field, result.row, offset);
    return batch;
  }

  #open(fields: readonly IpcField[]): void {
    this.#dictionaries = new Dictionaries(dictionaryIds(fields), this.#frames.isFile ? 'file' : 'stream');
    const context = { dictionaries: this.#dictionaries, fills: this.#fills, texts: this.#texts };
    try {
      this.#fit = fitMembers(undefined, this.#schema.fields, fields, context);
    } catch (stop) {
      if (!(stop instanceof FitStop) || stop.column !== undefined) throw stop;
      const { code, field } = stop;
      throw new FitStop(code, field, undefined, undefined, { found: INSTEAD[code] ?? 'something else' });
    }
  }

  #guarded(run: () => void): Refusal | undefined {
    if (this.#refusal !== undefined) return this.#refusal;
    try {
      run();
      return undefined;
    } catch (stop) {
      if (stop instanceof FlatStop) this.#refusal = this.#refused(new FitStop('MALFORMED'));
      else if (stop instanceof FitStop) this.#refusal = this.#refused(stop);
      else throw stop;
      return this.#refusal;
    }
  }

  #refused({ code, field, row, offset, column }: FitStop): Refusal {
    return {
      kind: 'refused',
      code,
      row: this.#rows + (row ?? 0),
      field,
      offset: offset ?? this.#frames.offset,
      block: this.#batches,
      ...(column !== undefined && { column }),
    };
  }
}

/** What a file has of a field that it has no fitting column for. */
const INSTEAD: Readonly<Partial<Record<RejectCode, string>>> = {
  MISSING_FIELD: 'no column',
  DUPLICATE_KEY: 'two columns',
};

/** Records that are set apart, by their rows in the record batch: each with what was found first. */
type Refused = Map<number, Apart>;

const noting =
  (refused: Refused) =>
  ({ row, field, code }: FitStop): void => {
    if (row !== undefined && !refused.has(row)) refused.set(row, { row, field, code });
  };

/** Columns with blanks in the rows that were refused, as nobody may read what stands there. */
function blanked(
  { fields }: Schema,
  columns: readonly Data[],
  refused: Refused,
  rows: number,
): readonly Data[] {
  if (refused.size === 0) return columns;
  const places = Int32Array.from({ length: rows }, (_, row) => (refused.has(row) ? -1 : row));
  // Each row is taken once at most, so that this is no larger than what it is taken from.
  return columns.map((column, at) => taken(fields[at]!, column, places, () => undefined));
}

function dictionaryIds(fields: readonly IpcField[]): ReadonlySet<number> {
  return new Set(
    fields.flatMap(({ dictionary, children }) => [
      ...(dictionary === undefined ? [] : [dictionary.id]),
      ...dictionaryIds(children),
    ]),
  );
}
