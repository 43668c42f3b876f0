import type { Json } from '../../base/canonical-json.ts';
import { isInteger } from '../../contract/kind-table.ts';
import type { PinnedDraft } from '../draft.ts';
import { type Gathered, propertyText, type RefusedType, type TypeDraft } from '../field-draft.ts';
import type { Note } from '../note.ts';
import { nameLike, vocabularyOf } from '../pinned.ts';
import type { SourceObject } from '../source-object.ts';

/** The only values there may be: texts, or whole numbers and what they are called. */
export type OnlyValues =
  | { readonly texts: readonly string[] }
  | { readonly codes: readonly bigint[]; readonly labels: readonly string[] };

/** What a property says of its only values: under `enum`, from version 3.2 on, or among its rules of quality. */
export function onlyValuesOf(
  property: SourceObject,
  path: string,
  gathered: Gathered,
): OnlyValues | undefined {
  const named = enumOf(property, path, gathered);
  const ruled = ruledValues(property, path, gathered, named !== undefined);
  return named ?? (ruled && { texts: ruled });
}

/** A type whose values are those alone. */
export function enumerated(
  draft: TypeDraft,
  only: OnlyValues,
  path: string,
  gathered: Gathered,
): TypeDraft | RefusedType {
  const { physical, range: _, ...keys } = draft.keys;
  const name = nameLike(path.split('/').at(-1) ?? '') ?? 'terms';
  const as = (pinned: PinnedDraft): TypeDraft => ({
    ...draft,
    keys: {
      physical: physical!,
      ...keys,
      logical: 'category',
      vocabulary: pinned.digest,
      unknownPolicy: 'reject',
    },
    proposed: [...new Set([...draft.proposed, 'logical'])],
  });
  if ('texts' in only)
    return physical === 'string'
      ? as(gathered.pin(vocabularyOf(name, only.texts)))
      : { refused: 'its valid values are texts, and it is none' };
  return isInteger(physical as never)
    ? as(gathered.pin(vocabularyOf(name, only.labels, undefined, only.codes)))
    : { refused: 'its valid values are whole numbers, and it is none' };
}

function enumOf(property: SourceObject, path: string, gathered: Gathered): OnlyValues | undefined {
  const terms = property.objects('enum').map(term => ({ term, value: term.json('value') ?? null }));
  if (terms.length === 0) return undefined;
  const present = terms.filter(({ value }) => value !== null);
  const values = present.map(({ value }) => value);
  const labels = present.map(({ term }) => term.text('label'));
  for (const { term, value } of terms) tellRest(term, path, () => `enum term ${String(value)}`, gathered);
  const isCoded = values.length > 0 && values.every(isWhole);
  if (isCoded) {
    const isLabelled = labels.every(label => label !== undefined) && new Set(labels).size === labels.length;
    const codes = values.map(value => BigInt(value));
    return { codes, labels: isLabelled ? (labels as readonly string[]) : codes.map(String) };
  }
  if (values.length === 0 || !values.every(value => typeof value === 'string')) {
    const what = propertyText('enum', terms.map(({ term }) => term.written).join(', '));
    gathered.note(path, what, 'a vocabulary is of texts or of whole numbers');
    return undefined;
  }
  const own = labels.filter((label, index) => label !== undefined && label !== values[index]);
  if (own.length > 0)
    gathered.note(
      path,
      propertyText('enum labels', own.join(', ')),
      'a term that is stored as text is called by that text',
    );
  return { texts: values };
}

const isWhole = (value: Json): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));

/** A rule of quality is a list of the only values where it lets no other pass; one with a threshold is none. */
function ruledValues(
  property: SourceObject,
  path: string,
  gathered: Gathered,
  isNamed: boolean,
): readonly string[] | undefined {
  let found: readonly string[] | undefined;
  for (const rule of property.objects('quality')) {
    const given = rule.object('arguments');
    const values = given?.json('validValues') ?? rule.json('validValues');
    const present = Array.isArray(values) ? (values as readonly Json[]).filter(value => value !== null) : [];
    const isList = present.length > 0 && present.every(value => typeof value === 'string');
    if (isList && !isNamed && found === undefined && isStrict(rule)) {
      found = present as readonly string[];
      tellRest(rule, path, () => nameOf(rule), gathered, given);
    } else tellRule(rule, path, gathered);
  }
  return found;
}

/** A rule that is no list of values, in its own words. */
export const tellRule = (rule: SourceObject, path: string, gathered: Gathered): void =>
  gathered.note(path, propertyText(nameOf(rule), rule.written), 'thresholds stand in change records');

const nameOf = (rule: SourceObject): string => {
  const name = ['name', 'metric', 'rule', 'type'].map(key => rule.text(key)).find(text => text !== undefined);
  return `quality rule ${name ?? ''}`.trim();
};

const THRESHOLDS = [
  'mustNotBe',
  'mustBeGreaterThan',
  'mustBeGreaterOrEqualTo',
  'mustBeLessThan',
  'mustBeLessOrEqualTo',
  'mustBeBetween',
  'mustNotBeBetween',
] as const;

/** Whether a rule is known to be of valid values, and none of its values may be another. */
function isStrict(rule: SourceObject): boolean {
  const least = rule.json('mustBe') ?? 0;
  const isKnown = Object.entries(RULES).every(([key, known]) => {
    const word = rule.json(key) ?? undefined;
    return word === undefined || known.some(each => each === word);
  });
  return isKnown && (least === 0 || least === 0n) && THRESHOLDS.every(key => rule.json(key) === undefined);
}

/** What a rule of valid values is called, and is counted in; a rule that is called otherwise is somebody's own. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  type: ['library'],
  metric: ['invalidValues'],
  rule: ['validValues', 'invalidValues'],
  unit: ['percent', 'rows'],
};

/** Of a small thing whose own keys are many: one note for all of them. */
function tellRest(
  thing: SourceObject,
  path: string,
  what: () => string,
  gathered: Gathered,
  part?: SourceObject,
): void {
  const rest: Note[] = [];
  thing.rest(path, rest);
  part?.rest(path, rest);
  if (rest.length === 0) return;
  const all = rest.map(note => note.what).join(', ');
  gathered.note(path, propertyText(what(), all), 'a contract has no place for it');
}
