import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { bareKey } from '../compat/native/bare-key.ts';
import { isNamingKey, namesBeside } from '../compat/native/value-naming.ts';
import { foldOf, spellingsOf } from '../contract/term-spelling.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import type { SaidWord, Written } from './draft.ts';
import { propertyText } from './field-draft.ts';
import type { Note } from './note.ts';
import type { SettledField } from './propose-ids.ts';

/**
 * Words of a source that a contract has other words for, beside what is carried over from the version before: where the two
 * may disagree, it is told of.
 *
 * @param vocabulary  the one that is carried over
 * @param before  what the version before is called
 */
export function heldWords(
  { path, keys, before: former }: Pick<SettledField, 'path' | 'keys' | 'before'>,
  carried: Written,
  words: readonly SaidWord[],
  vocabulary: Vocabulary | undefined,
  before: string,
): readonly Note[] {
  const stands = words.flatMap(([key, value]): Note[] => {
    const meant = MEANT.get(bareKey(key));
    const { [meant ?? '']: kept } = carried;
    if (meant === undefined || kept === undefined || isSaidBy(kept, value)) return [];
    const why = `${meant} ${canonicalJson(kept)} stands as in ${before}, and was not held against it`;
    return [{ path, what: propertyText(key, canonicalJson(value)), why }];
  });
  const meanings = Object.keys(carried).filter(key => MEANINGS.has(key));
  if (former !== undefined && former.keys['doc'] !== keys['doc'] && meanings.length > 0)
    stands.push({
      path,
      what: 'doc',
      why: `it is another than in ${before}, and ${meanings.join(', ')} as there: read whether it still says so`,
    });
  return vocabulary === undefined
    ? stands
    : [
        ...stands,
        ...otherNames(vocabulary, words).map(([what, why]) => ({
          path,
          what,
          why: `${why} as in ${before}`,
        })),
      ];
}

/** Bare keys in wide use, by the key of a contract that says the same. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sentinels: [
      ...[
        'missingvalue',
        'missingvalues',
        'missing',
        'fillvalue',
        'nodata',
        'nodatavalue',
        'sentinel',
        'sentinels',
      ],
      ...['navalue', 'navalues', 'nullvalue', 'nullvalues', 'invalidvalue', 'invalidvalues', 'unknownvalue'],
    ],
    default: ['default', 'defaultvalue'],
    nullMeans: ['nullmeans', 'nullmeaning'],
    nan: ['nan', 'nanmeans'],
    emptyMeans: ['emptymeans'],
    range: ['range', 'validrange', 'validmin', 'validmax', 'min', 'max', 'minimum', 'maximum'],
    convention: [
      ...['convention', 'axes', 'axisorder', 'boxformat', 'bboxformat', 'coordinateorder', 'layout'],
      ...['crs', 'srid', 'colorspace', 'colormodel', 'channelorder'],
    ],
    normalizer: ['normalizer', 'normalization', 'normalisation'],
    ignoreValue: ['ignorevalue', 'ignoreindex'],
    unknownPolicy: ['unknownpolicy'],
    logical: ['logical', 'logicaltype', 'semantictype'],
  }).flatMap(([meant, keys]) => keys.map(key => [key, meant] as const)),
);

const MEANINGS: ReadonlySet<string> = new Set(MEANT.values());

/** Whether what is kept has every value that was said. */
function isSaidBy(kept: Json, said: Json): boolean {
  const held = new Set(
    Array.isArray(kept) ? kept.map(each => textOf(heldValue(each))) : [textOf(heldValue(kept))],
  );
  return (Array.isArray(said) ? (said as readonly Json[]) : [said]).every(each => held.has(textOf(each)));
}

const heldValue = (kept: Json): Json =>
  typeof kept === 'object' && kept !== null && 'value' in kept ? (kept as Written)['value']! : kept;

/** A number in a text is that number: properties of columns are texts. */
const textOf = (value: Json): string => (typeof value === 'string' ? value : canonicalJson(value));

/** Values that the source calls by a name that their term does not have. */
function otherNames(
  { terms }: Vocabulary,
  words: readonly SaidWord[],
): ReadonlyArray<readonly [what: string, why: string]> {
  const byCode = [...terms].sort((one, other) => (one.code < other.code ? -1 : 1));
  return words.flatMap(([key, value]) => {
    const isList = Array.isArray(value) && value.every(name => typeof name === 'string');
    if (!isNamingKey(key) && !isMapOf(value, terms)) return [];
    const codes = isList ? value.map((_, place) => BigInt(place)) : byCode.map(({ code }) => code);
    return namesBeside({ [key]: value }, codes).flatMap(([code, { titles, texts, others }]) => {
      const term = terms.find(one => String(one.code) === String(code));
      const names = [...titles, ...texts, ...[...others].map(other => other.slice(key.length + 1))];
      const known = new Set(term === undefined ? [] : spellingsOf(term).map(foldOf));
      if (names.length === 0 || names.some(name => known.has(foldOf(name)))) return [];
      const why = term === undefined ? 'no term has that code' : `its term is ${term.label}`;
      return [[propertyText(key, `${code} is ${names.join(', ')}`), why] as const];
    });
  });
}

/** A map from codes, under whatever key. */
const isMapOf = (value: Json, terms: readonly Term[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  terms.some(({ code }) => Object.hasOwn(value, String(code)));
