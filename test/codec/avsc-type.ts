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
  avsc.Type.forSchema(schema as avsc.Schema, { registry: { long: LONG }, wrapUnions: true });

/** A record as avsc wants it, with its unions wrapped; `names` are the Avro names of the fields. */
export function avscRecord(
  schema: Schema,
  names: readonly string[],
  row: RecordValues,
  dateAsLong: boolean,
): object {
  const entries = schema.fields.map((field, index) => [
    names[index]!,
    avscValue(field, row[index]!, dateAsLong),
  ]);
  return Object.fromEntries(entries) as object;
}

const BRANCHES = {
  bool: 'boolean',
  int32: 'int',
  int64: 'long',
  float32: 'float',
  float64: 'double',
  string: 'string',
  bytes: 'bytes',
  date: 'int',
  list: 'array',
} as const;

function avscValue(field: Field, value: Value, dateAsLong: boolean): unknown {
  if (value === null) return null;
  const { type } = field;
  const long = dateAsLong && type.kind === 'date';
  const bare =
    type.kind === 'list'
      ? (value as readonly Value[]).map(item => avscValue(type.element, item, dateAsLong))
      : long
        ? BigInt(value as number)
        : value instanceof Uint8Array
          ? Buffer.from(value)
          : value;
  return field.nullable ? { [long ? 'long' : BRANCHES[type.kind]]: bare } : bare;
}
