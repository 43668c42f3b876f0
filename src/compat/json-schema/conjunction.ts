import type { JsonSchema } from '../../native/json-schema/json-schema.ts';

/** One way a value may be: it satisfies these, and none of those. */
export type Case = { readonly with: readonly JsonSchema[]; readonly without: readonly JsonSchema[] };

/** A value is in at least one of the cases. */
export type Split = { readonly id: string; readonly cases: readonly Case[] };

/**
 * All that is known of a value: it satisfies every one of `schemas` and none of `without`. References and `allOf` are
 * opened; alternatives stay `open` until somebody looks into their cases.
 */
export type Conjunction = {
  readonly schemas: readonly JsonSchema[];
  readonly without: readonly JsonSchema[];
  readonly open: readonly Split[];
  readonly spent: ReadonlySet<string>;
  /** Two with one key are the same. */
  readonly key: string;
};

const NOTHING_KNOWN: Conjunction = { schemas: [], without: [], open: [], spent: new Set(), key: '' };

export const conjunctionOf = (schemas: readonly JsonSchema[]): Conjunction =>
  extended(NOTHING_KNOWN, { with: schemas, without: [] });

/** What is known, and what a case adds to it. */
export function extended(known: Conjunction, added: Case, spent?: Split): Conjunction {
  const schemas = new Set(known.schemas);
  const without = new Set([...known.without, ...added.without]);
  const open = known.open.filter(({ id }) => id !== spent?.id);
  const todo = [...added.with].reverse();
  for (let schema = todo.pop(); schema !== undefined; schema = todo.pop()) {
    if (schemas.has(schema) || schema.accepts === 'all') continue;
    schemas.add(schema);
    if (schema.not !== undefined) without.add(schema.not);
    if (schema.ref !== undefined) todo.push(schema.ref);
    todo.push(...schema.allOf);
    open.push(...splitsOf(schema));
  }
  const allSpent = spent === undefined ? known.spent : new Set([...known.spent, spent.id]);
  const key = keyOf(schemas, without, allSpent);
  return { schemas: [...schemas], without: [...without], open, spent: allSpent, key };
}

const ids = (schemas: Iterable<JsonSchema>): string =>
  [...schemas]
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();

const keyOf = (
  schemas: Iterable<JsonSchema>,
  without: Iterable<JsonSchema>,
  spent: ReadonlySet<string>,
): string => `${ids(schemas)}-${ids(without)}-${[...spent].sort().join()}`;

function splitsOf({ id, anyOf, oneOf, condition }: JsonSchema): readonly Split[] {
  const found: Split[] = [];
  if (anyOf !== undefined)
    found.push({ id: `${id}a`, cases: anyOf.map(branch => ({ with: [branch], without: [] })) });
  if (oneOf !== undefined)
    found.push({
      id: `${id}o`,
      cases: oneOf.map((branch, at) => ({
        with: [branch],
        without: oneOf.filter((_, other) => other !== at),
      })),
    });
  if (condition !== undefined) {
    const { when, onTrue, onFalse } = condition;
    const onEither = (schema: JsonSchema | undefined) => (schema === undefined ? [] : [schema]);
    found.push({
      id: `${id}c`,
      cases: [
        { with: [when, ...onEither(onTrue)], without: [] },
        { with: onEither(onFalse), without: [when] },
      ],
    });
  }
  return found;
}
