import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { isProblem, type Path, type Problem, pointer, problemAt } from '../problem.ts';
import { type Building, blankSchema, notesOf } from './blank-schema.ts';
import { type Dialect, dialectOf, NEWEST } from './dialect.ts';
import { findCircle, isOfSameValue } from './find-circle.ts';
import type { JsonSchema, NumberBound, Numeral, UnusedDefinition } from './json-schema.ts';
import { localText, OPAQUE_KEYWORDS } from './keyword-table.ts';
import { isNames, Keywords } from './read-keywords.ts';
import {
  type Anchors,
  anchorsOf,
  isJsonObject,
  type JsonObject,
  resolveRef,
  valueAt,
} from './resolve-ref.ts';

/**
 * A JSON Schema, drafts 04 to 2020-12, every reference followed inside its own document and nowhere else. Keywords
 * without a meaning here are kept.
 *
 * @faults JSON_SCHEMA_SHAPE JSON_SCHEMA_DIALECT JSON_SCHEMA_REF JSON_SCHEMA_CIRCLE NATIVE_TOO_LARGE
 */
export function parseJsonSchema(value: Json): JsonSchema | Problem {
  const uri = isJsonObject(value) ? value['$schema'] : undefined;
  const dialect = uri === undefined ? NEWEST : typeof uri === 'string' ? dialectOf(uri) : undefined;
  if (dialect === undefined) return strangeDialect(uri, []);
  const parser = new Parser(value, dialect);
  const schema = parser.at(value, []);
  if (isProblem(schema)) return schema;
  const open = parser.follow();
  if (open !== undefined) return open;
  parser.tellUnused();
  const inside = parser.readContents();
  if (inside !== undefined) return inside;
  const circle = findCircle(schema);
  return circle === undefined ? schema : problemAt('JSON_SCHEMA_CIRCLE', parser.pathOf(circle), {});
}

const strangeDialect = (uri: Json | undefined, path: Path): Problem =>
  problemAt('JSON_SCHEMA_DIALECT', [...path, '$schema'], { found: canonicalJson(uri ?? null).slice(0, 200) });

type OpenRef = { readonly schema: Building; readonly ref: string; readonly path: Path };

class Parser {
  readonly #document: Json;
  readonly #dialect: Dialect;
  readonly #byPlace = new Map<string, JsonSchema>();
  readonly #paths = new Map<JsonSchema, Path>();
  readonly #open: OpenRef[] = [];
  readonly #contents: { readonly schema: Building; readonly value: Json; readonly path: Path }[] = [];
  readonly #definitions: UnusedDefinition[] = [];
  #root: Building | undefined;
  #anchors: Anchors | undefined;

  constructor(document: Json, dialect: Dialect) {
    this.#document = document;
    this.#dialect = dialect;
  }

  pathOf(schema: JsonSchema): Path {
    return this.#paths.get(schema) ?? [];
  }

