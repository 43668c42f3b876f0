import type { Digest } from '../base/digest.ts';
import { type FactsOf, Fault, type FaultCode } from '../base/fault.ts';
import { SCALAR_KEYS, scalarType } from './build-scalar.ts';
import { buildSenses } from './build-senses.ts';
import { timeUnitProblem } from './check-field.ts';
import { LONG_DEFAULT, nameUnder, type WrittenField } from './contract-shape.ts';
import type { Default, Field, FieldId, Kind, Range, Type, Typed, UnknownPolicy } from './field.ts';
import { laidOut } from './lay-out.ts';
import { parseUnit } from './parse-unit.ts';
import { parseWith } from './parse-with.ts';
import type { Problem } from './problem.ts';
import type { FieldDefaults } from './subject.ts';
import type { Unit } from './unit.ts';
import { readRangeEnd, readValue } from './value-form.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WRITTEN } from './written-form.ts';
import { nodeAt, type Path, placeOf, type YamlDocument } from './yaml-document.ts';

/** What a field is built from, beside what is written under its path. */
export type FieldSource = {
  readonly document: YamlDocument;
  readonly defaults: ReadonlyMap<FieldId, FieldDefaults>;
  readonly vocabularies: ReadonlyMap<Digest, Vocabulary>;
};

/** Reads one field by itself; whether what it says agrees with itself is `check-field.ts`. */
export function buildField(source: FieldSource, own: WrittenField, path: Path): Field | Fault {
  const written: WrittenField = { ...source.defaults.get(Number(own.id)), ...own };
  const name = nameUnder(written, path);
  const refuse = refuser(source.document, path);
  for (const key of REQUIRED)
    if (written[key] === undefined) {
      const because = `neither it nor the subject's defaults say which`;
      return refuse('FIELD_KEY_MISSING', { field: name, key, because }, key);
    }
  const type = typeOf(source, written, name, path);
  if (type instanceof Fault) return type;
  const unit = unitOf(written, refuse);
  if (unit instanceof Fault) return unit;
  const uncounted = timeUnitProblem({ name, type, unit }, path);
  if (uncounted !== undefined) return placed(source.document, uncounted);
  const range = rangeOf(source.document, { type, unit }, name, path);
  if (range instanceof Fault) return range;
  const initial = defaultOf(source.document, { type, unit }, name, path, 'default');
  if (initial instanceof Fault) return initial;
  const writeDefault = defaultOf(source.document, { type, unit }, name, path, 'writeDefault');
  if (writeDefault instanceof Fault) return writeDefault;
  const senses = buildSenses(source.document, written, { type, unit }, name, path);
  if (senses instanceof Fault) return senses;
  const vocabulary = written.vocabulary && source.vocabularies.get(written.vocabulary);
  if (written.vocabulary !== undefined && vocabulary === undefined)
    return refuse('VOCABULARY_UNKNOWN', { field: name, digest: written.vocabulary }, 'vocabulary');
  const unknownPolicy = policyOf(written, vocabulary);
  if (unknownPolicy === 'no such term') {
    const term = String((written.unknownPolicy as { map: unknown }).map);
    return refuse('POLICY_TERM_UNKNOWN', { field: name, term }, 'unknownPolicy');
  }
  return laidOut({
    id: Number(written.id),
    name,
    aliases: [...(written.aliases ?? [])].sort(),
    type,
    logical: written.logical!,
    nullable: written.nullable!,
    default: initial,
    unit,
    range,
    vocabulary,
    unknownPolicy,
    ignoreValue: written.ignoreValue,
    ...senses,
    ...(writeDefault.kind === 'value' && { writeDefault }),
    ...(written.normalizer && { normalizer: written.normalizer }),
    ...(written.convention !== undefined && { convention: [written.convention].flat().sort() }),
  });
}

const REQUIRED = ['physical', 'logical', 'nullable'] as const;

type Refuse = <C extends FaultCode>(code: C, facts: FactsOf<C>, key: string) => Fault;

const placed = (document: YamlDocument, { fault, path }: Problem): Fault =>
  new Fault(fault.code, fault.facts, placeOf(document, path));

const refuser =
  (document: YamlDocument, path: Path): Refuse =>
  (code, facts, key) =>
    new Fault(code, facts, placeOf(document, [...path, key])) as unknown as Fault;

const LENGTHS = ['length', 'minLength', 'maxLength'] as const;
const TYPE_KEYS = [
  ...SCALAR_KEYS,
  ...LENGTHS,
  'order',
  'element',
  'fields',
  'key',
  'value',
  'maxEntries',
  'shape',
] as const;
type TypeKey = (typeof TYPE_KEYS)[number];

/** What belongs to which physical type, beside what any field may have. */
const OWN_KEYS: Readonly<Partial<Record<Kind, readonly TypeKey[]>>> = {
  decimal: ['precision', 'scale'],
  fixed: ['size'],
  timestamp: ['zone'],
  list: ['element', 'order', ...LENGTHS],
  struct: ['fields'],
  map: ['key', 'value', 'maxEntries'],
  tensor: ['element', 'shape'],
};

