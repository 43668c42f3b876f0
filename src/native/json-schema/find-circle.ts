import type { JsonSchema } from './json-schema.ts';

/** A schema that asks for itself about the same value, with nothing looked at in between; undefined where none does. */
export function findCircle(root: JsonSchema): JsonSchema | undefined {
  const done = new Set<JsonSchema>();
  for (const schema of reachable(root)) {
    const found = circleFrom(schema, done);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a part stands under a keyword that judges the value itself, not a part of it. */
export const isOfSameValue = (part: string): boolean =>
  /^(?:\$ref|allOf|anyOf|oneOf|not|if|then|else|dependentSchemas)(?:\/|$)/.test(part);

const sameValueParts = ({ parts }: JsonSchema): JsonSchema[] =>
  [...parts].filter(([part]) => isOfSameValue(part)).map(([, schema]) => schema);

function reachable(root: JsonSchema): ReadonlySet<JsonSchema> {
  const found = new Set([root]);
  for (const schema of found) for (const below of schema.parts.values()) found.add(below);
  return found;
}

/** Depth first, on a stack of our own: references chain further than calls do. */
function circleFrom(start: JsonSchema, done: Set<JsonSchema>): JsonSchema | undefined {
  if (done.has(start)) return undefined;
  const open = new Set([start]);
  const stack = [{ schema: start, rest: sameValueParts(start) }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      open.delete(top.schema);
      done.add(top.schema);
      stack.pop();
    } else if (open.has(next)) return next;
    else if (!done.has(next)) {
      open.add(next);
      stack.push({ schema: next, rest: sameValueParts(next) });
    }
  }
  return undefined;
}
