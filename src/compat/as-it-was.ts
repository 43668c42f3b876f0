import type { Default, Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { type Effect, effectOf } from './catalogue.ts';
import { classify } from './classify.ts';
import type { Finding } from './finding.ts';
import { vocabularyDiff } from './vocabulary-diff.ts';
import { unitText } from './wording.ts';

/** A field of a version, and what it lay in. */
export type PlacedField = { readonly field: Field; readonly parent: FieldId | undefined };

/**
 * What makes a field another thing than it was when it was retired; `undefined` where nothing does: it has its name or an alias,
 * its place and its physical type, and nothing else of it that a next version could only have with a converter. What was
 * written under its id then must be right under it now.
 */
export function otherThan(was: PlacedField | undefined, is: PlacedField): string | undefined {
  if (was === undefined) return 'what it was is not at hand';
  const [before, now] = [was.field, is.field];
  const names = [before.name, ...before.aliases];
  if (was.parent !== is.parent) return 'in another place';
  if (![now.name, ...now.aliases].some(name => names.includes(name))) return 'under another name';
  if (before.type.kind !== now.type.kind) return 'of another type';
  if (before.logical !== now.logical) return changeText(before.logical, now.logical);
  if (before.unit?.code !== now.unit?.code) return changeText(unitText(before.unit), unitText(now.unit));
  if (!isOneVocabulary(before.vocabulary, now.vocabulary)) return 'with another vocabulary';
  const found = needsConverter(before, now);
  return found && changeText(found.from, found.to);
}

const changeText = (from: string, to: string): string => `as ${to} where it was ${from}`;

function isOneVocabulary(was: Vocabulary | undefined, is: Vocabulary | undefined): boolean {
  if (was === undefined || is === undefined) return was === is;
  return was.digest === is.digest || !vocabularyDiff(was, is).replaced;
}

/** What lies in it has an id of its own, and is asked about by that. */
const needsConverter = (was: Field, is: Field): Finding | undefined =>
  classify(alone(was), alone(is)).find(
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
