/** One element of a Parquet schema by its Thrift field numbers; a logical type is a field number and what it holds. */
export type Raw = {
  readonly name: string;
  readonly type?: number;
  readonly length?: number;
  readonly repetition?: number;
  readonly children?: number;
  readonly converted?: number;
  readonly scale?: number;
  readonly precision?: number;
  readonly id?: number;
  readonly logical?: readonly [field: number, body: readonly number[]];
};

export const REQUIRED = 0;
export const OPTIONAL = 1;
export const REPEATED = 2;

export const INT32 = 1;
export const INT64 = 2;
export const INT96 = 3;
export const BYTE_ARRAY = 6;
export const FIXED = 7;

export const column = (name: string, type: number, more: Partial<Raw> = {}): Raw => ({
  name,
  type,
  repetition: OPTIONAL,
  ...more,
});

export const group = (name: string, children: number, more: Partial<Raw> = {}): Raw => ({
  name,
  children,
  repetition: OPTIONAL,
  ...more,
});

/** The footer of a file of no rows, written by hand: writers no longer make what old files hold. */
export function footer(elements: readonly Raw[], keys: Readonly<Record<string, string>> = {}): Uint8Array {
  const schema = elements.map(one => struct(elementFields(one)));
  const pairs = Object.entries(keys).map(([key, value]) =>
    struct([
      [1, 8, text(key)],
      [2, 8, text(value)],
    ]),
  );
  return Uint8Array.from(
    struct([
      [1, 5, zigzag(2)],
      [2, 9, list(schema)],
      [3, 6, zigzag(0)],
      [4, 9, list([])],
      ...(pairs.length === 0 ? [] : [[5, 9, list(pairs)] as const]),
    ]),
  );
}

/** A root of as many columns as are named, and the columns. */
export const schemaOf = (children: number, ...elements: readonly Raw[]): readonly Raw[] => [
  { name: 'schema', children },
  ...elements,
];

/** The whole file: no row group stands between its head and its footer. */
export function parquetFile(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.byteLength);
  return Buffer.concat([Buffer.from('PAR1'), bytes, length, Buffer.from('PAR1')]);
}

type Field = readonly [id: number, type: number, bytes: readonly number[]];

const elementFields = (one: Raw): readonly Field[] => {
  const number = (id: number, value: number | undefined): readonly Field[] =>
    value === undefined ? [] : [[id, 5, zigzag(value)]];
  return [
    ...number(1, one.type),
    ...number(2, one.length),
    ...number(3, one.repetition),
    [4, 8, text(one.name)],
    ...number(5, one.children),
    ...number(6, one.converted),
    ...number(7, one.scale),
    ...number(8, one.precision),
    ...number(9, one.id),
    ...(one.logical === undefined ? [] : [[10, 12, struct([[one.logical[0], 12, one.logical[1]]])] as const]),
  ];
};

export const struct = (fields: readonly Field[]): readonly number[] => {
  const bytes: number[] = [];
  let last = 0;
  for (const [id, type, body] of fields) {
    bytes.push(((id - last) << 4) | type, ...body);
    last = id;
  }
  return [...bytes, 0];
};

const list = (structs: readonly (readonly number[])[]): readonly number[] => [
  ...(structs.length < 15 ? [(structs.length << 4) | 12] : [0xfc, ...varint(structs.length)]),
  ...structs.flat(),
];

const text = (value: string): readonly number[] => {
  const bytes = [...Buffer.from(value, 'utf8')];
  return [...varint(bytes.length), ...bytes];
};

export const zigzag = (value: number): readonly number[] => varint(value >= 0 ? value * 2 : -value * 2 - 1);

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return [...bytes, left];
}
