import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { propertyText } from '../field-draft.ts';
import { jsonTypeOf } from './json-type-of.ts';

/** An enumeration that is written as alternatives of one value each. */
export type NamedValues = {
  /** Without null, in their order. */
  readonly values: readonly Json[];
  readonly nullable: boolean;
  readonly titles: ReadonlyArray<string | undefined>;
  /** What else is said of each of them, and those that the schema around them refuses. */
  readonly hidden: readonly string[];
};

/** Undefined where a schema is none. */
export function namedValues(schema: JsonSchema): NamedValues | undefined {
  const { ref, allOf, anyOf, oneOf } = schema;
  const choice = anyOf ?? oneOf;
  if (choice === undefined || choice.length === 0 || (anyOf !== undefined && oneOf !== undefined))
    return undefined;
  if (ref !== undefined || allOf.length > 0) return undefined;
  const all = choice.map(alternativeOf);
  if (!all.every(each => each !== undefined)) return undefined;
  const isHeld = ({ value, types }: Alternative): boolean =>
    types?.has(jsonTypeOf(value)) !== false &&
    schema.types?.has(jsonTypeOf(value)) !== false &&
    schema.values?.has(value) !== false;
  const held = all.filter(isHeld);
  const present = held.filter(({ value }) => value !== null);
  // Of one alone, what is said is said of the whole.
  if (all.filter(({ value }) => value !== null).length < 2) return undefined;
  const called = new Set(present);
  const listed = schema.values?.list ?? [];
  return {
    values: present.map(({ value }) => value),
    nullable: present.length < held.length,
    titles: present.map(({ title }) => title),
    hidden: [
      ...all.flatMap(each => {
        const { value, title, said } = each;
        const isUncalled = title !== undefined && !called.has(each);
        return [...(isUncalled ? [propertyText('title', title)] : []), ...said].map(text =>
          propertyText(`value ${canonicalJson(value)}`, text),
        );
      }),
      ...[...all.filter(each => !isHeld(each)).map(({ value }) => value), ...unnamed(listed, all)].map(
        value => propertyText('value', canonicalJson(value)),
      ),
    ],
  };
}

/** Values of a list beside the alternatives that none of these is. */
function unnamed(listed: readonly Json[], all: readonly Alternative[]): readonly Json[] {
  const known = new Set(all.map(({ value }) => canonicalJson(value)));
  return listed.filter(value => !known.has(canonicalJson(value)));
}

type Alternative = {
  readonly value: Json;
  readonly types: JsonSchema['types'];
  /** The nearest of its titles. */
  readonly title: string | undefined;
  readonly said: readonly string[];
};

const STEPS_MAX = 64;

/** A schema of one value, or what leads to one by reference alone. */
function alternativeOf(first: JsonSchema): Alternative | undefined {
  let title: string | undefined;
  const said: string[] = [];
  for (let schema = first, step = 0; step < STEPS_MAX; step++) {
    const { notes, ref, allOf, anyOf, oneOf, values, types } = schema;
    if (anyOf !== undefined || oneOf !== undefined || allOf.length > 1) return undefined;
    const { written, unheard } = notes;
    for (const [key, value] of [...Object.entries(written), ...Object.entries(unheard)]) {
      if (SEEN.has(key) || (key === 'title' && title === undefined)) continue;
      said.push(propertyText(key, typeof value === 'string' ? value : canonicalJson(value)));
    }
    title ??= notes.title;
    const below = ref ?? allOf[0];
    if (below !== undefined) {
      if (values !== undefined || types !== undefined) return undefined;
      schema = below;
      continue;
    }
    if (values === undefined)
      return types?.size === 1 && types.has('null') ? { value: null, types, title, said } : undefined;
    const [value, ...more] = values.list;
    return value === undefined || more.length > 0 ? undefined : { value, types, title, said };
  }
  return undefined;
}

const SEEN: ReadonlySet<string> = new Set(['type', 'const', 'enum', '$ref', 'allOf']);
