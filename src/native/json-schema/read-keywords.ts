import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { type Path, type Problem, problemAt } from '../problem.ts';
import type { JsonType, Numeral, Pattern } from './json-schema.ts';
import { matcherOf } from './regex.ts';
import { isJsonObject, type JsonObject } from './resolve-ref.ts';
import { ValueSet } from './value-set.ts';

/** Reads keywords of one schema object; the first that has the wrong shape is kept, and the answers after it are empty. */
export class Keywords {
  problem: Problem | undefined;
  readonly value: JsonObject;
  readonly #path: Path;

  constructor(value: JsonObject, path: Path) {
    this.value = value;
    this.#path = path;
  }

  /** A number of things; `otherwise` where there is none. */
  count(key: string, otherwise: number): number {
    const value = this.value[key];
    if (value === undefined) return otherwise;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
    return this.#wrong([key], 'a count from 0') ?? otherwise;
  }

  number(key: string): Numeral | undefined {
    const value = this.value[key];
    if (value === undefined || typeof value === 'number' || typeof value === 'bigint') return value;
    return this.#wrong([key], 'a number');
  }

  multiple(): Numeral | undefined {
    const value = this.number('multipleOf');
    return value === undefined || value > 0 ? value : this.#wrong(['multipleOf'], 'a number above 0');
  }

  flag(key: string): boolean {
    const value = this.value[key];
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    return this.#wrong([key], 'true or false') ?? false;
  }

  text(key: string): string | undefined {
    const value = this.value[key];
    if (value === undefined || typeof value === 'string') return value;
    return this.#wrong([key], 'a text');
  }

  names(key: string): readonly string[] {
    const value = this.value[key];
    if (value === undefined) return [];
    if (isNames(value)) return value;
    return this.#wrong([key], 'a list of names') ?? [];
  }

  pattern(): Pattern | undefined {
    const source = this.text('pattern');
    return source === undefined ? undefined : this.patternOf(source, ['pattern']);
  }

  patternOf(source: string, below: Path): Pattern {
    if (source.length > LIMITS.native_path_chars_max) this.#wrong(below, 'a pattern anyone can read');
    return { source, matches: matcherOf(source) };
  }

  types(): ReadonlySet<JsonType> | undefined {
    const value = this.value['type'];
    if (value === undefined) return undefined;
    const names = typeof value === 'string' ? [value] : isNames(value) ? value : [];
    if (names.length === 0) this.#wrong(['type'], 'a type of JSON, or a list of them');
    const types = new Set<JsonType>();
    for (const name of names) {
      const found = Object.hasOwn(TYPES, name) ? TYPES[name]! : [];
      if (found.length === 0) this.#wrong(['type'], 'a type of JSON');
      for (const type of found) types.add(type);
    }
    return types;
  }

  values(): ValueSet | undefined {
    const { enum: listed, const: only } = this.value;
    if (listed !== undefined && !Array.isArray(listed)) this.#wrong(['enum'], 'a list of values');
    const all = Array.isArray(listed) ? new ValueSet(listed as readonly Json[]) : undefined;
    if (only === undefined) return all;
    return new ValueSet(all === undefined || all.has(only) ? [only] : []);
  }

  schemas(key: string): readonly Json[] | undefined {
    const value = this.value[key];
    if (value === undefined || Array.isArray(value)) return value as readonly Json[] | undefined;
    return this.#wrong([key], 'a list of schemas');
  }

  entries(key: string): ReadonlyArray<readonly [string, Json]> {
    const value = this.value[key];
    if (value === undefined) return [];
    if (isJsonObject(value)) return Object.entries(value);
    return this.#wrong([key], 'an object') ?? [];
  }

  /** Keys, each with the names it asks for. */
  nameLists(key: string): ReadonlyArray<readonly [string, readonly string[]]> {
    return this.entries(key).map(([name, list]) => [
      name,
      isNames(list) ? list : (this.#wrong([key, name], 'a list of names') ?? []),
    ]);
  }

  #wrong(below: Path, expected: string): undefined {
    this.problem ??= problemAt('JSON_SCHEMA_SHAPE', [...this.#path, ...below], { expected });
    return undefined;
  }
}

const TYPES: Readonly<Record<string, readonly JsonType[]>> = {
  null: ['null'],
  boolean: ['boolean'],
  integer: ['integer'],
  number: ['integer', 'fraction'],
  string: ['string'],
  array: ['array'],
  object: ['object'],
};

export const isNames = (value: Json): value is readonly string[] =>
  Array.isArray(value) && (value as readonly Json[]).every(item => typeof item === 'string');
