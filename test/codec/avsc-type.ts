import avsc from 'avsc';
import type { Json } from '../../src/base/canonical-json.ts';
import type { Field, NestedKind, TypeOf } from '../../src/contract/field.ts';
import { isNested } from '../../src/contract/nested.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { RecordValues, Value } from '../../src/contract/value.ts';

/** avsc reads longs beyond 2^53 only with a long type of one's own. */
const LONG = avsc.types.LongType.__with({
  fromBuffer: (buffer: Buffer) => buffer.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(value);
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
});

export const avscType = (schema: Json): avsc.Type =>
  avsc.Type.forSchema(plain(schema) as avsc.Schema, { registry: { long: LONG }, wrapUnions: true });

/**
 * The same bytes in fewer words. avsc looks a primitive up in the registry only where it stands by its bare name; and it
 * wants a map as an object, which puts keys that look like numbers first, where an array of entries keeps their order.
 */
function plain(schema: Json): Json {
  let maps = 0;
  const walk = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== 'object' || each === null) return each;
    const { logicalType, ...rest } = each as { readonly [key: string]: Json };
    if (logicalType !== undefined && typeof rest['type'] === 'string') return rest['type'];
    if (rest['type'] === 'map') {
      const fields = [
        { name: 'key', type: 'string' },
        { name: 'value', type: walk(rest['values']!) },
      ];
      return { type: 'array', items: { type: 'record', name: `map${maps++}`, fields } };
    }
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
  };
  return walk(schema);
}

/** A record as avsc wants it, with its unions wrapped, under the Avro schema that we wrote for it. */
export function avscRecord(
  schema: Schema,
  names: readonly string[],
  row: RecordValues,
  record: Json,
): object {
  const { name: called, fields } = plain(record) as unknown as { readonly name: string } & AvroNested;
  const entries = schema.fields.map((field, index) => {
    const { type } = fields.find(({ name }) => name === names[index])!;
    return [names[index]!, avscValue(field, row[index]!, type, called === 'r0')];
  });
  return Object.fromEntries(entries) as object;
}

type AvroType = string | (AvroNested & { readonly type: string; readonly name?: string });

/** @param sorted  sets and maps are, in canonical records */
function avscValue(field: Field, value: Value, written: Json, sorted: boolean): unknown {
  if (value === null) return null;
  const bare = (Array.isArray(written) ? written.find(branch => branch !== 'null') : written) as AvroType;
  const kind = typeof bare === 'string' ? bare : bare.type;
  const made = isNested(field.type)
    ? avscNested(field.type, value as readonly Value[], bare as AvroNested, sorted)
    : avscBare(field, value, kind);
  const branch = typeof bare === 'string' ? bare : (bare.name ?? bare.type);
  return Array.isArray(written) ? { [branch]: made } : made;
}

/** Numbers become what their Avro type has; what we store in a form of our own is built here by other means. */
function avscBare({ type }: Field, value: Value, kind: string): unknown {
  if (type.kind === 'float16')
    return Buffer.from(Uint16Array.from(new Uint16Array(Float16Array.of(value as number).buffer)).buffer);
  if (type.kind === 'bfloat16') return Buffer.from(Float32Array.of(value as number).buffer).subarray(2);
  if (type.kind === 'uint64') return Buffer.from(BigUint64Array.of(value as bigint).buffer);
  if (type.kind === 'decimal') return leastBytes(value as bigint);
  if (kind === 'long') return BigInt(value as number | bigint);
  if (kind === 'int') return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

type AvroNested = {
  readonly items: Json;
  readonly fields: readonly { readonly name: string; readonly type: Json; readonly 'field-id'?: number }[];
};

function avscNested(
  type: TypeOf<NestedKind>,
  values: readonly Value[],
  written: AvroNested,
  sorted: boolean,
): unknown {
  switch (type.kind) {
    case 'list':
    case 'tensor': {
      const items = values.map(item => avscValue(type.element, item, written.items, sorted));
      if (!sorted || type.kind !== 'list' || type.order !== 'set') return items;
      return byBytes(items, item => avscType(written.items).toBuffer(item));
    }
    case 'struct':
      return avscMembers(type.fields, values, written, sorted);
    case 'map': {
      const { fields } = written.items as unknown as AvroNested;
      const entries = values.map(entry =>
        avscMembers([type.key, type.value], entry as readonly Value[], { items: '', fields }, sorted),
      );
      if (!sorted) return entries;
      const name = nameOf(type.key, fields);
      const keys = avscType(fields.find(member => member.name === name)!.type);
      return byBytes(entries, entry =>
        typeof entry[name] === 'string' ? Buffer.from(entry[name]) : keys.toBuffer(entry[name]),
      );
    }
  }
}

const byBytes = <T>(items: readonly T[], bytes: (item: T) => Buffer): readonly T[] =>
  [...items].sort((a, b) => Buffer.compare(bytes(a), bytes(b)));

/** By its id, where that is written down; else by what the canonical schema, and a map of texts, call it. */
const nameOf = (field: Field, members: AvroNested['fields']): string =>
  members.find(
    ({ name, 'field-id': id }) =>
      id === field.id || name === `f${field.id}` || (id === undefined && name === field.name),
  )!.name;

const avscMembers = (
  fields: readonly Field[],
  values: readonly Value[],
  record: AvroNested,
  sorted: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field, at) => {
      const name = nameOf(field, record.fields);
      const { type } = record.fields.find(member => member.name === name)!;
      return [name, avscValue(field, values[at]!, type, sorted)];
    }),
  );

/** Digit by hexadecimal digit, of the sum with a power of 256 where it is negative. */
function leastBytes(value: bigint): Buffer {
  for (let length = 1; ; length++) {
    const half = 1n << BigInt(8 * length - 1);
    if (value < -half || value >= half) continue;
    const digits = (value < 0n ? value + 2n * half : value).toString(16);
    return Buffer.from(digits.padStart(2 * length, '0'), 'hex');
  }
}
