import {
  JSON_TYPES,
  type JsonSchema,
  type JsonType,
  type Numeral,
} from '../../native/json-schema/json-schema.ts';
import { isWhole } from '../../native/json-schema/numeral.ts';
import type { Conjunction } from './conjunction.ts';
import { typeOf } from './evaluate.ts';

/** The types a value of it may have; none where there is no such value. */
export function possibleTypes({ schemas, without }: Conjunction): ReadonlySet<JsonType> {
  const types = new Set<JsonType>(JSON_TYPES);
  const keep = (isKept: (type: JsonType) => boolean): void => {
    for (const type of types) if (!isKept(type)) types.delete(type);
  };
  for (const { types: own, values, multipleOf } of schemas) {
    if (own !== undefined) keep(type => own.has(type));
    if (values !== undefined) {
      const found = new Set(values.list.map(typeOf));
      keep(type => found.has(type));
    }
    if (multipleOf !== undefined && isWhole(multipleOf)) types.delete('fraction');
  }
  for (const schema of without) if (isTypeAlone(schema)) keep(type => !schema.types!.has(type));
  return types;
}

const isTypeAlone = ({ types, parts, local }: JsonSchema): boolean =>
  types !== undefined && parts.size === 0 && /^\{"type":[^{}]*\}$/.test(local);

/** One end of a range of numbers; undefined where it is open. */
export type Bound = { readonly value: Numeral; readonly exclusive: boolean } | undefined;

/** The lower and the upper end; of whole numbers, the first and the last that is inside. */
export function rangeOf(
  schemas: readonly JsonSchema[],
  isWholeOnly: boolean,
): { readonly low: Bound; readonly high: Bound } {
  let [low, high]: [Bound, Bound] = [undefined, undefined];
  for (const { minimum, maximum } of schemas) {
    if (minimum !== undefined && (low === undefined || isTighter(minimum, low, 1))) low = minimum;
    if (maximum !== undefined && (high === undefined || isTighter(maximum, high, -1))) high = maximum;
  }
  return isWholeOnly ? { low: inward(low, 1), high: inward(high, -1) } : { low, high };
}

type End = NonNullable<Bound>;

/** @param side  1 for a lower end, -1 for an upper one */
function isTighter(one: End, other: End, side: 1 | -1): boolean {
  if (one.value === other.value || (one.value <= other.value && one.value >= other.value))
    return one.exclusive && !other.exclusive;
  return side === 1 ? one.value > other.value : one.value < other.value;
}

/** Whether all that is inside one end is inside another. */
export const isInside = (one: Bound, other: Bound, side: 1 | -1): boolean =>
  other === undefined || (one !== undefined && !isTighter(other, one, side));

/** Whether nothing is between two ends. */
export function isEmptyRange(low: Bound, high: Bound): boolean {
  if (low === undefined || high === undefined || low.value < high.value) return false;
  return low.value > high.value || low.exclusive || high.exclusive;
}

function inward(bound: Bound, side: 1 | -1): Bound {
  if (bound === undefined) return undefined;
  const { value, exclusive } = bound;
  if (!isWhole(value))
    return { value: side === 1 ? Math.ceil(Number(value)) : Math.floor(Number(value)), exclusive: false };
  if (!exclusive) return bound;
  return { value: BigInt(value) + BigInt(side), exclusive: false };
}

/** The tightest of a count over all schemas. */
export const most = (schemas: readonly JsonSchema[], of: (schema: JsonSchema) => number): number =>
  schemas.reduce((found, schema) => Math.max(found, of(schema)), 0);

export const least = (schemas: readonly JsonSchema[], of: (schema: JsonSchema) => number): number =>
  schemas.reduce((found, schema) => Math.min(found, of(schema)), Infinity);
