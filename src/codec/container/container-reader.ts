import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { FieldId } from '../../contract/field.ts';
import type { RejectCode } from '../../contract/reject.ts';
import type { Schema } from '../../contract/schema.ts';
import { type Apart, type ApartRecords, besideTwice } from '../apart.ts';
import { AvroDecoder } from '../avro-decode.ts';
import { AvroInput } from '../avro-input.ts';
import { recordSkip, type Skip } from '../avro-skip.ts';
import { rowsAtATime } from '../batch-room.ts';
import type { Refusal } from '../codec.ts';
import { once } from '../once.ts';
import { type Agreement, agreement } from './agreement.ts';
import { type Block, BlockSplitter, type ContainerHeader } from './block-splitter.ts';
import { blockFault, recordFault } from './container-faults.ts';
import { unpack } from './packing.ts';

/**
 * An Avro container file of any size and writer, read as its bytes arrive: in memory are one block, packed and unpacked,
 * and one batch. After a fault it is spent, and says the same again; batches handed out before stand for records before.
 */
export class ContainerReader {
  readonly #schema: Schema;
  readonly #splitter = new BlockSplitter({
    header: header => this.#agree(header),
    block: block => this.#read(block),
  });
  /** Batches that are full and not handed out yet. */
  #full: RecordBatch[] = [];
  readonly #absentFilled = new Map<FieldId, number>();
  readonly #apart: ApartRecords | undefined;
  #agreed: Agreement | undefined;
  #skip: Skip | undefined;
  #batch: OpenBatch | undefined;
  #rowsMax = 1;
  #rows = 0;
  #fault: Fault | undefined;

  /**
   * @param schema  the contract whose records the file is meant to hold
   * @param apart  hears of records that are refused where it is known all the same where the next begins; without it the
   *   reader ends there
   */
  constructor(schema: Schema, apart?: ApartRecords) {
    this.#schema = schema;
    this.#apart = apart;
  }

  /** What the file says of itself, once that much of it has arrived. */
  get header(): ContainerHeader | undefined {
    return this.#splitter.header;
  }

  /** Records without a field that was given its default, by field. */
  get absentFilled(): ReadonlyMap<FieldId, number> {
    return this.#absentFilled;
  }

  /**
   * The batches that became full with these bytes.
   *
   * @faults those of `BlockSplitter.push` and of `agreement`, CONTAINER_RECORD
   */
  push(bytes: Uint8Array): readonly RecordBatch[] | Fault {
    this.#fault ??= this.#splitter.push(bytes);
    return this.#fault ?? this.#taken();
  }

  /** The records that are left. @faults as above, CONTAINER_TRUNCATED */
  end(): readonly RecordBatch[] | Fault {
    this.#fault ??= this.#splitter.end() ?? this.#close();
    return this.#fault ?? this.#taken();
  }

  #taken(): readonly RecordBatch[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** As soon as there is a header: a file without a block has a schema too. */
  #agree(header: ContainerHeader): Fault | undefined {
    const agreed = agreement(this.#schema, header.schemaText);
    if (agreed instanceof Fault) return agreed;
    this.#agreed = agreed;
    this.#skip = recordSkip(this.#schema.fields, agreed.members);
    const present = new Set(agreed.members.map(({ at }) => at));
    this.#rowsMax = rowsAtATime(this.#schema, at => !present.has(at));
    return undefined;
  }

  #read({ index, count, packed, offset }: Block): Fault | undefined {
    const unpacked = unpack(this.#splitter.header!.codec, packed);
    if (typeof unpacked === 'string') return blockFault(unpacked, index, offset);
    const input = new AvroInput(unpacked);
    for (let left = count; left > 0; ) {
      this.#batch ??= new OpenBatch(this.#schema, this.#agreed!);
      const { decoder } = this.#batch;
      const [rows, start] = [decoder.rows, input.offset];
      const room = LIMITS.batch_bytes - this.#batch.bytes;
      const refusal = decoder.read(input, Math.min(left, this.#rowsMax - rows), start + room);
      const isCrowded = input.isCrowded && decoder.rows > 0;
      if (isCrowded) decoder.takeBack(input);
      else if (refusal !== undefined && !this.#isSetApart(this.#batch, input, refusal))
        return this.#refused(refusal, index);
      left -= decoder.rows - rows;
      this.#batch.bytes += input.offset - start;
      this.#batch.ended(index);
      const isFull = isCrowded || decoder.rows >= this.#rowsMax || this.#batch.bytes >= LIMITS.batch_bytes;
      const fault = isFull ? this.#close() : undefined;
      if (fault !== undefined) return fault;
    }
    if (input.offset === input.end) return undefined;
    input.refuse('TRAILING_BYTES', undefined, input.offset);
    return this.#refused(input.refusalAt(this.#batch?.decoder.rows ?? 0), index);
  }

  /** What a value may not be says nothing of where it ends. */
  #isSetApart({ decoder, apart }: OpenBatch, input: AvroInput, { row, field, code }: Refusal): boolean {
    if (this.#apart === undefined || !OF_VALUES.has(code)) return false;
    decoder.takeBack(input);
    decoder.blank();
    apart.push({ row, field, code });
    return this.#skip!(input);
  }

  #close(): Fault | undefined {
    const open = this.#batch;
    if (open === undefined) return undefined;
    this.#batch = undefined;
    const decoded = open.decoder.finish();
    const result = this.#apart === undefined ? once(this.#schema, decoded) : decoded;
    if (result.kind === 'refused') {
      const { block } = open.ends.find(end => end.row > result.row)!;
      return this.#refused(result, block);
    }
    this.#apart?.put(result.batch, besideTwice(this.#schema, result.batch, open.apart));
    this.#rows += result.rows;
    for (const [id, count] of result.absentFilled)
      this.#absentFilled.set(id, (this.#absentFilled.get(id) ?? 0) + count);
    this.#full.push(result.batch);
    return undefined;
  }

  #refused(refusal: Refusal, block: number): Fault {
    return recordFault(this.#schema, { ...refusal, row: this.#rows + refusal.row }, block);
  }
}

/** What is wrong with a value whose bytes are all there. */
const OF_VALUES: ReadonlySet<RejectCode> = new Set([
  'NULL_NOT_ALLOWED',
  'OVERFLOW',
  'INVALID_UTF8',
  'UNKNOWN_ENUM',
  'ARRAY_TOO_LONG',
  'ARRAY_TOO_SHORT',
]);

/** Records that were read and not handed on yet, and in which block each stood. */
class OpenBatch {
  readonly decoder: AvroDecoder;
  readonly apart: Apart[] = [];
  /** Before which row each block ends, as far as it was read. */
  readonly ends: { readonly block: number; row: number }[] = [];
  bytes = 0;

  constructor(schema: Schema, { members }: Agreement) {
    this.decoder = new AvroDecoder(schema, members);
  }

  ended(block: number): void {
    const last = this.ends.at(-1);
    if (last?.block === block) last.row = this.decoder.rows;
    else this.ends.push({ block, row: this.decoder.rows });
  }
}
