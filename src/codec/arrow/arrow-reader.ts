import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { batchOfColumns } from '../../contract/batch.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { FlatStop } from '../../native/arrow/flatbuffer.ts';
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
  readonly #frames = new IpcFrames();
  readonly #fills = new Fills();
  readonly #held = new HeldBatches();
  #dictionaries: Dictionaries | undefined;
  #fit: FitMembers | undefined;
  #refusal: Refusal | undefined;
  #rows = 0;
  #batches = 0;

  /**
   * @param announced  what the footer of a file says, where it is known before; some writers say it nowhere else
   * @param texts  how texts stand there: as bytes where somebody took care that nobody looks at them before us
   */
  constructor(schema: Schema, announced?: readonly IpcField[], texts: TextsAs = 'texts') {
    this.#texts = texts;
    this.#schema = schema;
    this.#announced = announced;
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
    const columns = columnsIn(body, wholeLane(body.rows));
    body.end();
    const batch = batchOfColumns(this.#schema, columns, body.rows);
    const decoded = { kind: 'decoded', batch, rows: body.rows, absentFilled: new Map() } as const;
    const result = once(this.#schema, decoded);
    if (result.kind === 'refused') throw new FitStop(result.code, result.field, result.row, offset);
    this.#rows += body.rows;
    this.#batches++;
    return batch;
  }

  #open(fields: readonly IpcField[]): void {
    this.#dictionaries = new Dictionaries(dictionaryIds(fields), this.#frames.isFile ? 'file' : 'stream');
    const context = { dictionaries: this.#dictionaries, fills: this.#fills, texts: this.#texts };
    this.#fit = fitMembers(undefined, this.#schema.fields, fields, context);
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

function dictionaryIds(fields: readonly IpcField[]): ReadonlySet<number> {
  return new Set(
    fields.flatMap(({ dictionary, children }) => [
      ...(dictionary === undefined ? [] : [dictionary.id]),
      ...dictionaryIds(children),
    ]),
  );
}
