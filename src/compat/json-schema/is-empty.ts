import type { JsonType } from '../../native/json-schema/json-schema.ts';
import { type Case, type Conjunction, extended, type Split } from './conjunction.ts';
import { itemAt, restOf, valueUnder } from './parts-of.ts';
import { isEmptyRange, least, most, possibleTypes, rangeOf } from './possible.ts';
import type { Prover } from './prover.ts';

/** Splits that are looked into one inside the other: alternatives that exclude each other by a constant need one. */
const SPLITS_DEEP = 2;

/** Whether no value satisfies all that is known: a proof, or `false`. */
export function isEmpty(prover: Prover, known: Conjunction, deep = SPLITS_DEEP): boolean {
  const { schemas, without, open } = known;
  if (schemas.some(({ accepts }) => accepts === 'none')) return true;
  if (without.some(({ accepts }) => accepts === 'all')) return true;
  if (without.some(schema => schemas.some(one => prover.same.is(one, schema)))) return true;
  const values = prover.valuesOf(known);
  if (values !== undefined) {
    if (values.length === 0) return true;
  } else if ([...possibleTypes(known)].every(type => EMPTY[type](prover, known))) return true;
  if (deep === 0) return false;
  const isEmptyCase = (split: Split, one: Case): boolean =>
    prover.spend(1 + schemas.length) && isEmpty(prover, extended(known, one, split), deep - 1);
  return open.some(split => split.cases.every(one => isEmptyCase(split, one)));
}

const NEVER = (): boolean => false;

/** Whether there is no value of the type. */
const EMPTY: Readonly<Record<JsonType, (prover: Prover, known: Conjunction) => boolean>> = {
  null: NEVER,
  boolean: NEVER,
  integer: (_, { schemas }) => {
    const { low, high } = rangeOf(schemas, true);
    return isEmptyRange(low, high);
  },
  fraction: (_, { schemas }) => {
    const { low, high } = rangeOf(schemas, false);
    return isEmptyRange(low, high);
  },
  string: (_, { schemas }) => most(schemas, one => one.minLength) > least(schemas, one => one.maxLength),
  array: (prover, known) => {
    const { schemas } = known;
    const count = most(schemas, one => one.minItems);
    if (count > least(schemas, one => one.maxItems)) return true;
    const places = most(schemas, one => one.prefix.length);
    for (let place = 0; place < Math.min(places, count); place++)
      if (prover.isEmpty(itemAt(known, place))) return true;
    return count > places && prover.isEmpty(restOf(known));
  },
  object: (prover, known) => {
    const { schemas } = known;
    const required = new Set(schemas.flatMap(one => [...one.required]));
    const largest = least(schemas, one => one.maxProperties);
    if (required.size > largest || most(schemas, one => one.minProperties) > largest) return true;
    return [...required].some(key => prover.isEmpty(valueUnder(known, key)));
  },
};
