import { type RuleTable, rule } from '../native/rule-row.ts';

const WIDEN = 'Roll the wider reader out before any writer uses what is new, or restore what was taken.';

/**
 * Every difference between two JSON Schemas that is told. `wire` is containment: whatever the writer's schema accepts,
 * the reader's accepts too. What can't be proven is a finding like what is refuted.
 */
export const JSON_SCHEMA_RULES = {
  TYPE_CHANGED: rule(
    'wire',
    'migrate',
    'A reader takes values of the type that was written.',
    'Restore the type, or add a property of the new type beside it.',
  ),
  TYPE_NARROWED: rule('wire', 'direction', 'A reader takes every type that may be written.', WIDEN),
  ENUM_NARROWED: rule('wire', 'direction', 'A reader takes every value that may be written.', WIDEN),
  VALUES_REFUSED: rule('wire', 'direction', 'A reader takes each of the values that are listed.', WIDEN),
  NUMBER_RANGE_NARROWED: rule(
    'wire',
    'direction',
    'A reader takes the whole range that may be written.',
    WIDEN,
  ),
  MULTIPLE_OF_NARROWED: rule('wire', 'direction', 'A reader takes every step that may be written.', WIDEN),
  LENGTH_NARROWED: rule('wire', 'direction', 'A reader takes every length that may be written.', WIDEN),
  PATTERN_ADDED: rule(
    'wire',
    'direction',
    'A reader asks for no pattern that the writer does not keep.',
    'Have the writer keep the same pattern first: that one pattern follows from another is not proven.',
  ),
  FORMAT_ADDED: rule(
    'wire',
    'direction',
    'A reader asks for no format that the writer does not keep: some validators assert it.',
    'Have the writer keep the same format first.',
  ),
  ITEMS_COUNT_NARROWED: rule(
    'wire',
    'direction',
    'A reader takes every number of items that may be written.',
    WIDEN,
  ),
  UNIQUE_ITEMS_ADDED: rule('wire', 'direction', 'A reader takes items that are written twice.', WIDEN),
  CONTAINS_ADDED: rule(
    'wire',
    'direction',
    'A reader asks for no items that the writer may leave out.',
    'Have the writer ask for them first.',
  ),
  REQUIRED_ADDED: rule(
    'wire',
    'direction',
    'A reader asks for no property that may be missing: no validator fills in a default.',
    'Have the writer require it first, or leave it optional in the reader.',
  ),
  PROPERTY_ADDED_TO_OPEN_MODEL: rule(
    'wire',
    'direction',
    'A property that the writer does not name may hold anything, and a reader takes it.',
    'Close the writer with additionalProperties: false, or let the reader take anything there.',
  ),
  ADDITIONAL_NARROWED: rule(
    'wire',
    'direction',
    'A reader takes every property that may be written beside the named ones.',
    WIDEN,
  ),
  PROPERTIES_COUNT_NARROWED: rule(
    'wire',
    'direction',
    'A reader takes every number of properties that may be written.',
    WIDEN,
  ),
  PROPERTY_NAMES_NARROWED: rule('wire', 'direction', 'A reader takes every name that may be written.', WIDEN),
  DEPENDENCY_ADDED: rule(
    'wire',
    'direction',
    'A reader asks for no property because another is there, unless the writer does.',
    'Have the writer keep the dependency first.',
  ),
  CLOSED: rule('wire', 'direction', 'A reader takes what may be written here.', WIDEN),
  ANY_OF_NOT_COVERED: rule(
    'wire',
    'direction',
    'One alternative of the reader takes whatever may be written.',
    'Add the alternative that is missing; what several alternatives cover only together is not proven.',
  ),
  ONE_OF_NOT_PROVEN: rule(
    'wire',
    'direction',
    'Exactly one alternative of the reader takes whatever may be written.',
    'Tell the alternatives apart by a property with a constant value, or use anyOf.',
  ),
  EXCLUSION_NOT_PROVEN: rule(
    'wire',
    'direction',
    'What a reader excludes is never written.',
    'Exclude it in the writer by the same words first.',
  ),
  NOT_PROVEN: rule(
    'wire',
    'direction',
    'What a reader asserts can be reasoned about.',
    'Say it with other keywords; nothing is passed unproven.',
  ),

  TYPE_WIDENED: rule(
    'read',
    'note',
    'A reader has no types that were never written.',
    'Tell the consumers: they may meet the new type as soon as writers use it.',
  ),
  ENUM_VALUE_ADDED: rule(
    'read',
    'note',
    'A reader knows no values that were never written.',
    'Tell the consumers: a class without examples is no class yet.',
  ),

  ENUM_REORDERED: rule(
    'train',
    'migrate',
    'A value keeps its place: what is trained on ordinals keeps the old order.',
    'Restore the order and append new values, or write a converter that applies the remap.',
  ),
  VALUE_NAME_CHANGED: rule(
    'train',
    'migrate',
    'A value keeps the name that titles or lists of names give it.',
    'Restore the names, or give the other meaning a value of its own.',
  ),
  PLACES_EXCHANGED: rule(
    'train',
    'migrate',
    'Properties keep the texts that tell them apart, and values of a discriminator what they lead to.',
    'Restore the texts where the values stayed as they were, or write a converter that exchanges the values.',
  ),
  FORMAT_CHANGED: rule(
    'train',
    'migrate',
    'A text keeps its format.',
    'Add a property of the new format, or write a converter.',
  ),
  FORMAT_DECLARED: rule(
    'train',
    'note',
    'A text keeps its format, or having none.',
    'Tell the consumers what the text is from now on.',
  ),
  CONTENT_CHANGED: rule(
    'train',
    'migrate',
    'A text keeps its encoding and its media type.',
    'Add a property with the new content, or write a converter.',
  ),
  CONTRACT_MEANING_CHANGED: rule(
    'train',
    'migrate',
    'A value keeps what the contract in its export says it means.',
    'Compare the two versions of the contract, and approve there what has to be approved.',
  ),
  UNIT_KEYWORD_CHANGED: rule(
    'train',
    'migrate',
    'A value keeps the unit its keywords name.',
    'Write a converter that applies the conversion, or add a property in the new unit.',
  ),
  DOC_UNIT_CHANGED: rule(
    'train',
    'direction',
    'A value keeps the unit its description names.',
    'Correct the text, or add a property in the new unit.',
  ),
  DEFAULT_VALUE_CHANGED: rule(
    'train',
    'direction',
    'A property keeps its default: older documents that lack it are read as having it.',
    'Restore the default, or backfill the documents that lack the property.',
  ),
  DEFAULT_CONFUSES_UNKNOWN: rule(
    'train',
    'migrate',
    'What was never written is told from what was: a property that may be missing is given no default but null.',
    'Leave the default out or let it be null, or write the value into the documents that lack the property.',
  ),
  DEFAULT_WITHDRAWN: rule(
    'train',
    'direction',
    'A property that may be missing keeps its default: whoever left it out may have meant that value.',
    'Restore the default, or write the value into the documents that lack the property.',
  ),
  DEFAULT_ADDED: rule(
    'train',
    'note',
    'A value keeps its default, or having none: this one is null, or stands where nothing may be missing.',
    'None is needed while nothing that lacks the value is read.',
  ),
  DEFAULT_REMOVED: rule(
    'train',
    'note',
    'A value keeps its default, or having none: this one was null, or stood where nothing may be missing.',
    'None is needed while nothing that lacks the value is read.',
  ),

  PROPERTY_ADDED: rule('govern', 'note', 'A reader names what the writer names.', 'None is needed.'),
  PROPERTY_REMOVED: rule(
    'govern',
    'note',
    'What the writer names is named by the reader.',
    'Tell the consumers; keep the property while anything needs it.',
  ),
  ASSERTION_CHANGED: rule('govern', 'note', 'What is asserted stays as it was.', 'None is needed.'),
  CONTRACT_WORDS_CHANGED: rule(
    'govern',
    'note',
    'What an export says beside the meaning of its contract stays as it was.',
    'Compare the two versions of the contract, which judges owners and sensitivities as well.',
  ),
  DOC_CHANGED: rule(
    'govern',
    'note',
    'The documentation stays as it was.',
    'Read both texts: where a meaning moved, it moved there first.',
  ),
  KEYWORD_CHANGED: rule(
    'govern',
    'note',
    'Keywords of its users stay as they were.',
    'Ask whoever reads the keyword.',
  ),
  TEXT_CHANGED: rule(
    'govern',
    'note',
    'The document stays as it was.',
    'None is needed: nothing was found to come of it.',
  ),
} as const satisfies RuleTable<string>;

export type JsonSchemaRule = keyof typeof JSON_SCHEMA_RULES;
