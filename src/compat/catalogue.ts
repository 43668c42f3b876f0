import { ACCESS, type Access, type Level } from './finding.ts';
import type { Rule } from './rule.ts';
import { aliasesKept } from './rules/aliases-kept.ts';
import { conventionSame } from './rules/convention-same.ts';
import { decimalPrecisionNarrows } from './rules/decimal-precision-narrows.ts';
import { decimalScaleSame } from './rules/decimal-scale-same.ts';
import { defaultConfusesUnknown } from './rules/default-confuses-unknown.ts';
import { defaultGiven } from './rules/default-given.ts';
import { defaultKept } from './rules/default-kept.ts';
import { defaultSame } from './rules/default-same.ts';
import { emptyMeansSame } from './rules/empty-means-same.ts';
import { fieldAdded } from './rules/field-added.ts';
import { fieldLogicalSame } from './rules/field-logical-same.ts';
import { fieldMoved } from './rules/field-moved.ts';
import { fieldOrderSame } from './rules/field-order-same.ts';
import { fieldRemovedWhileNeeded } from './rules/field-removed-while-needed.ts';
import { fieldRenamed } from './rules/field-renamed.ts';
import { fieldRetired } from './rules/field-retired.ts';
import { fieldTypePromotes } from './rules/field-type-promotes.ts';
import { fieldUnitSame } from './rules/field-unit-same.ts';
import { fixedSizeSame } from './rules/fixed-size-same.ts';
import { floatNarrows } from './rules/float-narrows.ts';
import { floatSpecialDeclared } from './rules/float-special-declared.ts';
import { floatSpecialNarrows } from './rules/float-special-narrows.ts';
import { idReused } from './rules/id-reused.ts';
import { ignoreValueSame } from './rules/ignore-value-same.ts';
import { integerRounds } from './rules/integer-rounds.ts';
import { keyDeclared } from './rules/key-declared.ts';
import { keyKept } from './rules/key-kept.ts';
import { keySame } from './rules/key-same.ts';
import { labelRoleSame } from './rules/label-role-same.ts';
import { labelTypeSame } from './rules/label-type-same.ts';
import { listElementSame } from './rules/list-element-same.ts';
import { listLengthNarrows } from './rules/list-length-narrows.ts';
import { listOrderSame } from './rules/list-order-same.ts';
import { membersSame } from './rules/members-same.ts';
import { nameReused } from './rules/name-reused.ts';
import { nanMeansSame } from './rules/nan-means-same.ts';
import { normalizerSame } from './rules/normalizer-same.ts';
import { nullMeansSame } from './rules/null-means-same.ts';
import { nullabilityWidens } from './rules/nullability-widens.ts';
import { ownerSame } from './rules/owner-same.ts';
import { rangeNarrows } from './rules/range-narrows.ts';
import { requiredFieldAdded } from './rules/required-field-added.ts';
import { sensitivityLowered } from './rules/sensitivity-lowered.ts';
import { sensitivityRaised } from './rules/sensitivity-raised.ts';
import { sentinelsSame } from './rules/sentinels-same.ts';
import { slicesSame } from './rules/slices-same.ts';
import { tensorShapeSame } from './rules/tensor-shape-same.ts';
import { textReadAsBytes } from './rules/text-read-as-bytes.ts';
import { timestampZoneSame } from './rules/timestamp-zone-same.ts';
import { tokenizerSame } from './rules/tokenizer-same.ts';
import { unitDimensionSame } from './rules/unit-dimension-same.ts';
import { unitRespelled } from './rules/unit-respelled.ts';
import { unknownPolicySame } from './rules/unknown-policy-same.ts';
import { vocabularyCodeReused } from './rules/vocabulary-code-reused.ts';
import { vocabularyLabelKnown } from './rules/vocabulary-label-known.ts';
import { vocabularyMerged } from './rules/vocabulary-merged.ts';
import { vocabularyReordered } from './rules/vocabulary-reordered.ts';
import { vocabularyRespelled } from './rules/vocabulary-respelled.ts';
import { vocabularySame } from './rules/vocabulary-same.ts';
import { vocabularySplit } from './rules/vocabulary-split.ts';
import { vocabularyTermKnown } from './rules/vocabulary-term-known.ts';
import { vocabularyTermReused } from './rules/vocabulary-term-reused.ts';
import { vocabularyUnknownKept } from './rules/vocabulary-unknown-kept.ts';
import { writeDefaultGiven } from './rules/write-default-given.ts';
import { writeDefaultSame } from './rules/write-default-same.ts';

/**
 * What a finding does to the change it is found in: `forbid` it; ask for a converter (`migrate`) where it is found
 * backward; lose the one `direction` it is found in; or be a `note`, shown and weighed by nobody but a reader.
 */
export const EFFECTS = ['forbid', 'migrate', 'direction', 'note'] as const;
export type Effect = (typeof EFFECTS)[number];

export type Row = readonly [level: Level, access: readonly Access[], effect: Effect, rule: Rule];

