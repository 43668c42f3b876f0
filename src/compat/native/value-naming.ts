import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../native/json-schema/resolve-ref.ts';
import { bareKey } from './bare-key.ts';

/** All that one value is called. */
export type Naming = {
  readonly titles: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
  /** Under keywords nobody knows, each with its keyword: they name a value only as far as they tell it from others. */
  readonly others: ReadonlySet<string>;
};

/** Together. */
export function naming(...all: ReadonlyArray<Naming | undefined>): Naming {
  const of = (kind: keyof Naming) => new Set(all.flatMap(one => [...(one?.[kind] ?? [])]));
  return { titles: of('titles'), texts: of('texts'), others: of('others') };
}

/** Before a key that is no value: no text of JSON begins so. */
export const ASSERTED = '=';

export type Named = readonly [value: Json, naming: Naming];

/** What keys beside a list of values call each, also inside another key. */
export const namesBeside = (
  words: Readonly<Record<string, Json>>,
  values: readonly Json[],
): readonly Named[] =>
  Object.entries(words).flatMap(([key, given]) => {
    if (SAMPLES.has(key)) return [];
    const inside = isJsonObject(given) ? Object.entries(given) : [];
    return [
      ...namesUnder(key, given, values),
      ...inside.flatMap(([inner, below]) => (Array.isArray(below) ? namesUnder(inner, below, values) : [])),
    ];
  });

/**
 * What values are called where nothing lists them: by a list under a key for names, in the order of the whole numbers, or by a
 * map from whole numbers under any key.
 */
export function namesOfNumbers(words: Readonly<Record<string, Json>>): readonly Named[] {
  return Object.entries(words).flatMap(([key, given]) => {
    const inside = isJsonObject(given) ? Object.entries(given) : [];
    return [[key, given] as const, ...inside].flatMap(([each, names]) => {
      if (Array.isArray(names) && isNamingKey(each)) return namesUnder(each, names, [...names.keys()]);
      const numbers = isJsonObject(names) ? Object.keys(names) : [];
      return numbers.length > 0 && numbers.every(text => WHOLE.test(text))
        ? namesUnder(each, names, numbers.map(Number))
        : [];
    });
  });
}

const WHOLE = /^-?(?:0|[1-9][0-9]{0,14})$/;

/** Together, by the value. */
export function byValue(all: readonly Named[]): ReadonlyMap<string, Naming> {
  const found = new Map<string, Naming>();
  for (const [value, named] of all) {
    const key = canonicalJson(value);
    found.set(key, naming(found.get(key), named));
  }
  return found;
}

/** Whether values are called by name under a key, in wide use. */
export const isNamingKey = (key: string): boolean => LISTED.has(bareKey(key));

/** Whether a name is what stands there, and no description. */
export const isTitlesKey = (key: string): boolean => LISTED.get(bareKey(key)) === 'titles';

/** A list in the order of the values, a list of objects that name a value each, or a map from values. */
function namesUnder(key: string, given: Json, values: readonly Json[]): readonly Named[] {
  if (Array.isArray(given)) {
    const list = given as readonly Json[];
    if (list.every(item => typeof item === 'string'))
      return values.slice(0, list.length).map((value, at) => [value, called(key, list[at] as string)]);
    return list.flatMap(item => (isJsonObject(item) && 'value' in item ? [namedInside(item)] : []));
  }
  if (!isJsonObject(given)) return [];
  const keyed = values.map(
    value => [value, given[typeof value === 'string' ? value : canonicalJson(value)]] as const,
  );
  return keyed.flatMap(([value, text]) =>
    typeof text === 'string' ? [[value, called(key, text)] as const] : [],
  );
}

function namedInside(item: { readonly [key: string]: Json }): Named {
  const names = Object.entries(item).flatMap(([key, text]) =>
    key !== 'value' && typeof text === 'string' ? [called(key, text)] : [],
  );
  return [item['value'] as Json, naming(...names)];
}

const NONE: Naming = naming();

function called(key: string, text: string): Naming {
  const kind = KINDS.get(bareKey(key));
  return kind === undefined
    ? { ...NONE, others: new Set([`${key} ${text}`]) }
    : { ...NONE, [kind]: new Set([text]) };
}

/** Keys in wide use for lists of what values are called, bare. */
const LISTED: ReadonlyMap<string, 'titles' | 'texts'> = new Map([
  ['enumnames', 'titles'],
  ['enumvarnames', 'titles'],
  ['enumtitles', 'titles'],
  ['enumlabels', 'titles'],
  ['valuenames', 'titles'],
  ['valuelabels', 'titles'],
  ['symbolnames', 'titles'],
  ['symbollabels', 'titles'],
  ['enumdescriptions', 'texts'],
  ['markdownenumdescriptions', 'texts'],
  ['valuedescriptions', 'texts'],
  ['symboldocs', 'texts'],
  ['symboldescriptions', 'texts'],
]);

/** And for what one value is called, beside it. */
const KINDS: ReadonlyMap<string, 'titles' | 'texts'> = new Map([
  ...LISTED,
  ['name', 'titles'],
  ['title', 'titles'],
  ['label', 'titles'],
  ['description', 'texts'],
]);

/** Lists of values that name none. */
const SAMPLES: ReadonlySet<string> = new Set(['examples', 'example']);
