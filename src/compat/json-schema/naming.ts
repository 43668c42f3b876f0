import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema, JsonSchemaNotes } from '../../native/json-schema/json-schema.ts';
import { isJsonObject } from '../../native/json-schema/resolve-ref.ts';

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

/** What an alternative calls its values. */
export const namesIn = ({ title, description, others }: JsonSchemaNotes): Naming => ({
  titles: new Set(title === undefined ? [] : [title]),
  texts: new Set(description === undefined ? [] : [description]),
  others: new Set(
    Object.entries(others).flatMap(([key, text]) => (typeof text === 'string' ? [`${key} ${text}`] : [])),
  ),
});

type Named = readonly [value: Json, naming: Naming];

/** What lists and maps beside an `enum` call its values. */
export function listedNames(schema: JsonSchema, known: readonly Json[] | undefined): readonly Named[] {
  const { others, unheard } = schema.notes;
  const values = schema.notes.enum ?? known;
  if (values === undefined) return [];
  const keywords = Object.entries({ ...others, ...unheard }).filter(([key]) => !SAMPLES.has(key));
  return keywords.flatMap(([key, given]) => [
    ...namedBy(key, given, values),
    ...(isJsonObject(given)
      ? Object.entries(given).flatMap(([inner, below]) =>
          Array.isArray(below) ? namedBy(inner, below, values) : [],
        )
      : []),
  ]);
}

/** A list in the order of the values, a list of objects that name a value each, or a map from values. */
function namedBy(key: string, given: Json, values: readonly Json[]): readonly Named[] {
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
  const kind = KINDS.get(key.toLowerCase().replace(/^x-|[^a-z]/g, ''));
  return kind === undefined
    ? { ...NONE, others: new Set([`${key} ${text}`]) }
    : { ...NONE, [kind]: new Set([text]) };
}

/** Keywords in wide use for what values are called, without their `x-` and the signs in them. */
const KINDS: ReadonlyMap<string, 'titles' | 'texts'> = new Map([
  ['enumnames', 'titles'],
  ['enumvarnames', 'titles'],
  ['enumtitles', 'titles'],
  ['enumlabels', 'titles'],
  ['name', 'titles'],
  ['title', 'titles'],
  ['label', 'titles'],
  ['enumdescriptions', 'texts'],
  ['markdownenumdescriptions', 'texts'],
  ['description', 'texts'],
]);

/** Lists of values that name none. */
const SAMPLES: ReadonlySet<string> = new Set(['examples', 'example']);