  /** What is read by following a reference may hold references again. */
  follow(): Problem | undefined {
    for (let open = this.#open.pop(); open !== undefined; open = this.#open.pop()) {
      this.#anchors ??= anchorsOf(this.#document);
      const { schema, ref, path } = open;
      const place = resolveRef(this.#document, this.#anchors, ref, path);
      const value = place === undefined ? undefined : valueAt(this.#document, place);
      if (place === undefined || value === undefined)
        return problemAt('JSON_SCHEMA_REF', [...path, '$ref'], { ref: ref.slice(0, 200) });
      const target = this.at(value, place);
      if (isProblem(target)) return target;
      schema.ref = target;
      schema.parts.set('$ref', target);
    }
    return undefined;
  }

  /** What texts hold is read last: a definition that only it leads to says nothing of the document itself. */
  readContents(): Problem | undefined {
    for (let next = this.#contents.pop(); next !== undefined; next = this.#contents.pop()) {
      const found = this.at(next.value, [...next.path, 'contentSchema']);
      if (isProblem(found)) return found;
      next.schema.contentSchema = found;
      const open = this.follow();
      if (open !== undefined) return open;
      const circle = findCircle(found);
      if (circle !== undefined) return problemAt('JSON_SCHEMA_CIRCLE', this.pathOf(circle), {});
    }
    return undefined;
  }

  /** A definition is used where its own place was read, whoever led there. */
  tellUnused(): void {
    const unused = this.#definitions.filter(({ pointer: place }) => !this.#byPlace.has(place));
    if (this.#root !== undefined) this.#root.notes = { ...this.#root.notes, unused };
  }

  /** One place of the document is one schema, whichever way leads to it. */
  at(value: Json, path: Path): JsonSchema | Problem {
    const place = pointer(path);
    const known = this.#byPlace.get(place);
    if (known !== undefined) return known;
    if (this.#byPlace.size >= LIMITS.native_types_max)
      return problemAt('NATIVE_TOO_LARGE', path, { what: 'schemas', limit: LIMITS.native_types_max });
    if (typeof value !== 'boolean' && !isJsonObject(value))
      return problemAt('JSON_SCHEMA_SHAPE', path, { expected: 'a schema' });
    const schema = blankSchema(value);
    this.#byPlace.set(place, schema);
    this.#paths.set(schema, path);
    return typeof value === 'boolean' ? schema : (this.#fill(schema, value, path) ?? schema);
  }

  #fill(schema: Building, value: JsonObject, path: Path): Problem | undefined {
    const { $ref: ref, $schema: uri } = value;
    const isOther = typeof uri !== 'string' || dialectOf(uri) !== this.#dialect;
    if (path.length > 0 && uri !== undefined && isOther) return strangeDialect(uri, path);
    if (ref !== undefined && typeof ref !== 'string')
      return problemAt('JSON_SCHEMA_SHAPE', [...path, '$ref'], { expected: 'a text' });
    if (ref !== undefined) this.#open.push({ schema, ref, path });
    const isAlone = ref !== undefined && this.#dialect.refStandsAlone;
    const heard = isAlone ? { $ref: ref } : value;
    this.#define(value, path);
    if (path.length === 0) this.#root = schema;
    const keywords = new Keywords(heard, path);
    schema.local = localText(heard);
    schema.opaque = OPAQUE_KEYWORDS.filter(key => heard[key] !== undefined && heard[key] !== true);
    schema.notes = notesOf(heard, isAlone ? besideRef(value) : {});
    this.#local(schema, keywords);
    const { contentSchema: content } = heard;
    if (content !== undefined && this.#dialect.hasContentSchema)
      this.#contents.push({ schema, value: content, path });
    const below = new Below(this, schema.parts, path);
    arrays(schema, keywords, below);
    objects(schema, keywords, below);
    combinations(schema, keywords, below);
    unevaluated(schema, keywords, below);
    const isSilent = ref === undefined && schema.parts.size === 0 && schema.local === '{}';
    if (isSilent) schema.accepts = 'all';
    return below.problem ?? keywords.problem;
  }

  #define(value: JsonObject, path: Path): void {
    for (const key of DEFINITIONS) {
      const { [key]: definitions } = value;
      if (isJsonObject(definitions))
        for (const [name, one] of Object.entries(definitions))
          this.#definitions.push({ pointer: pointer([...path, key, name]), value: one });
      else if (definitions !== undefined)
        this.#definitions.push({ pointer: pointer([...path, key]), value: definitions });
    }
  }

  #local(schema: Building, keywords: Keywords): void {
    schema.types = keywords.types();
    schema.values = keywords.values();
    schema.multipleOf = keywords.multiple();
    schema.minimum = this.#bound(keywords, 'minimum', 'exclusiveMinimum', (one, other) => one >= other);
    schema.maximum = this.#bound(keywords, 'maximum', 'exclusiveMaximum', (one, other) => one <= other);
    schema.minLength = keywords.count('minLength', 0);
    schema.maxLength = keywords.count('maxLength', Infinity);
    schema.pattern = keywords.pattern();
    schema.format = keywords.text('format');
    schema.minItems = keywords.count('minItems', 0);
    schema.maxItems = keywords.count('maxItems', Infinity);
    schema.uniqueItems = keywords.flag('uniqueItems');
    schema.required = new Set(keywords.names('required'));
    schema.minProperties = keywords.count('minProperties', 0);
    schema.maxProperties = keywords.count('maxProperties', Infinity);
  }

  #bound(
    keywords: Keywords,
    key: string,
    exclusiveKey: string,
    isStricter: (one: Numeral, other: Numeral) => boolean,
  ): NumberBound | undefined {
    const inclusive = keywords.number(key);
    if (this.#dialect.hasExclusiveFlags) {
      const exclusive = keywords.flag(exclusiveKey);
      return inclusive === undefined ? undefined : { value: inclusive, exclusive };
    }
    const exclusive = keywords.number(exclusiveKey);
    if (exclusive !== undefined && (inclusive === undefined || isStricter(exclusive, inclusive)))
      return { value: exclusive, exclusive: true };
    return inclusive === undefined ? undefined : { value: inclusive, exclusive: false };
  }
}

const DEFINITIONS = ['$defs', 'definitions'] as const;

/** Definitions are told apart, and the dialect is heard wherever it stands. */
const besideRef = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).filter(([key]) => !['$ref', '$schema', ...DEFINITIONS].includes(key)),
  );

