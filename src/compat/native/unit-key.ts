import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { conversionText, isIdentity, unitConversion } from '../../contract/unit-conversion.ts';
import { isJsonObject } from '../../native/json-schema/resolve-ref.ts';
import { bareKey } from './bare-key.ts';

/** A unit that was said under a key, and another or none in its place. */
export type UnitChange = {
  readonly key: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  readonly conversion: string | undefined;
};

/**
 * Whether people say units under a key: `unit`, `x-units`, `qudt:unit`, `unitOfMeasure`. What stands before the last name is
 * whose key it is.
 */
export const isUnitKey = (key: string): boolean => UNIT_KEYS.has(bareKey(key));

/** Bare; docs/native-pairs.md lists them, and a test holds it to them. */
export const UNIT_KEYS: ReadonlySet<string> = new Set([
  'unit',
  'units',
  'uom',
  'unitofmeasure',
  'unitsofmeasure',
  'unitofmeasurement',
  'unitsofmeasurement',
  'measureunit',
  'measurementunit',
  'unitcode',
  'unittext',
  'unitname',
  'unitsymbol',
  'unitlabel',
  'unitid',
  'hasunit',
  'cfunit',
  'cfunits',
  'siunit',
  'baseunit',
  'physicalunit',
  'timeunit',
  'ucum',
  'ucumcode',
  'ucumunit',
  'currency',
  'currencycode',
]);

/** Every unit that two values under one key say otherwise, also in objects below. One unit in two spellings is none. */
export function unitChanges(
  key: string,
  from: Json | undefined,
  to: Json | undefined,
): readonly UnitChange[] {
  const [before, after] = [unitsUnder(key, from), unitsUnder(key, to)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(
    path => changeOf(path, before.get(path), after.get(path)) ?? [],
  );
}

/** What is said under a key that says units, there and in objects below, by the way to it. */
export function unitsUnder(key: string, value: Json | undefined): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const todo = value === undefined ? [] : [{ key, path: key, value }];
  for (let seen = 0; seen < LIMITS.native_key_values_max; seen++) {
    const next = todo.pop();
    if (next === undefined) break;
    if (isUnitKey(next.key)) found.set(next.path, next.value);
    else if (typeof next.value === 'object' && next.value !== null) {
      const { name, property = name, value: said } = next.value as { readonly [key: string]: Json };
      if (typeof property === 'string' && isUnitKey(property) && said !== undefined)
        found.set(`${next.path}.${property}`, said);
      for (const [inner, below] of entriesOf(next.value))
        todo.push({ key: inner, path: `${next.path}.${inner}`, value: below });
    }
  }
  return found;
}

/** Keys with their values; an item of a list that names a key and its value is that key, wherever in the list it stands. */
function entriesOf(value: object): readonly (readonly [key: string, value: Json])[] {
  const entries = Object.entries(value) as readonly (readonly [string, Json])[];
  if (!Array.isArray(value)) return entries;
  return entries.map(([place, item]) => taggedAs(item) ?? ([place, item] as const));
}

function taggedAs(item: Json): readonly [key: string, value: Json] | undefined {
  if (!isJsonObject(item) || !('value' in item)) return undefined;
  const key = ['name', 'key', 'property', 'tag']
    .map(each => item[each])
    .find(each => typeof each === 'string');
  return key === undefined || !isUnitKey(key) ? undefined : [key, item['value']!];
}

function changeOf(key: string, from: Json | undefined, to: Json | undefined): UnitChange | undefined {
  if (from !== undefined && to !== undefined && canonicalJson(from) === canonicalJson(to)) return undefined;
  const [before, after] = [from, to].map(text => (typeof text === 'string' ? parseUnit(text) : undefined));
  const isKnown =
    before !== undefined && after !== undefined && !(before instanceof Fault) && !(after instanceof Fault);
  const conversion = isKnown ? unitConversion(before, after) : undefined;
  if (conversion !== undefined && isIdentity(conversion)) return undefined;
  return { key, from, to, conversion: conversion === undefined ? undefined : conversionText(conversion) };
}

/** Both sides as a finding shows them. */
export const unitTexts = ({ key, from, to }: UnitChange, chars: number): [from: string, to: string] => {
  const text = (value: Json | undefined) => (value === undefined ? 'none' : canonicalJson(value));
  return [`${key} ${text(from).slice(0, chars)}`, `${key} ${text(to).slice(0, chars)}`];
};
