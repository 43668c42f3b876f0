import type { Default, Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { type Effect, effectOf } from './catalogue.ts';
import { classify } from './classify.ts';
import { vocabularyDiff } from './vocabulary-diff.ts';

/** A field of a version, and what it lay in. */
export type PlacedField = { readonly field: Field; readonly parent: FieldId | undefined };

/**
 * The same thing as when it was retired: its name or an alias, its place and its physical type, and nothing else of it that
 * a next version could only have with a converter. What was written under its id then must be right under it now.
 */
export function isAsItWas(was: PlacedField | undefined, is: PlacedField): boolean {
  if (was === undefined || was.parent !== is.parent) return false;
  const [before, now] = [was.field, is.field];
  const names = [before.name, ...before.aliases];
  return (
    [now.name, ...now.aliases].some(name => names.includes(name)) &&
    before.type.kind === now.type.kind &&
    before.logical === now.logical &&
    before.unit?.code === now.unit?.code &&
    isOneVocabulary(before.vocabulary, now.vocabulary) &&
    !needsConverter(before, now)
  );
}

function isOneVocabulary(was: Vocabulary | undefined, is: Vocabulary | undefined): boolean {
  if (was === undefined || is === undefined) return was === is;
  return was.digest === is.digest || !vocabularyDiff(was, is).replaced;
}

/** What lies in it has an id of its own, and is asked about by that. */
const needsConverter = (was: Field, is: Field): boolean =>
  classify(alone(was), alone(is)).some(
    ({ path, access, rule }) =>
      path.length === 1 && access.includes('id') && CONVERTS.includes(effectOf(rule)),
  );

const CONVERTS: readonly Effect[] = ['forbid', 'migrate'];

/** Without defaults: what stands in for it in records that lack it is another matter than what it is. */
const alone = (field: Field): Schema => ({
  fields: [{ ...field, default: NO_DEFAULT, writeDefault: undefined }],
  normalizer: undefined,
  key: [],
  label: undefined,
  slices: [],
});

const NO_DEFAULT: Default = { kind: 'none' };
