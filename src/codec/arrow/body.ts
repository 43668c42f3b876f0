import { LIMITS } from '../../base/limits.ts';
import type { FieldId } from '../../contract/field.ts';
import { FitStop } from './fit-stop.ts';
import type { BatchHead } from './ipc-message.ts';
import { unpacked } from './unpacked.ts';

/** A buffer of a body, and where it begins in the file: of a packed one, where the packed bytes do. */
export type BodyBuffer = { readonly bytes: Uint8Array; readonly offset: number };

type Typed<A> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): A;
  readonly BYTES_PER_ELEMENT: number;
};

/** The columns of a batch in the order of the file's schema, each node and buffer once. */
export class Body {
  readonly rows: number;
  readonly #head: BatchHead;
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  #node = 0;
  #buffer = 0;
  #variadic = 0;
  /** What buffers may unpack to, and values that stand once in the file be repeated to. */
  #left_bytes: number;

  constructor(
    head: BatchHead,
    bytes: Uint8Array,
    offset: number,
    left_bytes: number = LIMITS.codec_bytes_max,
  ) {
    this.rows = head.length;
    this.#head = head;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#left_bytes = left_bytes;
  }

  get left_bytes(): number {
    return this.#left_bytes;
  }

  /** How long the next column is, which stays the next. */
  nextLength(field: FieldId): number {
    const node = this.#head.nodes[this.#node];
    if (node === undefined) throw new FitStop('MALFORMED', field);
    return node.length;
  }

  node(field: FieldId): { readonly length: number; readonly nulls: number } {
    const node = this.#head.nodes[this.#node++];
    if (node === undefined || node.nulls > node.length) throw new FitStop('MALFORMED', field);
    return node;
  }

  buffer(field: FieldId): BodyBuffer {
    const place = this.#head.buffers[this.#buffer++];
    if (place === undefined) throw new FitStop('MALFORMED', field);
    const { offset, length } = place;
    const at = this.#offset + offset;
    if (offset + length > this.#bytes.length)
      throw new FitStop('TRUNCATED', field, undefined, this.#offset + this.#bytes.length);
    const bytes = this.#bytes.subarray(offset, offset + length);
    if (this.#head.packing === undefined || length === 0) return { bytes, offset: at };
    return { bytes: unpacked(bytes, this.#head.packing, field, at, n => this.spend(n, field)), offset: at };
  }

  /** How many buffers the views of the next column point into. */
  variadic(field: FieldId): number {
    const count = this.#head.variadic[this.#variadic++];
    if (count === undefined) throw new FitStop('MALFORMED', field);
    return count;
  }

  spend(bytes: number, field: FieldId): void {
    this.#left_bytes -= bytes;
    if (this.#left_bytes < 0) throw new FitStop('ROW_GROUP_TOO_LARGE', field);
  }

  /** Every node and buffer belongs to a column. */
  end(): void {
    const { nodes, buffers, variadic } = this.#head;
    if (this.#node !== nodes.length || this.#buffer !== buffers.length || this.#variadic !== variadic.length)
      throw new FitStop('MALFORMED');
  }
}

/** The first `length` values of a buffer, without a copy where the machine can read them in place. */
export function valuesIn<A>(
  Values: Typed<A>,
  { bytes, offset }: BodyBuffer,
  length: number,
  field: FieldId,
): A {
  const needed = length * Values.BYTES_PER_ELEMENT;
  if (needed > bytes.length) throw new FitStop('TRUNCATED', field, undefined, offset);
  if (bytes.byteOffset % Values.BYTES_PER_ELEMENT === 0)
    return new Values(bytes.buffer, bytes.byteOffset, length);
  return new Values(new Uint8Array(bytes.subarray(0, needed)).buffer, 0, length);
}
