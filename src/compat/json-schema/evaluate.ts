import type { Json } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import type { JsonSchema, JsonType, Numeral } from '../../native/json-schema/json-schema.ts';
import { isMultiple, isWhole } from '../../native/json-schema/numeral.ts';
import { isJsonObject, type JsonObject } from '../../native/json-schema/resolve-ref.ts';
import { sameValue } from '../../native/json-schema/same-value.ts';

/** Whether a schema accepts a value; undefined where that hangs on something nobody here reasons about. */
export type Answer = boolean | undefined;

/** @param spend  false once too much was done; then the answer is open */
export function evaluate(value: Json, schema: JsonSchema, spend: () => boolean, depth = 0): Answer {
  if (schema.accepts !== 'some') return schema.accepts === 'all';
  if (depth > LIMITS.native_proof_depth_max || !spend()) return undefined;
  const below = (part: Json, by: JsonSchema): Answer => evaluate(part, by, spend, depth + 1);
  return all([
    () => schema.types === undefined || schema.types.has(typeOf(value)),
    () => schema.values === undefined || schema.values.has(value),
    () => (isNumeral(value) ? numberFits(value, schema) : true),
    () => (typeof value === 'string' ? stringFits(value, schema) : true),
    () => (Array.isArray(value) ? arrayFits(value as readonly Json[], schema, below) : true),
    () => (isJsonObject(value) ? objectFits(value, schema, below) : true),
    () => (schema.ref === undefined ? true : below(value, schema.ref)),
    ...schema.allOf.map(part => () => below(value, part)),
    () => (schema.anyOf === undefined ? true : either(schema.anyOf.map(part => () => below(value, part)))),
    () => (schema.oneOf === undefined ? true : one(schema.oneOf.map(part => below(value, part)))),
    () => (schema.not === undefined ? true : negated(below(value, schema.not))),
    () => conditionFits(value, schema, below),
    () => (schema.opaque.length === 0 ? true : undefined),
  ]);
}

type Below = (part: Json, by: JsonSchema) => Answer;
type Ask = () => Answer;

function all(asks: readonly Ask[]): Answer {
  let answer: Answer = true;
  for (const ask of asks) {
    const found = ask();
    if (found === false) return false;
    if (found === undefined) answer = undefined;
  }
  return answer;
}

const negated = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

const either = (asks: readonly Ask[]): Answer => negated(all(asks.map(ask => () => negated(ask()))));

function one(answers: readonly Answer[]): Answer {
  const yes = answers.filter(answer => answer === true).length;
  if (yes > 1) return false;
  return answers.includes(undefined) ? undefined : yes === 1;
}

const isNumeral = (value: Json): value is Numeral => typeof value === 'number' || typeof value === 'bigint';

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumeral(value)) return isWhole(value) ? 'integer' : 'fraction';
  return typeof value === 'object' ? 'object' : (typeof value as 'boolean' | 'string');
}

function numberFits(value: Numeral, { minimum, maximum, multipleOf }: JsonSchema): boolean {
  if (minimum !== undefined && !(minimum.exclusive ? value > minimum.value : value >= minimum.value))
    return false;
  if (maximum !== undefined && !(maximum.exclusive ? value < maximum.value : value <= maximum.value))
    return false;
  return multipleOf === undefined || isMultiple(value, multipleOf);
}

function stringFits(value: string, { minLength, maxLength, pattern, format }: JsonSchema): Answer {
  const { length } = [...value];
  if (length < minLength || length > maxLength) return false;
  const matches = pattern === undefined ? true : pattern.matches(value);
  return matches === true && format !== undefined ? undefined : matches;
}

function arrayFits(value: readonly Json[], schema: JsonSchema, below: Below): Answer {
  const { minItems, maxItems, uniqueItems, prefix, items, contains } = schema;
  if (value.length < minItems || value.length > maxItems) return false;
  if (uniqueItems && !isUnique(value)) return isTooLong(value) ? undefined : false;
  return all([
    ...value.map((item, at) => () => {
      const by = prefix[at] ?? items;
      return by === undefined ? true : below(item, by);
    }),
    () => {
      if (contains === undefined) return true;
      const answers = value.map(item => below(item, contains.schema));
      const yes = answers.filter(answer => answer === true).length;
      const open = answers.filter(answer => answer === undefined).length;
      if (yes > contains.most || yes + open < contains.least) return false;
      return open === 0 || (yes >= contains.least && yes + open <= contains.most) ? true : undefined;
    },
  ]);
}

/** Each item is held against each: a longer list is not looked through. */
const UNIQUE_MAX = 1_000;
const isTooLong = (value: readonly Json[]): boolean => value.length > UNIQUE_MAX;
const isUnique = (value: readonly Json[]): boolean =>
  !isTooLong(value) && value.every((item, at) => !value.slice(0, at).some(other => sameValue(item, other)));

function objectFits(value: JsonObject, schema: JsonSchema, below: Below): Answer {
  const keys = Object.keys(value);
  const has = (key: string): boolean => Object.hasOwn(value, key);
  if (keys.length < schema.minProperties || keys.length > schema.maxProperties) return false;
  if (![...schema.required].every(has)) return false;
  for (const [key, names] of schema.dependentRequired) if (has(key) && !names.every(has)) return false;
  const { propertyNames } = schema;
  return all([
    ...[...schema.dependentSchemas].map(
      ([key, by]) =>
        () =>
          has(key) ? below(value, by) : true,
    ),
    ...keys.map(key => () => keyFits(key, value[key]!, schema, below)),
    ...keys.map(key => () => (propertyNames === undefined ? true : below(key, propertyNames))),
  ]);
}

function keyFits(key: string, value: Json, schema: JsonSchema, below: Below): Answer {
  const named = schema.properties.get(key);
  const matches = schema.patterns.map(({ pattern, schema: by }) => ({ matched: pattern.matches(key), by }));
  const covered = named !== undefined || matches.some(({ matched }) => matched === true);
  const unsure = matches.some(({ matched }) => matched === undefined);
  const { additional } = schema;
  return all([
    () => (named === undefined ? true : below(value, named)),
    ...matches.map(({ matched, by }) => () => {
      if (matched === false) return true;
      const answer = below(value, by);
      return matched === true || answer === true ? answer : undefined;
    }),
    () => {
      if (covered || additional === undefined) return true;
      const answer = below(value, additional);
      return unsure && answer !== true ? undefined : answer;
    },
  ]);
}

function conditionFits(value: Json, { condition }: JsonSchema, below: Below): Answer {
  if (condition === undefined) return true;
  const { when, onTrue, onFalse } = condition;
  const on = (schema: JsonSchema | undefined): Answer => (schema === undefined ? true : below(value, schema));
  const answer = below(value, when);
  if (answer !== undefined) return on(answer ? onTrue : onFalse);
  const [yes, no] = [on(onTrue), on(onFalse)];
  return yes === no ? yes : undefined;
}
