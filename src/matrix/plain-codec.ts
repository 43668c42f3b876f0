import type { Json } from '../base/canonical-json.ts';
import { arrowCodec } from '../codec/arrow/arrow-codec.ts';
import { avroCodec } from '../codec/avro.ts';
import { avroNames, doubleAvroSchemaOf } from '../codec/avro-schema.ts';
import type { Codec } from '../codec/codec.ts';
import { decimalOfBytes } from '../codec/decimal-bytes.ts';
import { jsonCodec } from '../codec/json.ts';
import { jsonSchemaOf } from '../codec/json-schema.ts';
import { readBase64, readDate, readTime, readTimestamp } from '../codec/lexical.ts';
import { parquetCodec } from '../codec/parquet/parquet-codec.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import type { Field, Kind, Scalar, TypeOf, Zone } from '../contract/field.ts';
import { isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import { bfloat16OfBits, nearestFloat } from '../contract/narrow-float.ts';
import { entryOf, isNested } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import { fitsExactly } from '../contract/value-form.ts';
import { columnForm } from './column-form.ts';
import { columnSchemaOf } from './column-schema.ts';
import type { Seen } from './outcome.ts';
import { pieceForm } from './piece-form.ts';
import type { CodecName, PlainValue } from './plain-lane.ts';
import type { ProbeForm } from './probe-form.ts';

/** A codec, and how ordinary readers of its form see a schema. */
export type PlainCodec = {
  readonly codec: Codec;
  /** How probes are made in it. */
  readonly probes: ProbeForm;
  /** What a producer publishes and a consumer generates its code from. */
  readonly schemaOf: (schema: Schema) => Json;
  /** The name of each field in that, in the schema's order. */
  readonly namesOf: (schema: Schema) => readonly string[];
  /** The same of the fields of a record, or of a struct in one. */
  readonly namesIn: (fields: readonly Field[]) => readonly string[];
  /** What a form spells in its own way, as an ordinary reader gets it. */
  readonly special: Special;
  /** Whether its readers hold what they read to the schema; others hand over whatever type a column has. */
  readonly isTyped: boolean;
};

/** @param parquet  what writes and reads Parquet for us */
export function plainCodecs(parquet: ParquetLibrary): Readonly<Record<CodecName, PlainCodec>> {
  const known = CODECS.get(parquet);
  if (known !== undefined) return known;
  const made = { ...RECORD_CODECS, arrow: ARROW, parquet: parquetPlain(parquetCodec(parquet, 'none')) };
  CODECS.set(parquet, made);
  return made;
}

const CODECS = new WeakMap<ParquetLibrary, Readonly<Record<CodecName, PlainCodec>>>();

const RECORD_CODECS: Readonly<Record<'avro' | 'json', PlainCodec>> = {
  avro: {
    codec: avroCodec,
    probes: pieceForm(avroCodec),
    isTyped: true,
    schemaOf: doubleAvroSchemaOf,
    namesOf: schema => avroNames(schema.fields),
    namesIn: avroNames,
    // Logical types are left alone by readers that nobody gave any: the number or the bytes below them is what they see.
    special: {
      date: (_, value) => numberOf(value),
      time: (_, value) => integerOf(value),
      timestamp: (_, value) => integerOf(value),
      bytes: (_, value) => bytesOf(value),
      fixed: (_, value) => bytesOf(value),
      uint64: (_, value) => viewOf(value)?.getBigUint64(0, true),
      float16: (_, value) => viewOf(value)?.getFloat16(0, true),
      bfloat16: (_, value) => {
        const bits = viewOf(value)?.getUint16(0, true);
        return bits === undefined ? undefined : bfloat16OfBits(bits);
      },
      decimal: (_, value) => {
        const bytes = bytesOf(value);
        return bytes === undefined || bytes.length === 0 ? undefined : decimalOfBytes(bytes, 0, bytes.length);
      },
    },
  },
  json: {
    codec: jsonCodec,
    probes: pieceForm(jsonCodec),
    isTyped: true,
    schemaOf: jsonSchemaOf,
    namesOf: schema => plainNames(schema.fields),
    namesIn: plainNames,
    special: {
      date: (_, value) => spelled(value, text => readDate(text, 'yyyy-MM-dd')),
      time: (field, value) => spelled(value, text => readTime(field, text)),
      timestamp: (field, value) => spelled(value, text => readTimestamp(field, zoneOf(field), text)),
      bytes: (_, value) => spelled(value, readBase64),
      fixed: (_, value) => spelled(value, readBase64),
      uint64: (_, value) => integerOf(value),
      // JSON has one kind of number; a reader of such a field keeps it in as many bits.
      float16: (_, value) => narrowed('float16', value),
      bfloat16: (_, value) => narrowed('bfloat16', value),
      decimal: ({ type }, value) => {
        const number = numberOf(value);
        return number === undefined || type.kind !== 'decimal' ? undefined : decimalOf(number, type);
      },
    },
  },
};

/** Each value as its column has it: what the type of a column says besides, a unit, a zone, a scale, is left alone. */
const COLUMN_SPECIAL: Special = {
  date: (_, value) => numberOf(value),
  time: (_, value) => integerOf(value),
  timestamp: (_, value) => integerOf(value),
  bytes: (_, value) => bytesOf(value),
  fixed: (_, value) => bytesOf(value),
  uint64: (_, value) => integerOf(value),
  float16: (_, value) => numberOf(value),
  bfloat16: (_, value) => {
    const view = viewOf(value);
    return view?.byteLength === 2 ? bfloat16OfBits(view.getUint16(0, true)) : undefined;
  },
  decimal: (_, value) => {
    const bytes = bytesOf(value);
    return bytes === undefined || bytes.length === 0
      ? undefined
      : decimalOfBytes(bytes.toReversed(), 0, bytes.length);
  },
};

const columnPlain = (codec: Codec, special: Special): PlainCodec => ({
  codec,
  probes: columnForm(codec),
  schemaOf: columnSchemaOf,
  namesOf: schema => plainNames(schema.fields),
  namesIn: plainNames,
  special,
  isTyped: false,
});

const ARROW = columnPlain(arrowCodec, COLUMN_SPECIAL);

/** Parquet counts no seconds: who has them writes milliseconds, and who reads them divides. */
function parquetPlain(codec: Codec): PlainCodec {
  const inSeconds = (field: Field, value: PlainValue): Value | undefined => {
    const count = integerOf(value);
    if (timeUnitOf(field) !== 's' || count === undefined) return count;
    return count % 1000n === 0n ? count / 1000n : undefined;
  };
  return columnPlain(codec, { ...COLUMN_SPECIAL, time: inSeconds, timestamp: inSeconds });
}

function plainNames(fields: readonly Field[]): readonly string[] {
  return fields.map(field => field.name);
}

/** What an ordinary reader got for one field, in our terms: the number a double holds, not the one that was written. */
export function seenOf(codec: PlainCodec, field: Field, value: PlainValue = { kind: 'absent' }): Seen {
  if (value.kind === 'absent') return value;
  const known = valueFrom(codec, field, value);
  return known === undefined ? { kind: 'foreign', text: value.kind } : { kind: 'value', value: known };
}

function valueFrom(codec: PlainCodec, field: Field, value: PlainValue): Value | undefined {
  if (value.kind === 'null' || value.kind === 'absent') return null;
  const found = formedFrom(codec, field, value);
  return codec.isTyped || found === undefined || isHeld(field, found) ? found : undefined;
}

/** A number that the type has no room for is none of it; a length that differs is a gate's to tell. */
const isHeld = (field: Field, value: Exclude<Value, null>): boolean =>
  isNested(field.type) ||
  (isFloat(field.type.kind) && typeof value === 'number' && !Number.isFinite(value)) ||
  fitsExactly(field, value);

function formedFrom(codec: PlainCodec, field: Field, value: PlainValue): Exclude<Value, null> | undefined {
  const { type } = field;
  if (isSpecial(type.kind)) return codec.special[type.kind](field, value) ?? undefined;
  switch (type.kind) {
    case 'bool':
      return value.kind === 'boolean' ? value.value : undefined;
    case 'float32':
      return narrowed('float32', value);
    case 'float64':
      return numberOf(value);
    case 'string':
      return value.kind === 'string' ? value.value : undefined;
    case 'list':
    case 'tensor':
      return itemsFrom(codec, type.element, value);
    case 'struct':
      return structFrom(codec, type.fields, value);
    case 'map':
      if (!codec.isTyped) return pairsFrom(codec, type, value);
      return type.key.type.kind === 'string' && value.kind === 'record'
        ? entriesFrom(codec, type, value.members)
        : itemsFrom(codec, entryOf(type), value);
    default:
      return KIND_TABLE[type.kind].held === 'bigint' ? integerOf(value) : numberOf(value);
  }
}

const whole = (values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.includes(undefined) ? undefined : (values as readonly Value[]);

const itemsFrom = (codec: PlainCodec, element: Field, value: PlainValue): readonly Value[] | undefined =>
  value.kind === 'list' ? whole(value.items.map(item => valueFrom(codec, element, item))) : undefined;

/** A member that a reader hands over nothing for is a null to the code behind it. */
function structFrom(
  codec: PlainCodec,
  fields: readonly Field[],
  value: PlainValue,
): readonly Value[] | undefined {
  if (value.kind !== 'record') return undefined;
  const members = new Map(value.members);
  const names = codec.namesIn(fields);
  return whole(
    fields.map((field, at) => valueFrom(codec, field, members.get(names[at]!) ?? { kind: 'null' })),
  );
}

const entriesFrom = (
  codec: PlainCodec,
  { key, value }: TypeOf<'map'>,
  members: Extract<PlainValue, { kind: 'record' }>['members'],
): readonly Value[] | undefined =>
  whole(
    members.map(([name, held]) =>
      whole([valueFrom(codec, key, { kind: 'string', value: name }), valueFrom(codec, value, held)]),
    ),
  );

/** Columns have an entry's parts by place. */
const pairsFrom = (
  codec: PlainCodec,
  { key, value: held }: TypeOf<'map'>,
  value: PlainValue,
): readonly Value[] | undefined =>
  value.kind === 'list'
    ? whole(
        value.items.map(pair => {
          if (pair.kind !== 'list' || pair.items.length !== 2) return undefined;
          return whole([valueFrom(codec, key, pair.items[0]!), valueFrom(codec, held, pair.items[1]!)]);
        }),
      )
    : undefined;

const SPECIAL = [
  'date',
  'time',
  'timestamp',
  'bytes',
  'fixed',
  'uint64',
  'float16',
  'bfloat16',
  'decimal',
] as const satisfies readonly Scalar[];
type SpecialKind = (typeof SPECIAL)[number];
type Special = Readonly<Record<SpecialKind, (field: Field, value: PlainValue) => Value | undefined>>;

const isSpecial = (kind: Kind): kind is SpecialKind => (SPECIAL as readonly Kind[]).includes(kind);

const bytesOf = (value: PlainValue): Buffer | undefined =>
  value.kind === 'bytes' ? Buffer.from(value.base64, 'base64') : undefined;

function viewOf(value: PlainValue): DataView | undefined {
  const bytes = bytesOf(value);
  return bytes === undefined ? undefined : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const zoneOf = ({ type }: Field): Zone => (type.kind === 'timestamp' ? type.zone : 'instant');

function narrowed(kind: Kind, value: PlainValue): number | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : nearestFloat(kind, number);
}

/** The decimal that a double prints as: what a reader without decimals shows of one. */
function decimalOf(number: number, type: TypeOf<'decimal'>): bigint | undefined {
  const [mantissa, exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa!.split('.');
  const zeros = type.scale - fraction.length + Number(exponent);
  return zeros < 0 || !Number.isFinite(number) ? undefined : BigInt(whole + fraction) * 10n ** BigInt(zeros);
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