/**
 * Where each rule binds. Adding a rule is one file and one row here.
 *
 * The order is a promise: it is the order of the findings of one field. `ID_REUSED` stands first because nothing else
 * can be said of two different things.
 */
export const CATALOGUE: readonly Row[] = [
  ['govern', ['id', 'position'], 'forbid', idReused],

  ['wire', ACCESS, 'migrate', fieldMoved],
  ['wire', ACCESS, 'migrate', fieldTypePromotes],
  ['wire', ACCESS, 'migrate', floatNarrows],
  ['wire', ACCESS, 'migrate', fixedSizeSame],
  ['wire', ACCESS, 'migrate', listElementSame],
  ['wire', ACCESS, 'direction', nullabilityWidens],
  ['wire', ACCESS, 'direction', requiredFieldAdded],
  ['wire', ACCESS, 'direction', fieldRemovedWhileNeeded],
  ['wire', ['name'], 'direction', fieldRenamed],
  ['wire', ['name'], 'direction', aliasesKept],
  ['wire', ['position'], 'direction', fieldOrderSame],
  ['wire', ['name'], 'note', textReadAsBytes],

  ['read', ['id', 'name'], 'migrate', integerRounds],
  ['read', ACCESS, 'migrate', tensorShapeSame],
  ['read', ACCESS, 'migrate', decimalScaleSame],
  ['read', ACCESS, 'migrate', decimalPrecisionNarrows],
  ['read', ACCESS, 'direction', rangeNarrows],
  ['read', ACCESS, 'direction', listLengthNarrows],
  ['read', ACCESS, 'direction', floatSpecialNarrows],

  ['train', ACCESS, 'migrate', fieldLogicalSame],
  ['train', ACCESS, 'migrate', fieldUnitSame],
  ['train', ACCESS, 'migrate', timestampZoneSame],
  ['train', ACCESS, 'migrate', listOrderSame],
  ['train', ACCESS, 'migrate', unitDimensionSame],
  ['train', ACCESS, 'note', unitRespelled],
  ['train', ACCESS, 'migrate', labelTypeSame],
  ['train', ACCESS, 'migrate', vocabularySame],
  ['train', ACCESS, 'migrate', vocabularyTermReused],
  ['train', ACCESS, 'migrate', vocabularyCodeReused],
  ['train', ACCESS, 'migrate', vocabularyMerged],
  ['train', ACCESS, 'migrate', vocabularySplit],
  ['train', ACCESS, 'migrate', vocabularyReordered],
  ['train', ACCESS, 'direction', vocabularyTermKnown],
  ['train', ACCESS, 'direction', vocabularyLabelKnown],
  ['train', ACCESS, 'migrate', vocabularyUnknownKept],
  ['train', ACCESS, 'note', vocabularyRespelled],
  ['train', ACCESS, 'migrate', unknownPolicySame],
  ['train', ACCESS, 'migrate', ignoreValueSame],
  ['train', ACCESS, 'migrate', conventionSame],
  ['train', ACCESS, 'migrate', nullMeansSame],
  ['train', ACCESS, 'migrate', sentinelsSame],
  ['train', ACCESS, 'migrate', nanMeansSame],
  ['train', ACCESS, 'note', floatSpecialDeclared],
  ['train', ACCESS, 'migrate', emptyMeansSame],
  ['train', ACCESS, 'migrate', defaultConfusesUnknown],
  ['train', ACCESS, 'migrate', defaultSame],
  ['train', ACCESS, 'direction', defaultKept],
  ['train', ACCESS, 'note', defaultGiven],
  ['train', ACCESS, 'migrate', writeDefaultSame],
  ['train', ACCESS, 'note', writeDefaultGiven],
  ['train', ['name'], 'migrate', nameReused],
  ['train', ACCESS, 'migrate', normalizerSame],
  ['train', ACCESS, 'migrate', tokenizerSame],
  ['train', ACCESS, 'migrate', membersSame],
  ['train', ACCESS, 'migrate', keySame],
  ['train', ACCESS, 'migrate', keyKept],
  ['train', ACCESS, 'note', keyDeclared],
  ['train', ACCESS, 'migrate', labelRoleSame],

  ['govern', ACCESS, 'note', fieldAdded],
  ['govern', ACCESS, 'note', fieldRetired],
  ['govern', ACCESS, 'note', slicesSame],
  ['govern', ACCESS, 'migrate', sensitivityLowered],
  ['govern', ACCESS, 'note', sensitivityRaised],
  ['govern', ACCESS, 'note', ownerSame],
];

const EFFECT_OF = new Map<string, Effect>(CATALOGUE.map(([, , effect, rule]) => [rule.id, effect]));

/** @throws RangeError for an id that is no rule's. */
export function effectOf(rule: string): Effect {
  const effect = EFFECT_OF.get(rule);
  if (effect === undefined) throw new RangeError(`no rule is called ${rule}`);
  return effect;
}

/** Whether it is shown as a broken promise, or only as something worth knowing. */
export const isNote = (rule: string): boolean => effectOf(rule) === 'note';
