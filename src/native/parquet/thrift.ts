import { isUtf8 } from 'node:buffer';

/** The types of the compact protocol of Thrift that Parquet's footers have. */
export const THRIFT = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const;

/** Leaves the recursion at the first problem; `parse-footer` turns it into a fault. */
export class ThriftStop extends Error {}

const DEPTH_MAX = 32;
const VARINT_BYTES_MAX = 10;

/**
 * Reads a compact Thrift struct a field at a time. Nothing is built of what is passed over, and no length is believed
 * that the bytes left can't hold: an element of a list has one byte at least.
 */
export class ThriftReader {
  readonly #view: DataView;
  #offset = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Hands each field to its reader, and passes over those that have none. */
  struct(readers: Readonly<Record<number, (type: number) => void>>): void {
    if (++this.#depth > DEPTH_MAX) throw new ThriftStop(`structs stand more than ${DEPTH_MAX} deep`);
    for (let id = 0; ; ) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === THRIFT.stop) break;
      const step = head >> 4;
      id = step === 0 ? this.#int() : id + step;
      const read = Object.hasOwn(readers, id) ? readers[id] : undefined;
      if (read === undefined) this.#skip(type);
      else read(type);
    }
    this.#depth--;
  }

  /** Each element is a struct, and read by the one given. */
  structs(type: number, read: () => void): void {
    const { size, of } = this.#listHead(type);
    if (of !== THRIFT.struct) throw new ThriftStop('a list holds what it should not');
    for (let index = 0; index < size; index++) read();
  }

  /** Each element is a text. */
  texts(type: number): readonly string[] {
    const { size, of } = this.#listHead(type);
    const texts: string[] = [];
    for (let index = 0; index < size; index++) texts.push(this.text(of));
    return texts;
  }

  int(type: number): number {
    if (type === THRIFT.byte) return this.#view.getInt8(this.#take(1));
    if (type !== THRIFT.i16 && type !== THRIFT.i32) throw new ThriftStop('what should be a number is none');
    return this.#int();
  }

  /** Exact up to 2^53, and beyond every bound above that. */
  long(type: number): number {
    if (type !== THRIFT.i64) throw new ThriftStop('what should be a number is none');
    const raw = this.#varint();
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  }

  /** Where the next byte stands. */
  get offset(): number {
    return this.#offset;
  }

  bool(type: number): boolean {
    if (type !== THRIFT.true && type !== THRIFT.false) throw new ThriftStop('what should be a flag is none');
    return type === THRIFT.true;
  }

  text(type: number): string {
    const bytes = this.#binary(type);
    if (!isUtf8(bytes)) throw new ThriftStop('a text is not UTF-8');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }

  #binary(type: number): Uint8Array {
    if (type !== THRIFT.binary) throw new ThriftStop('what should be a text is none');
    const length = this.#length();
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#take(length), length);
  }

  #skip(type: number): void {
    switch (type) {
      case THRIFT.true:
      case THRIFT.false:
        return;
      case THRIFT.byte:
        this.#take(1);
        return;
      case THRIFT.i16:
      case THRIFT.i32:
      case THRIFT.i64:
        this.#varint();
        return;
      case THRIFT.double:
        this.#take(8);
        return;
      case THRIFT.binary:
        this.#take(this.#length());
        return;
      case THRIFT.list:
      case THRIFT.set: {
        const { size, of } = this.#listHead(type);
        if (++this.#depth > DEPTH_MAX) throw new ThriftStop(`lists stand more than ${DEPTH_MAX} deep`);
        // In a list a flag is a byte; as a field it stands in the type.
        const element = of === THRIFT.true || of === THRIFT.false ? THRIFT.byte : of;
        for (let index = 0; index < size; index++) this.#skip(element);
        this.#depth--;
        return;
      }
      case THRIFT.struct:
        this.struct({});
        return;
      default:
        throw new ThriftStop('a type is unknown');
    }
  }

  #listHead(type: number): { readonly size: number; readonly of: number } {
    if (type !== THRIFT.list && type !== THRIFT.set) throw new ThriftStop('what should be a list is none');
    const head = this.#byte();
    const short = head >> 4;
    const size = short === 15 ? this.#length() : short;
    if (size > this.#left()) throw new ThriftStop('a list is longer than the footer');
    return { size, of: head & 0x0f };
  }

  #length(): number {
    const length = this.#varint();
    if (length > this.#left()) throw new ThriftStop('a length is beyond the footer');
    return length;
  }

  /** Zigzag: the sign is the last bit. */
  #int(): number {
    const raw = this.#varint();
    const value = raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
    if (value !== (value | 0)) throw new ThriftStop('a number is beyond 32 bits');
    return value;
  }

  /** Exact up to 2^53, and beyond every bound above that. */
  #varint(): number {
    let value = 0;
    for (let index = 0; index < VARINT_BYTES_MAX; index++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value;
    }
    throw new ThriftStop('a number has no end');
  }

  #byte(): number {
    return this.#view.getUint8(this.#take(1));
  }

  #left(): number {
    return this.#view.byteLength - this.#offset;
  }

  /** Where the next bytes begin, which are then behind us. */
  #take(length: number): number {
    if (length > this.#left()) throw new ThriftStop('it ends too early');
    const start = this.#offset;
    this.#offset += length;
    return start;
  }
}
