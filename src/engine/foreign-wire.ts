import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import type { PlainMember, PlainOutcome, PlainTask, PlainValue } from '../matrix/plain-lane.ts';
import { readInline } from '../native/read-document.ts';

export const TASK_FORMAT = 'assay.foreign-task/1';

/** What is written into the folder of a task: the task itself, the schemas, and a file a probe. */
export function taskFiles(tasks: readonly PlainTask[]): ReadonlyMap<string, Uint8Array | Json> {
  const files = new Map<string, Uint8Array | Json>();
  const schemas = new Map<Json, string>();
  const nameOf = (schema: Json): string => {
    const known = schemas.get(schema) ?? `schema-${schemas.size}.json`;
    schemas.set(schema, known);
    files.set(known, schema);
    return known;
  };
  const written = new Map<Uint8Array, string>();
  const fileOf = (bytes: Uint8Array, at: number): string => {
    const name = written.get(bytes) ?? `probe-${at}.bin`;
    written.set(bytes, name);
    files.set(name, bytes);
    return name;
  };
  const probes = tasks.map(({ codec, bytes, row, writerSchema, readerSchema }, at) => {
    if (row === undefined) files.set(`probe-${at}.bin`, bytes);
    return {
      probe: at,
      codec,
      file: row === undefined ? `probe-${at}.bin` : fileOf(bytes, at),
      ...(row !== undefined && { row }),
      writer: nameOf(writerSchema),
      reader: nameOf(readerSchema),
    };
  });
  return files.set('task.json', { format: TASK_FORMAT, probes });
}

/** One line of an answer; undefined where it is none. */
export type ForeignLine =
  | { readonly kind: 'answer'; readonly probe: number; readonly outcome: PlainOutcome }
  | { readonly kind: 'done'; readonly probes: number };

export function parseLine(bytes: Uint8Array): ForeignLine | undefined {
  const line = readInline(bytes);
  if (line instanceof Fault || !isObject(line)) return undefined;
  const { probe, read, refused, done, ...stranger } = line;
  if (Object.keys(stranger).length > 0) return undefined;
  if (done !== undefined)
    return Object.keys(line).length === 1 && isCount(done) ? { kind: 'done', probes: done } : undefined;
  if (!isCount(probe) || Object.keys(line).length !== 2) return undefined;
  if (refused !== undefined)
    return typeof refused === 'string' && CODE.test(refused)
      ? { kind: 'answer', probe, outcome: { kind: 'refused', code: refused } }
      : undefined;
  if (read === undefined || !isObject(read)) return undefined;
  const members = membersOf(read);
  return members && { kind: 'answer', probe, outcome: { kind: 'read', values: members } };
}

/** A reader that refuses names the class of its objection, and never quotes the record. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function membersOf(record: JsonObject): readonly PlainMember[] | undefined {
  const members = Object.entries(record).map(([name, value]) => [name, plainOf(value)] as const);
  return members.every(isMember) ? members : undefined;
}

const isMember = (member: readonly [string, PlainValue | undefined]): member is PlainMember =>
  member[1] !== undefined;

function plainOf(value: Json): PlainValue | undefined {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'bigint') return { kind: 'bigint', text: String(value) };
  if (typeof value === 'number') return { kind: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
  if (isObject(value)) return taggedOf(value);
  const items = value.map(plainOf);
  return items.every(item => item !== undefined) ? { kind: 'list', items } : undefined;
}

/** What JSON has no word for stands in an object of one key that begins with `$`; any other object is a record. */
function taggedOf(value: JsonObject): PlainValue | undefined {
  const [first] = Object.entries(value);
  if (first === undefined || !first[0].startsWith('$')) {
    const members = membersOf(value);
    return members && { kind: 'record', members };
  }
  const [tag, held] = first;
  if (Object.keys(value).length !== 1) return undefined;
  if (tag === '$float') return FLOATS.has(held) ? { kind: 'number', text: String(held) } : undefined;
  if (tag === '$bytes')
    return typeof held === 'string' && BASE64.test(held) ? { kind: 'bytes', base64: held } : undefined;
  if (tag !== '$map' || !Array.isArray(held)) return undefined;
  const members = (held as readonly Json[]).map(entry =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string'
      ? ([entry[0], plainOf(entry[1] as Json)] as const)
      : undefined,
  );
  return members.every(member => member !== undefined && isMember(member))
    ? { kind: 'record', members: members as readonly PlainMember[] }
    : undefined;
}

const FLOATS: ReadonlySet<Json> = new Set(['NaN', 'Infinity', '-Infinity']);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
