import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Field } from '../../contract/field.ts';
import { entryOf } from '../../contract/nested.ts';
import type { Schema } from '../../contract/schema.ts';
import { logicalText } from '../../native/avro/logical.ts';
import { parseAvro } from '../../native/avro/parse-avro.ts';
import { type AvroField, type AvroRecord, type AvroType, avroTypeText } from '../../native/avro/type.ts';
import { isProblem } from '../../native/problem.ts';
import { readInline } from '../../native/read-document.ts';
import { avroWriterSchemaOf } from '../avro-schema.ts';
import { leastBytesOf, type Shape, type Wire, type WireMember } from '../avro-wire.ts';

/** What a file has of a contract's record, in the file's order. */
export type Agreement = { readonly members: readonly WireMember[] };

/**
 * Whether a file written under a schema of its own holds a contract's records, field by field and by name. Nothing is
 * converted: types, units of time and decimals are the contract's, and only where nothing can be lost may they be spelled
 * otherwise (an enum for text, a fixed for a decimal, an int for a long, another branch for null).
 *
 * @faults NATIVE_JSON DOCUMENT_TOO_LARGE, those of `parseAvro`, CONTAINER_FIELD_DIFFERS
 */
export function agreement(schema: Schema, schemaText: string): Agreement | Fault {
  const value = readInline(Buffer.from(schemaText));
  if (value instanceof Fault) return value;
  const found = parseAvro(value);
  if (isProblem(found)) return found.fault([]);
  const expected = parseAvro(avroWriterSchemaOf(schema));
  if (isProblem(expected)) return expected.fault([]);
  if (found.kind !== 'record' || expected.kind !== 'record')
    return differs([], 'TYPE_CHANGED', textOf(found), 'a record');
  const members = membersOf(schema.fields, expected, found, []);
  if (members instanceof Fault) return members;
  const present = new Set(members.map(({ at }) => at));
  for (const [at, field] of schema.fields.entries())
    if (!present.has(at) && field.default.kind === 'none')
      return differs([field.name], 'MISSING_DEFAULT', 'no such field', 'one without a default');
  if (leastBytesOf(schema.fields, members) > 0) return { members };
  return differs([], 'MALFORMED', 'records of no bytes, of which there is any number', 'a field at least');
}

type Names = readonly string[];

const differs = (path: Names, code: string, found: string, expected: string): Fault =>
  new Fault('CONTAINER_FIELD_DIFFERS', {
    field: path.join('.').slice(0, LIMITS.native_path_chars_max),
    code,
    found: found.slice(0, LIMITS.echoed_chars_max),
    expected: expected.slice(0, LIMITS.echoed_chars_max),
  });

/** A field the file has and the contract does not is refused: what was dropped would be missed by nobody. */
function membersOf(
  fields: readonly Field[],
  expected: AvroRecord,
  found: AvroRecord,
  path: Names,
): readonly WireMember[] | Fault {
  const members: WireMember[] = [];
  const taken = new Set<number>();
  for (const theirs of found.fields) {
    const at = placeOf(theirs, fields, expected, taken);
    const here = [...path, theirs.name];
    if (at === undefined) return differs(here, 'UNKNOWN_FIELD', 'it', 'no such field');
    taken.add(at);
    const id = theirs.props['field-id'];
    if (id !== undefined && id !== fields[at]!.id)
      return differs(here, 'ID_CHANGED', `field id ${String(id).slice(0, 20)}`, `${fields[at]!.id}`);
    const wire = wireOf(fields[at]!, expected.fields[at]!.type, theirs.type, here);
    if (wire instanceof Fault) return wire;
    members.push({ at, wire });
  }
  return members;
}

/** By its name, else by a former one. */
function placeOf(
  { name }: AvroField,
  fields: readonly Field[],
  expected: AvroRecord,
  taken: ReadonlySet<number>,
): number | undefined {
  const own = expected.fields.findIndex((ours, at) => ours.name === name && !taken.has(at));
  const at = own >= 0 ? own : fields.findIndex((field, at) => field.aliases.includes(name) && !taken.has(at));
  return at < 0 ? undefined : at;
}

function wireOf(field: Field, expected: AvroType, found: AvroType, path: Names): Wire | Fault {
  const [ours, theirs] = [branchOf(expected), branchOf(found)];
  if (ours === undefined || theirs === undefined)
    return differs(path, 'TYPE_CHANGED', textOf(found), textOf(expected));
  const shape = shapeOf(field, ours.type, theirs.type, path);
  return shape instanceof Fault ? shape : { union: theirs.union, shape };
}

type Branch = { readonly type: Exclude<AvroType, { kind: 'union' }>; readonly union: Wire['union'] };

