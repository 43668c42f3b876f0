import { THRIFT, ThriftStop } from './thrift.ts';

/** A struct of the compact protocol as it stands, whatever its fields mean: by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftNode>;

export type ThriftNode =
  | { readonly kind: 'flag'; readonly value: boolean }
  /** A byte, or an integer of 16, 32 or 64 bits. */
  | { readonly kind: 'number'; readonly type: number; readonly value: bigint }
  | { readonly kind: 'double'; readonly bytes: Uint8Array }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'list';
      readonly type: number;
      readonly of: number;
      readonly items: readonly ThriftNode[];
    }
  | { readonly kind: 'struct'; readonly fields: ThriftStruct };

const DEPTH_MAX = 32;
const INTEGERS: ReadonlySet<number> = new Set([THRIFT.byte, THRIFT.i16, THRIFT.i32, THRIFT.i64]);

/** @throws ThriftStop */
export function readThrift(bytes: Uint8Array): ThriftStruct {
  const reader = new TreeReader(bytes);
  return reader.struct(0);
}

class TreeReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(depth: number): ThriftStruct {
    if (depth > DEPTH_MAX) throw new ThriftStop(`structs stand more than ${DEPTH_MAX} deep`);
    const fields = new Map<number, ThriftNode>();
    for (let id = 0; ; ) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === THRIFT.stop) return fields;
      id = head >> 4 === 0 ? Number(this.#zigzag()) : id + (head >> 4);
      fields.set(id, this.#node(type, depth, type === THRIFT.true));
    }
  }

  #node(type: number, depth: number, flag: boolean | undefined): ThriftNode {
    if (type === THRIFT.true || type === THRIFT.false)
      return { kind: 'flag', value: flag ?? this.#byte() === THRIFT.true };
    if (type === THRIFT.byte) return { kind: 'number', type, value: BigInt((this.#byte() << 24) >> 24) };
    if (INTEGERS.has(type)) return { kind: 'number', type, value: this.#zigzag() };
    if (type === THRIFT.double) return { kind: 'double', bytes: this.#take(8) };
    if (type === THRIFT.binary) return { kind: 'binary', bytes: this.#take(Number(this.#varint())) };
    if (type === THRIFT.struct) return { kind: 'struct', fields: this.struct(depth + 1) };
    if (type !== THRIFT.list && type !== THRIFT.set) throw new ThriftStop('a type is unknown');
    if (depth > DEPTH_MAX) throw new ThriftStop(`lists stand more than ${DEPTH_MAX} deep`);
    const head = this.#byte();
    const size = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
    if (size > this.#bytes.length - this.#at) throw new ThriftStop('a list is longer than the footer');
    const of = head & 0x0f;
    const items = Array.from({ length: size }, () => this.#node(of, depth + 1, undefined));
    return { kind: 'list', type, of, items };
  }

  #zigzag(): bigint {
    const raw = this.#varint();
    return (raw >> 1n) ^ -(raw & 1n);
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ThriftStop('a number has no end');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new ThriftStop('it ends too early');
    return byte;
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new ThriftStop('it ends too early');
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }
}

export function thriftBytes(struct: ThriftStruct): Uint8Array {
  const made: number[] = [];
  putStruct(made, struct);
  return Uint8Array.from(made);
}

function putStruct(made: number[], fields: ThriftStruct): void {
  let last = 0;
  for (const [id, node] of [...fields].sort(([a], [b]) => a - b)) {
    const type = typeOf(node);
    const step = id - last;
    if (step > 0 && step <= 15) made.push((step << 4) | type);
    else {
      made.push(type);
      putVarint(made, zigzag(BigInt(id)));
    }
    last = id;
    // Of a flag the type says all.
    if (node.kind !== 'flag') putNode(made, node);
  }
  made.push(THRIFT.stop);
}

function typeOf(node: ThriftNode): number {
  switch (node.kind) {
    case 'flag':
      return node.value ? THRIFT.true : THRIFT.false;
    case 'number':
    case 'list':
      return node.type;
    default:
      return THRIFT[node.kind];
  }
}

function putNode(made: number[], node: ThriftNode): void {
  switch (node.kind) {
    case 'flag':
      made.push(node.value ? THRIFT.true : THRIFT.false);
      return;
    case 'number':
      if (node.type === THRIFT.byte) made.push(Number(BigInt.asUintN(8, node.value)));
      else putVarint(made, zigzag(node.value));
      return;
    case 'double':
      for (const byte of node.bytes) made.push(byte);
      return;
    case 'binary':
      putVarint(made, BigInt(node.bytes.length));
      for (const byte of node.bytes) made.push(byte);
      return;
    case 'struct':
      putStruct(made, node.fields);
      return;
    case 'list': {
      const { items, of } = node;
      if (items.length < 15) made.push((items.length << 4) | of);
      else {
        made.push(0xf0 | of);
        putVarint(made, BigInt(items.length));
      }
      for (const item of items) putNode(made, item);
    }
  }
}

const zigzag = (value: bigint): bigint => BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));

function putVarint(made: number[], value: bigint): void {
  let left = value;
  for (; left > 0x7fn; left >>= 7n) made.push(Number(left & 0x7fn) | 0x80);
  made.push(Number(left));
}
