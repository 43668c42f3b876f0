import type { Json } from '../base/canonical-json.ts';
import { avroCodec } from '../codec/avro.ts';
import { avroSchemaOf } from '../codec/avro-schema.ts';
import type { Codec } from '../codec/codec.ts';
import { jsonCodec } from '../codec/json.ts';
import { jsonSchemaOf } from '../codec/json-schema.ts';
import { readBase64, readDate } from '../codec/lexical.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import type { Seen } from './outcome.ts';
import type { CodecName, PlainMember, PlainValue } from './plain-lane.ts';

/** A codec, and how ordinary readers of its form see a schema. */
export type PlainCodec = {
  readonly codec: Codec;
  /** What a producer publishes and a consumer generates its code from. */
  readonly schemaOf: (schema: Schema) => Json;
  /** The name of each field in that, in the schema's order. */
  readonly namesOf: (schema: Schema) => readonly string[];
  /** A date's number of days, and bytes, as an ordinary reader gets them. */
  readonly date: (value: PlainValue) => Value | undefined;
  readonly bytes: (value: PlainValue) => Value | undefined;
};

export const PLAIN_CODEC: Readonly<Record<CodecName, PlainCodec>> = {
  avro: {
    codec: avroCodec,
    schemaOf: avroSchemaOf,
    namesOf: schema => (avroSchemaOf(schema) as unknown as Named).fields.map(field => field.name),
    date: numberOf,
    bytes: value => (value.kind === 'bytes' ? Buffer.from(value.base64, 'base64') : undefined),
  },
  json: {
    codec: jsonCodec,
    schemaOf: jsonSchemaOf,
    namesOf: schema => schema.fields.map(field => field.name),
    date: value => spelled(value, text => readDate(text, 'yyyy-MM-dd')),
    bytes: value => spelled(value, readBase64),
  },
};

type Named = { readonly fields: readonly { readonly name: string }[] };

/** What an ordinary reader got for one field, in our terms: the number a double holds, not the one that was written. */
export function seenOf(codec: PlainCodec, field: Field, name: string, members: readonly PlainMember[]): Seen {
  const value = members.find(([member]) => member === name)?.[1] ?? { kind: 'absent' };
  if (value.kind === 'absent') return value;
  const known = valueFrom(codec, field, value);
  return known === undefined ? { kind: 'foreign', text: value.kind } : { kind: 'value', value: known };
}

function valueFrom(codec: PlainCodec, field: Field, value: PlainValue): Value | undefined {
  if (value.kind === 'null') return null;
  const { type } = field;
  switch (type.kind) {
    case 'bool':
      return value.kind === 'boolean' ? value.value : undefined;
    case 'int32':
    case 'float64':
      return numberOf(value);
    case 'float32': {
      // JSON has one kind of number; a reader of this field keeps it in 32 bits.
      const number = numberOf(value);
      return number === undefined ? undefined : Math.fround(number);
    }
    case 'int64':
      return integerOf(value);
    case 'string':
      return value.kind === 'string' ? value.value : undefined;
    case 'date':
      return codec.date(value);
    case 'bytes':
      return codec.bytes(value);
    case 'list': {
      if (value.kind !== 'list') return undefined;
      const items = value.items.map(item => valueFrom(codec, type.element, item));
      return items.includes(undefined) ? undefined : (items as readonly Value[]);
    }
  }
}

function numberOf(value: PlainValue): number | undefined {
  return value.kind === 'number' ? Number(value.text) : undefined;
}

function integerOf(value: PlainValue): bigint | undefined {
  if (value.kind === 'bigint') return BigInt(value.text);
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) ? BigInt(number) : undefined;
}

function spelled(value: PlainValue, read: (text: string) => Value): Value | undefined {
  if (value.kind !== 'string') return undefined;
  const spelt = read(value.value);
  return typeof spelt === 'string' ? undefined : spelt;
}
