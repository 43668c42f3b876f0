import avsc from 'avsc';
import type { Json } from '../../src/base/canonical-json.ts';
import type { Field } from '../../src/contract/field.ts';
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
  avsc.Type.forSchema(withoutLogical(schema) as avsc.Schema, { registry: { long: LONG }, wrapUnions: true });

/** avsc looks a primitive up in the registry only where it stands by its bare name. */
function withoutLogical(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutLogical);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { logicalType, ...rest } = schema as { readonly [key: string]: Json };
  if (logicalType !== undefined && typeof rest['type'] === 'string') return rest['type'];
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutLogical(value)]));
}

/** A record as avsc wants it, with its unions wrapped, under the Avro schema that we wrote for it. */
export function avscRecord(
  schema: Schema,
  names: readonly string[],
  row: RecordValues,
  record: Json,
): object {
  const types = (record as unknown as { readonly fields: readonly { name: string; type: Json }[] }).fields;
  const entries = schema.fields.map((field, index) => {
    const { type } = types.find(({ name }) => name === names[index])!;
    return [names[index]!, avscValue(field, row[index]!, type)];
  });
  return Object.fromEntries(entries) as object;
}

type AvroType = string | { readonly type: string; readonly name?: string; readonly items?: Json };

function avscValue(field: Field, value: Value, written: Json): unknown {
  if (value === null) return null;
  const bare = (Array.isArray(written) ? written.find(branch => branch !== 'null') : written) as AvroType;
  const kind = typeof bare === 'string' ? bare : bare.type;
  const made = avscBare(field, value, bare, kind);
  const branch = typeof bare === 'string' ? bare : (bare.name ?? bare.type);
  return Array.isArray(written) ? { [branch]: made } : made;
}

/** Numbers become what their Avro type has; what we store in a form of our own is built here by other means. */
function avscBare({ type }: Field, value: Value, bare: AvroType, kind: string): unknown {
  if (type.kind === 'list') {
    const { items } = bare as { readonly items: Json };
    return (value as readonly Value[]).map(item => avscValue(type.element, item, items));
  }
  if (type.kind === 'float16')
    return Buffer.from(Uint16Array.from(new Uint16Array(Float16Array.of(value as number).buffer)).buffer);
  if (type.kind === 'bfloat16') return Buffer.from(Float32Array.of(value as number).buffer).subarray(2);
  if (type.kind === 'uint64') return Buffer.from(BigUint64Array.of(value as bigint).buffer);
  if (type.kind === 'decimal') return leastBytes(value as bigint);
  if (kind === 'long') return BigInt(value as number | bigint);
  if (kind === 'int') return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** Digit by hexadecimal digit, of the sum with a power of 256 where it is negative. */
function leastBytes(value: bigint): Buffer {
  for (let length = 1; ; length++) {
    const half = 1n << BigInt(8 * length - 1);
    if (value < -half || value >= half) continue;
    const digits = (value < 0n ? value + 2n * half : value).toString(16);
    return Buffer.from(digits.padStart(2 * length, '0'), 'hex');
  }
}
