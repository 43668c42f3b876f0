import type { Json } from '../../base/canonical-json.ts';
import { isWritten, type Written } from '../draft.ts';
import { SourceObject } from '../source-object.ts';
import { unprefixed } from './croissant-types.ts';

/** A record set with what it is called by. */
export type NamedSet = {
  readonly set: SourceObject;
  readonly name: string | undefined;
  readonly id: string | undefined;
  /** What a person names it with. */
  readonly called: string;
};

export function namedSet(set: SourceObject): NamedSet {
  const [name, id] = [set.text('name'), set.text('@id')];
  return { set, name, id, called: name ?? id ?? '' };
}

/** Whether it is there for others to refer to: its rows are terms, or the splits of the data. */
export const isEnumeration = (set: SourceObject): boolean => typesOf(set).some(type => TERMS.has(type));

export const typesOf = (thing: SourceObject): readonly string[] =>
  [thing.json('dataType')]
    .flat()
    .filter(type => typeof type === 'string')
    .map(unprefixed);

const TERMS: ReadonlySet<string> = new Set(['Enumeration', 'Split']);

/**
 * What a field is called within its record set: its name, or the end of its id. Documents also name it with the record
 * set before it, as they do in its id.
 */
export function fieldNameIn(
  { name: setName, id: setId }: NamedSet,
  id: string | undefined,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return id?.split('/').at(-1);
  for (const set of [setId, setName])
    if (set !== undefined && name.startsWith(`${set}/`) && name.length > set.length + 1)
      return name.slice(set.length + 1);
  return name;
}

/** What a dataset says elsewhere of fields that one record set refers to. */
export type KnownRecords = {
  /** The values that stand in the document under a field, each once. */
  readonly valuesOf: (id: string) => Terms | undefined;
  /** The field whose values this one has, which has a type. */
  readonly sourceOf: (field: SourceObject) => SourceObject | undefined;
};

export type Terms = { readonly labels: readonly string[]; readonly areSplits: boolean };

/** Read apart from what is imported: nothing here counts as asked for, or is refused. */
export function knownRecords(document: Written): KnownRecords {
  const fields = new Map<string, SourceObject>();
  const values = new Map<string, Terms>();
  for (const named of new SourceObject(document).objects('recordSet').map(namedSet))
    for (const field of named.set.objects('field')) {
      const words = wordsOf(named, field);
      const found = valuesUnder(named.set, words);
      for (const word of words) {
        fields.set(word, field);
        if (found !== undefined)
          values.set(word, { labels: found, areSplits: typesOf(named.set).includes('Split') });
      }
    }
  return { valuesOf: id => values.get(id), sourceOf: field => sourceOf(field, fields) };
}

/** What rows and references may name a field with, beyond its bare name: that is anyone's. */
function wordsOf({ name: setName, id: setId }: NamedSet, field: SourceObject): readonly string[] {
  const [id, name] = [field.text('@id'), field.text('name')];
  const joined = name === undefined ? [] : [setId, setName].flatMap(set => (set ? [`${set}/${name}`] : []));
  return [...(id === undefined ? [] : [id]), ...joined];
}

function valuesUnder(set: SourceObject, words: readonly string[]): readonly string[] | undefined {
  const rows = set.list('data').filter(isWritten);
  if (rows.length === 0) return undefined;
  const keys = [...words, ...words.flatMap(word => word.split('/').at(-1) ?? [])];
  const values = rows.map(row => keys.map(key => row[key]).find(value => value !== undefined));
  return values.every(value => typeof value === 'string') && new Set(values).size === values.length
    ? values
    : undefined;
}

/** From one to the next, as far as there are fields: a circle has as many steps. */
function sourceOf(field: SourceObject, fields: ReadonlyMap<string, SourceObject>): SourceObject | undefined {
  let at: SourceObject | undefined = field;
  for (let step = 0; at !== undefined && step <= fields.size; step++) {
    if (at.json('dataType') !== undefined) return at;
    const source: Json | undefined = at.json('source');
    const [id]: readonly string[] = isWritten(source) ? referencesIn(source['field']) : [];
    at = id === undefined ? undefined : fields.get(id);
  }
  return undefined;
}

/** `{"@id": "a/b"}`, a list of such, or a text. */
export function referencesIn(value: Json | undefined): readonly string[] {
  return [value].flat().flatMap(one => {
    if (typeof one === 'string') return [one];
    const id = isWritten(one) ? one['@id'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}
