import { notesOf } from '../../native/json-schema/blank-schema.ts';
import type { JsonSchema, JsonSchemaNotes } from '../../native/json-schema/json-schema.ts';

/** Counts work before it is done; false once there was too much of it. */
export type Spend = (steps: number) => boolean;

/** A schema and all that judges every value together with it: what it refers to and its `allOf`, the outermost first. */
export function alongside(schemas: readonly JsonSchema[], spend: Spend): readonly JsonSchema[] {
  const found = new Set(schemas);
  for (const { ref, allOf } of found) {
    if (!spend(1 + allOf.length)) break;
    if (ref !== undefined) found.add(ref);
    for (const one of allOf) found.add(one);
  }
  return [...found];
}

/** The properties that a schema names, and whatever judges the same value, in some cases only. */
export function namedAround(schema: JsonSchema, spend: Spend): ReadonlySet<string> {
  const found = new Set([schema]);
  const named = new Set<string>();
  for (const { ref, allOf, anyOf = [], oneOf = [], condition, dependentSchemas, properties } of found) {
    const { onTrue, onFalse } = condition ?? {};
    const all = [ref, onTrue, onFalse, ...allOf, ...anyOf, ...oneOf, ...dependentSchemas.values()];
    if (!spend(all.length + properties.size)) break;
    for (const one of all) if (one !== undefined) found.add(one);
    for (const key of properties.keys()) named.add(key);
  }
  return named;
}

/**
 * What a schema says beside its assertions. Up to draft-07 validators look at nothing beside a reference; people do, and
 * take a unit, a text or a default there for what it says.
 */
export function saidBy({ notes }: JsonSchema): JsonSchemaNotes {
  const { enum: _, ...said } = notes.unheard;
  return Object.keys(notes.unheard).length === 0 ? notes : notesOf(said);
}

/** The default of a place: the outermost one, as what stands beside a reference is said of its use. */
export const defaultAt = (schemas: readonly JsonSchema[], spend: Spend): JsonSchemaNotes['default'] =>
  alongside(schemas, spend)
    .map(one => saidBy(one).default)
    .find(given => given !== undefined);