function typeOf(source: FieldSource, written: WrittenField, name: string, path: Path): Type | Fault {
  const physical = written.physical!;
  const refuse = refuser(source.document, path);
  const missing = (key: TypeKey, because: string): Fault =>
    refuse('FIELD_KEY_MISSING', { field: name, key, because }, key);
  const stray = TYPE_KEYS.find(
    key => written[key] !== undefined && OWN_KEYS[physical]?.includes(key) !== true,
  );
  if (stray) {
    const owners = Object.entries(OWN_KEYS).filter(([, keys]) => keys.includes(stray));
    const owner = owners.map(([kind]) => kind).join(' or a ');
    const because = `only a ${owner} has one, and this is a ${physical}`;
    return refuse('FIELD_KEY_MEANINGLESS', { field: name, key: stray, because }, stray);
  }
  const held = (part: WrittenField, ...at: Path): Field | Fault => buildField(source, part, [...path, ...at]);
  switch (physical) {
    case 'list':
      return listType(written, name, held, refuse, missing);
    case 'struct':
      return structType(written, held, missing);
    case 'map':
      return mapType(written, held, missing);
    case 'tensor':
      return tensorType(written, held, missing);
    default:
      return scalarType(written, physical, missing);
  }
}

type Held = (part: WrittenField, ...at: Path) => Field | Fault;
type Missing = (key: TypeKey, because: string) => Fault;

function listType(
  { element, order, length, minLength, maxLength }: WrittenField,
  name: string,
  held: Held,
  refuse: Refuse,
  missing: Missing,
): Type | Fault {
  if (element === undefined) return missing('element', 'a list holds something');
  const max = length ?? maxLength;
  if (max === undefined)
    return refuse('LIST_LENGTH', { field: name, problem: 'it has no greatest' }, 'physical');
  if (length !== undefined && (minLength ?? maxLength) !== undefined)
    return refuse(
      'LIST_LENGTH',
      { field: name, problem: 'length and another bound stand together' },
      'length',
    );
  const built = held(element, 'element');
  if (built instanceof Fault) return built;
  const bounds = { min: length ?? minLength ?? 0, max };
  return { kind: 'list', element: built, length: bounds, ...(order === 'set' && { order }) };
}

function structType({ fields }: WrittenField, held: Held, missing: Missing): Type | Fault {
  if (fields === undefined) return missing('fields', 'a struct holds fields');
  const built: Field[] = [];
  for (const [index, member] of fields.entries()) {
    const field = held(member, 'fields', index);
    if (field instanceof Fault) return field;
    built.push(field);
  }
  return { kind: 'struct', fields: built };
}

function mapType({ key, value, maxEntries }: WrittenField, held: Held, missing: Missing): Type | Fault {
  if (key === undefined) return missing('key', 'a map finds its values by something');
  if (value === undefined) return missing('value', 'a map holds something');
  if (maxEntries === undefined) return missing('maxEntries', 'how many entries it may have must be said');
  const [keys, values] = [held(key, 'key'), held(value, 'value')];
  if (keys instanceof Fault) return keys;
  return values instanceof Fault ? values : { kind: 'map', key: keys, value: values, entries: maxEntries };
}

function tensorType({ element, shape }: WrittenField, held: Held, missing: Missing): Type | Fault {
  if (element === undefined) return missing('element', 'a tensor holds something');
  if (shape === undefined) return missing('shape', 'a tensor has one shape');
  const built = held(element, 'element');
  return built instanceof Fault ? built : { kind: 'tensor', element: built, shape };
}

function unitOf({ unit }: WrittenField, refuse: Refuse): Unit | undefined | Fault {
  if (unit === undefined) return undefined;
  const parsed = parseUnit(unit);
  return parsed instanceof Fault ? refuse(parsed.code, parsed.facts, 'unit') : parsed;
}

function rangeOf(document: YamlDocument, field: Typed, name: string, path: Path): Range | undefined | Fault {
  if (nodeAt(document, [...path, 'range']) === undefined) return undefined;
  const ends: Array<bigint | number | undefined> = [];
  for (const index of [0, 1]) {
    const at = [...path, 'range', index];
    const end = readRangeEnd(field, nodeAt(document, at)!);
    if (end === undefined) {
      const { kind } = field.type;
      const facts = { field: name, physical: kind, form: WRITTEN[kind] };
      return new Fault('RANGE_PHYSICAL', facts, placeOf(document, at));
    }
    ends.push(end ?? undefined);
  }
  return { min: ends[0], max: ends[1] };
}

/** Absent means none; `null` is a null. A map is the long form; what is a map itself stands in one. */
function defaultOf(
  document: YamlDocument,
  field: Typed,
  name: string,
  path: Path,
  key: 'default' | 'writeDefault',
): Default | Fault {
  const at = [...path, key];
  const node = nodeAt(document, at);
  if (node === undefined) return { kind: 'none' };
  const long = node.kind === 'map' ? parseWith(LONG_DEFAULT, document, at) : undefined;
  if (long instanceof Fault) return long;
  const valueAt = long ? [...at, 'value'] : at;
  const value = readValue(field, nodeAt(document, valueAt)!);
  if (value !== undefined) return { kind: 'value', value, means: long?.means ?? 'unknown' };
  const { kind } = field.type;
  const facts = { field: name, key, physical: kind, form: WRITTEN[kind] };
  return new Fault('DEFAULT_TYPE', facts, placeOf(document, valueAt));
}

function policyOf(
  { unknownPolicy }: WrittenField,
  vocabulary: Vocabulary | undefined,
): UnknownPolicy | undefined | 'no such term' {
  if (unknownPolicy === undefined) return undefined;
  if (typeof unknownPolicy === 'string') return { kind: unknownPolicy };
  const term = vocabulary?.terms.find(
    ({ id, label }) => unknownPolicy.map === id || unknownPolicy.map === label,
  );
  return term ? { kind: 'map', term: term.id } : 'no such term';
}
