import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { type Conjunction, conjunctionOf } from './conjunction.ts';

/** What is known of the item at a place. */
export const itemAt = ({ schemas }: Conjunction, place: number): Conjunction =>
  conjunctionOf(schemas.flatMap(schema => schema.prefix[place] ?? schema.items ?? []));

/** What is known of the items behind every prefix. */
export const restOf = ({ schemas }: Conjunction): Conjunction =>
  conjunctionOf(schemas.flatMap(({ items }) => items ?? []));

/** What is known of the value under a key. What can't be told to apply is left out: that only weakens it. */
export const valueUnder = ({ schemas }: Conjunction, key: string): Conjunction =>
  conjunctionOf(schemas.flatMap(schema => surelyUnder(schema, key)));

function surelyUnder(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const named = schema.properties.get(key);
  const matches = schema.patterns.map(({ pattern, schema: by }) => ({ matched: pattern.matches(key), by }));
  const found = matches.filter(({ matched }) => matched === true).map(({ by }) => by);
  if (named !== undefined) return [named, ...found];
  const isBeside = matches.every(({ matched }) => matched === false);
  return isBeside && schema.additional !== undefined ? [schema.additional] : found;
}

/** What a reader may ask of the value under a key: also what can't be told not to apply. */
export function maybeUnder(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const named = schema.properties.get(key);
  const matches = schema.patterns.map(({ pattern, schema: by }) => ({ matched: pattern.matches(key), by }));
  const found = matches.filter(({ matched }) => matched !== false).map(({ by }) => by);
  const isCovered = named !== undefined || matches.some(({ matched }) => matched === true);
  const beside = isCovered || schema.additional === undefined ? [] : [schema.additional];
  return [...(named === undefined ? [] : [named]), ...found, ...beside];
}

/** Keys that a schema speaks of by name. */
export const namedKeys = (schemas: readonly JsonSchema[]): ReadonlySet<string> =>
  new Set(schemas.flatMap(({ properties }) => [...properties.keys()]));
