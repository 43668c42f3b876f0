import { Ajv } from 'ajv';
import avsc from 'avsc';
import type { Json } from '../base/canonical-json.ts';
import { isColumnar, type PlainOutcome, type PlainTask, type Selection } from '../matrix/plain-lane.ts';
import { PlainColumns } from './plain-columns.ts';
import { AnswerTooLarge, plainMembers } from './plain-value.ts';

type JsonObject = { readonly [key: string]: Json };
type Read = (bytes: Buffer) => unknown;
type Reading = Omit<PlainTask, 'id'>;

/**
 * Reads as ordinary code does: each library with the options its users leave alone, text decoded as Node decodes it.
 * What is wrong with that is what the matrix is here to show, so nothing is repaired.
 */
export class PlainReader {
  readonly #readers = new Map<string, Read | Refusal>();
  readonly #columns = new PlainColumns();

  /** Readers are kept as long as they may be asked again: tasks of one schema come together. Schemas are compiled once for a `key`: the caller gives two readings one key only if all but their bytes agree. */
  read(key: string, reading: Reading): PlainOutcome {
    const { codec } = reading;
    if (isColumnar(codec)) return this.#columns.read({ ...reading, codec });
    const known = this.#readers.get(key) ?? compiled(reading);
    this.#readers.delete(key);
    this.#readers.set(key, known);
    if (this.#readers.size > READERS_KEPT) this.#readers.delete(this.#readers.keys().next().value!);
    if (known instanceof Refusal) return { kind: 'refused', code: known.code };
    try {
      return { kind: 'read', values: plainMembers(known(Buffer.from(reading.bytes))) };
    } catch (error) {
      if (error instanceof AnswerTooLarge) return { kind: 'crash', how: 'answer too large' };
      return { kind: 'refused', code: error instanceof Refusal ? error.code : AVRO_CODES.of(error) };
    }
  }
}

const READERS_KEPT = 64;

const COMPILE = {
  avro: avroReader,
  json: jsonReader,
} satisfies Record<RecordCodec, (writer: Json, reader: Json, select: Selection) => Read | Refusal>;

type RecordCodec = Exclude<PlainTask['codec'], 'arrow' | 'parquet'>;

function compiled({ codec, writerSchema, readerSchema, select }: Reading): Read | Refusal {
  try {
    return COMPILE[codec as RecordCodec](writerSchema, readerSchema, select);
  } catch {
    return new Refusal('SCHEMA_INVALID');
  }
}

class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** avsc has no codes, so its sentences are told apart by how they begin. */
const AVRO_CODES = {
  rows: [
    ['truncated buffer', 'TRUNCATED'],
    ['trailing data', 'TRAILING_BYTES'],
    ['potential precision loss', 'PRECISION_LOSS'],
    ['invalid union index', 'UNION_INDEX'],
    ['cannot read', 'TYPE_MISMATCH'],
    ['no matching field', 'FIELD_MISSING'],
    ['no alias found', 'NAME_MISMATCH'],
    ['ambiguous', 'AMBIGUOUS'],
  ] as const,
  of(error: unknown): string {
    const sentence = error instanceof Error ? error.message : '';
    return this.rows.find(([start]) => sentence.startsWith(start))?.[1] ?? 'UNREADABLE';
  },
};

function avroReader(writer: Json, reader: Json, select: Selection): Read | Refusal {
  const from = avsc.Type.forSchema(writer as never);
  const to = avsc.Type.forSchema(avroProjection(reader, select) as never);
  try {
    const resolver = to.createResolver(from);
    return bytes => to.fromBuffer(bytes, resolver);
  } catch (error) {
    return new Refusal(AVRO_CODES.of(error));
  }
}

function avroProjection(reader: Json, select: Selection): Json {
  if (select.kind === 'record') return reader;
  const record = reader as JsonObject;
  const fields = record['fields'] as readonly JsonObject[];
  return { ...record, fields: fields.filter(field => field['name'] === select.name) };
}

/**
 * One for all schemas: it compiles the schema of schemas once. To find all errors and not to optimise change no answer,
 * only what the validator compiles to, and how soon: else it nests a block a property, and thousands are too deep.
 */
const AJV = new Ajv({
  strict: false,
  useDefaults: true,
  allErrors: true,
  code: { optimize: false },
  logger: false,
  validateFormats: false,
});

function jsonReader(_writer: Json, reader: Json, select: Selection): Read | Refusal {
  const schema = jsonProjection(reader, select) as JsonObject;
  const validate = AJV.compile(schema);
  // Whoever compiled it keeps it; the validator would keep every schema it ever saw.
  AJV.removeSchema(schema);
  return bytes => {
    const record = picked(parsed(bytes.toString('utf8')), select);
    if (validate(record)) return record;
    throw new Refusal(`SCHEMA_${(validate.errors?.[0]?.keyword ?? 'invalid').toUpperCase()}`);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('JSON_SYNTAX');
  }
}

function picked(record: unknown, select: Selection): unknown {
  if (select.kind === 'record' || typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name === select.name));
}

function jsonProjection(reader: Json, select: Selection): Json {
  if (select.kind === 'record') return reader;
  const record = reader as JsonObject;
  const only = (names: Json | undefined): Json =>
    ((names ?? []) as readonly string[]).filter(name => name === select.name);
  const properties = Object.entries((record['properties'] ?? {}) as JsonObject);
  return {
    ...record,
    properties: Object.fromEntries(properties.filter(([name]) => name === select.name)),
    required: only(record['required']),
  };
}