/** Up to 2019-09 a list under `items` was what `prefixItems` is now, and `additionalItems` what `items` is. */
function arrays(schema: Building, keywords: Keywords, below: Below): void {
  const { items, additionalItems } = keywords.value;
  const isTuple = Array.isArray(items);
  schema.prefix = isTuple
    ? (below.all('prefixItems', keywords.schemas('items'), 'items') ?? [])
    : (below.all('prefixItems', keywords.schemas('prefixItems')) ?? []);
  schema.items = isTuple ? below.one('items', additionalItems, 'additionalItems') : below.one('items', items);
  const contains = below.one('contains', keywords.value['contains']);
  const [least, most] = [keywords.count('minContains', 1), keywords.count('maxContains', Infinity)];
  if (contains !== undefined) schema.contains = { schema: contains, least, most };
}

function objects(schema: Building, keywords: Keywords, below: Below): void {
  schema.properties = below.map('properties', keywords.entries('properties'));
  const patterns = below.map('patternProperties', keywords.entries('patternProperties'));
  schema.patterns = [...patterns].map(([source, found]) => ({
    pattern: keywords.patternOf(source, ['patternProperties', source]),
    schema: found,
  }));
  schema.additional = below.one('additionalProperties', keywords.value['additionalProperties']);
  schema.propertyNames = below.one('propertyNames', keywords.value['propertyNames']);
  const either = keywords.entries('dependencies');
  const lists = either.flatMap(([key, value]) => (isNames(value) ? [[key, value] as const] : []));
  const schemas = either.filter(([, value]) => !isNames(value));
  schema.dependentRequired = new Map([...lists, ...keywords.nameLists('dependentRequired')]);
  schema.dependentSchemas = new Map([
    ...below.map('dependentSchemas', schemas, 'dependencies'),
    ...below.map('dependentSchemas', keywords.entries('dependentSchemas')),
  ]);
}

function combinations(schema: Building, keywords: Keywords, below: Below): void {
  schema.allOf = below.all('allOf', keywords.schemas('allOf')) ?? [];
  schema.anyOf = below.all('anyOf', keywords.schemas('anyOf'));
  schema.oneOf = below.all('oneOf', keywords.schemas('oneOf'));
  schema.not = below.one('not', keywords.value['not']);
  const condition = below.one('if', keywords.value['if']);
  const onTrue = below.one('then', keywords.value['then']);
  const onFalse = below.one('else', keywords.value['else']);
  if (condition !== undefined) schema.condition = { when: condition, onTrue, onFalse };
}

/**
 * What is not evaluated hangs on everything beside it. Where nothing beside it judges the same value, it is what
 * neither names nor places cover.
 */
function unevaluated(schema: Building, keywords: Keywords, below: Below): void {
  const isAlone = ![...schema.parts.keys()].some(isOfSameValue) && keywords.value['$ref'] === undefined;
  const properties = below.one('unevaluatedProperties', keywords.value['unevaluatedProperties']);
  const items = below.one('unevaluatedItems', keywords.value['unevaluatedItems']);
  const known = new Set<string>();
  if (isAlone && properties !== undefined) {
    schema.additional ??= properties;
    known.add('unevaluatedProperties');
  }
  if (isAlone && items !== undefined && schema.contains === undefined) {
    schema.items ??= items;
    known.add('unevaluatedItems');
  }
  schema.opaque = schema.opaque.filter(keyword => !known.has(keyword));
}

/** Reads the schemas below one, and keeps the first problem among them. */
class Below {
  problem: Problem | undefined;
  readonly #parser: Parser;
  readonly #parts: Map<string, JsonSchema>;
  readonly #path: Path;

  constructor(parser: Parser, parts: Map<string, JsonSchema>, path: Path) {
    this.#parser = parser;
    this.#parts = parts;
    this.#path = path;
  }

  /** @param written  the keyword it stands under, where that is another */
  one(keyword: string, value: Json | undefined, written: string = keyword): JsonSchema | undefined {
    return value === undefined ? undefined : this.#read(keyword, value, [written]);
  }

  all(
    keyword: string,
    values: readonly Json[] | undefined,
    written: string = keyword,
  ): readonly JsonSchema[] | undefined {
    return values?.flatMap((value, at) => this.#read(`${keyword}/${at}`, value, [written, at]) ?? []);
  }

  map(
    keyword: string,
    entries: ReadonlyArray<readonly [string, Json]>,
    written: string = keyword,
  ): Map<string, JsonSchema> {
    const found = new Map<string, JsonSchema>();
    for (const [key, value] of entries) {
      const schema = this.#read(`${keyword}/${key}`, value, [written, key]);
      if (schema !== undefined) found.set(key, schema);
    }
    return found;
  }

  #read(part: string, value: Json, below: Path): JsonSchema | undefined {
    if (this.problem !== undefined) return undefined;
    const found = this.#parser.at(value, [...this.#path, ...below]);
    if (isProblem(found)) {
      this.problem = found;
      return undefined;
    }
    this.#parts.set(part, found);
    return found;
  }
}