/** The one branch that is no null; undefined where there are others. A null alone is no value. */
function branchOf(type: AvroType): Branch | undefined {
  if (type.kind === 'null') return undefined;
  if (type.kind !== 'union') return { type, union: undefined };
  const valueAt = type.branches.findIndex(({ kind }) => kind !== 'null');
  const nullAt = type.branches.findIndex(({ kind }) => kind === 'null');
  const value = type.branches[valueAt];
  const others = type.branches.length - (nullAt < 0 ? 1 : 2);
  if (value === undefined || value.kind === 'union' || others > 0) return undefined;
  return { type: value, union: { nullAt, valueAt } };
}

function shapeOf(field: Field, ours: Branch['type'], theirs: Branch['type'], path: Names): Shape | Fault {
  const { type } = field;
  if ((type.kind === 'list' || type.kind === 'tensor') && ours.kind === 'array' && theirs.kind === 'array')
    return itemsOf(type.element, ours.items, theirs.items, [...path, type.element.name]);
  if (type.kind === 'map' && ours.kind === 'array' && theirs.kind === 'array')
    return itemsOf(entryOf(type), ours.items, theirs.items, path);
  if (type.kind === 'map' && ours.kind === 'map' && theirs.kind === 'map') {
    const value = wireOf(type.value, ours.values, theirs.values, [...path, type.value.name]);
    return value instanceof Fault ? value : { kind: 'items', item: entryWire(value) };
  }
  if (type.kind === 'struct' && ours.kind === 'record' && theirs.kind === 'record')
    return structOf(type.fields, ours, theirs, path);
  const scalar = scalarOf(field, ours, theirs);
  return scalar ?? differs(path, codeOf(ours, theirs), textOf(theirs), textOf(ours));
}

function itemsOf(field: Field, ours: AvroType, theirs: AvroType, path: Names): Shape | Fault {
  const item = wireOf(field, ours, theirs, path);
  return item instanceof Fault ? item : { kind: 'items', item };
}

/** Of a map of texts: the key by itself, then the value. */
const entryWire = (value: Wire): Wire => ({
  union: undefined,
  shape: {
    kind: 'record',
    members: [
      { at: 0, wire: { union: undefined, shape: { kind: 'plain' } } },
      { at: 1, wire: value },
    ],
  },
});

/** Only whole records are filled from defaults: a list of structs would multiply them. */
function structOf(
  fields: readonly Field[],
  ours: AvroRecord,
  theirs: AvroRecord,
  path: Names,
): Shape | Fault {
  const members = membersOf(fields, ours, theirs, path);
  if (members instanceof Fault) return members;
  const present = new Set(members.map(({ at }) => at));
  const missing = fields.find((_, at) => !present.has(at));
  if (missing === undefined) return { kind: 'record', members };
  return differs([...path, missing.name], 'MISSING_FIELD', 'no such field', 'one');
}

function scalarOf({ type }: Field, ours: Branch['type'], theirs: Branch['type']): Shape | undefined {
  if (type.kind === 'string' && theirs.kind === 'enum')
    return { kind: 'symbols', symbols: theirs.symbols.map(symbol => Buffer.from(symbol)) };
  if (meaningOf(ours) !== meaningOf(theirs)) return undefined;
  if (type.kind === 'decimal' && theirs.kind === 'fixed') return { kind: 'fixed-decimal', size: theirs.size };
  const isSame = ours.kind === theirs.kind || (ours.kind === 'long' && theirs.kind === 'int');
  if (!isSame || ['array', 'map', 'record', 'enum'].includes(theirs.kind)) return undefined;
  if (ours.kind === 'fixed' && theirs.kind === 'fixed' && ours.size !== theirs.size) return undefined;
  return { kind: 'plain' };
}

/** Of what the values are counts or digits. Any other logical type is a word about values that stay what they are. */
function meaningOf({ kind, logical, props }: Branch['type']): string {
  if (logical === undefined) return '';
  if (logical.kind === 'decimal') return logicalText(logical);
  if (!COUNTS.test(logical.name)) return '';
  // Iceberg has one name for both kinds of timestamp.
  const isLocal = logical.name.startsWith('timestamp-') && props['adjust-to-utc'] === false;
  return `${kind} ${isLocal ? 'local-' : ''}${logical.name}`;
}

const COUNTS = /^(?:date|duration|(?:time|timestamp|local-timestamp)-(?:millis|micros|nanos))$/;

const codeOf = (ours: Branch['type'], theirs: Branch['type']): string =>
  ours.kind === theirs.kind && meaningOf(ours) !== meaningOf(theirs) ? 'LOGICAL_CHANGED' : 'TYPE_CHANGED';

function textOf(type: AvroType): string {
  if (type.kind === 'union') return `[${type.branches.map(textOf).join(', ')}]`;
  const meaning = meaningOf(type);
  return meaning === '' ? avroTypeText(type) : `${avroTypeText(type)} (${meaning})`;
}
