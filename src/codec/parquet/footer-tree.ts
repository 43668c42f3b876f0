import { THRIFT } from '../../native/parquet/thrift.ts';
import type { ThriftNode, ThriftStruct } from '../../native/parquet/thrift-tree.ts';

/** The numbers of the fields of a footer that are moved, as parquet.thrift has them. */
export const FILE = { schema: 2, rows: 3, groups: 4 } as const;
export const GROUP = { columns: 1, bytes: 2, rows: 3, start: 5, packed_bytes: 6, ordinal: 7 } as const;
export const CHUNK = { start: 2, meta: 3 } as const;
export const META = {
  physical: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  unpacked_bytes: 6,
  packed_bytes: 7,
  data: 9,
  index: 10,
  dictionary: 11,
  statistics: 12,
  pages: 13,
} as const;
export const STATISTICS = { nulls: 3, greatest: 5, least: 6, isGreatestExact: 7, isLeastExact: 8 } as const;
export const PAGE_COUNT = { kind: 1, encoding: 2, pages: 3 } as const;
/** Of a page, before it. */
export const HEADER = {
  kind: 1,
  unpacked_bytes: 2,
  packed_bytes: 3,
  checksum: 4,
  data: 5,
  dictionary: 7,
} as const;
export const PAGE = { values: 1, encoding: 2, definitions: 3, repetitions: 4 } as const;
export const DICTIONARY = { values: 1, encoding: 2, isSorted: 3 } as const;
/** Among those that pack pages. */
export const ZSTD = 6;
/** An element of the schema. */
export const ELEMENT = { repetition: 3, name: 4, children: 5, id: 9 } as const;

export const long = (value: number | bigint): ThriftNode => ({
  kind: 'number',
  type: THRIFT.i64,
  value: BigInt(value),
});

export const int = (value: number): ThriftNode => ({
  kind: 'number',
  type: THRIFT.i32,
  value: BigInt(value),
});

export const flag = (value: boolean): ThriftNode => ({ kind: 'flag', value });

export const binary = (bytes: Uint8Array): ThriftNode => ({ kind: 'binary', bytes });

export const intsOf = (values: readonly number[]): ThriftNode => ({
  kind: 'list',
  type: THRIFT.list,
  of: THRIFT.i32,
  items: values.map(int),
});

export const textsOf = (texts: readonly string[]): ThriftNode => ({
  kind: 'list',
  type: THRIFT.list,
  of: THRIFT.binary,
  items: texts.map(text => binary(Buffer.from(text))),
});

export const listOf = (structs: readonly ThriftStruct[]): ThriftNode => ({
  kind: 'list',
  type: THRIFT.list,
  of: THRIFT.struct,
  items: structs.map(fields => ({ kind: 'struct', fields })),
});

export const structOf = (fields: ThriftStruct): ThriftNode => ({ kind: 'struct', fields });

/** Each throws nothing: what has another form has nothing. */
export const numberAt = (fields: ThriftStruct, id: number): number | undefined => {
  const node = fields.get(id);
  return node?.kind === 'number' ? Number(node.value) : undefined;
};

/**
 * The same of what a footer has in any case.
 *
 * @throws TypeError: whoever opened the file saw that it is there
 */
export function numberIn(fields: ThriftStruct, id: number): number {
  const found = numberAt(fields, id);
  if (found === undefined) throw new TypeError('a footer lacks a number that it must have');
  return found;
}

export const structAt = (fields: ThriftStruct, id: number): ThriftStruct => {
  const node = fields.get(id);
  return node?.kind === 'struct' ? node.fields : new Map();
};

export const structsAt = (fields: ThriftStruct, id: number): readonly ThriftStruct[] => {
  const node = fields.get(id);
  return node?.kind === 'list'
    ? node.items.flatMap(item => (item.kind === 'struct' ? [item.fields] : []))
    : [];
};

export const textsAt = (fields: ThriftStruct, id: number): readonly string[] => {
  const node = fields.get(id);
  return node?.kind === 'list'
    ? node.items.flatMap(item => (item.kind === 'binary' ? [Buffer.from(item.bytes).toString('utf8')] : []))
    : [];
};

export const textAt = (fields: ThriftStruct, id: number): string | undefined => {
  const node = fields.get(id);
  return node?.kind === 'binary' ? Buffer.from(node.bytes).toString('utf8') : undefined;
};
