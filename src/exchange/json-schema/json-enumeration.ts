import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { isTitlesKey, namesBeside } from '../../compat/native/value-naming.ts';
import {
  type Gathered,
  propertyText,
  type RefusedType,
  scalarDraft,
  type TypeDraft,
} from '../field-draft.ts';
import { nameLike, vocabularyOf, vocabularyProblem } from '../pinned.ts';
import type { Shape } from './json-shape.ts';

/** Texts become labels; whole numbers become codes, each of which has its title, or its digits, for a label. */
export function enumerated(
  values: readonly Json[],
  shape: Shape,
  path: string,
  gathered: Gathered,
): TypeDraft | RefusedType {
  const name = nameLike(path.split('/').at(-1) ?? '') ?? 'terms';
  const keys = { logical: 'category', unknownPolicy: 'reject' };
  if (values.length === 0) return { refused: shape.nullable ? ONLY_NULL : 'no value is one of it' };
  const titles = shape.titles ?? listedTitles(values, shape);
  const named = values.flatMap((value, at) => {
    const title = titles[at];
    return title === undefined ? [] : [`${canonicalJson(value)} is ${title}`];
  });
  const tellNames = (why: string): void => {
    for (const text of named) gathered.note(path, propertyText('title', text), why);
  };
  if (values.every(value => typeof value === 'boolean')) {
    tellNames('a flag is called by no other word');
    if (new Set(values).size === 1)
      gathered.note(path, propertyText('value', String(values[0])), 'a flag is true or false');
    return scalarDraft('bool');
  }
  if (values.every(value => typeof value === 'string')) {
    const others = titles.some((title, at) => title !== undefined && title !== values[at]);
    if (others) tellNames('a term that is stored as text is called by that text');
    const pinned = gathered.pin(vocabularyOf(name, values));
    return {
      keys: { physical: 'string', ...keys, vocabulary: pinned.digest },
      proposed: ['logical'],
      parts: {},
    };
  }
  const isWhole = values.every(value => typeof value === 'bigint' || Number.isSafeInteger(value));
  if (!isWhole) return { refused: 'its values are of several sorts' };
  const codes = values.map(value => BigInt(value as number | bigint));
  const called = titles.every(title => title !== undefined)
    ? vocabularyOf(name, titles, undefined, codes)
    : undefined;
  const isCalled = called !== undefined && vocabularyProblem(called) === undefined;
  if (isCalled) gathered.named.add(path);
  else tellNames('each term has a label of its own, or all have their digits');
  const pinned = gathered.pin(isCalled ? called : vocabularyOf(name, codes.map(String), undefined, codes));
  return {
    keys: { physical: 'int64', ...keys, vocabulary: pinned.digest },
    proposed: ['physical', 'logical'],
    parts: {},
  };
}

/** What keywords beside the values call each, where every one has one name. */
function listedTitles(
  values: readonly Json[],
  { others, unheard, schema }: Shape,
): ReadonlyArray<string | undefined> {
  const words = Object.fromEntries(
    [...unheard, ...Object.entries(others)].filter(([key]) => isTitlesKey(key)),
  );
  const named = new Map<string, Set<string>>();
  for (const [value, { titles }] of namesBeside(words, schema.notes.enum ?? values)) {
    const key = canonicalJson(value);
    named.set(key, new Set([...(named.get(key) ?? []), ...titles]));
  }
  return values.map(value => {
    const [title, ...more] = named.get(canonicalJson(value)) ?? [];
    return more.length === 0 ? title : undefined;
  });
}

export const ONLY_NULL = 'it can only be null, and says nothing';
