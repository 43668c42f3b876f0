import { type RuleTable, rule } from '../native/rule-row.ts';

/**
 * Every difference between two Avro schemas that is told. What old bytes still decode to is the specification's to
 * say; what they then mean is said nowhere in it, and stands here from `read` on.
 */
export const AVRO_RULES = {
  TYPE_MISMATCH: rule(
    'wire',
    'migrate',
    'A reader has a type that what was written resolves to.',
    'Restore the type, or add a field of the new type beside it; Avro widens int, long and float only.',
  ),
  NAME_MISMATCH: rule(
    'wire',
    'migrate',
    'A named type keeps its name, or its reader lists the old one as an alias.',
    'Restore the name, or add it to the aliases of the reader.',
  ),
  FIXED_SIZE_MISMATCH: rule(
    'wire',
    'migrate',
    'A fixed keeps its size.',
    'Restore the size, or add a field with a fixed of another name.',
  ),
  DECIMAL_MISMATCH: rule(
    'wire',
    'migrate',
    'A decimal keeps its precision and its scale: schemas whose decimals differ do not match.',
    'Restore both, or add a field with the new decimal beside it.',
  ),
  MISSING_UNION_BRANCH: rule(
    'wire',
    'direction',
    'A reader has a branch for every branch that was written.',
    'Keep the branch until nothing that was written with it is read.',
  ),
  MISSING_ENUM_SYMBOLS: rule(
    'wire',
    'direction',
    'A reader knows every symbol, or has an enum default; the default of a field does not stand in for one.',
    'Roll the symbols out to readers first, or give the enum itself a default.',
  ),
  READER_FIELD_MISSING_DEFAULT_VALUE: rule(
    'wire',
    'direction',
    'A field that the writer lacks has a default.',
    'Give the field a default, null if nothing is known; or keep writing it.',
  ),
  ALIAS_AMBIGUOUS: rule(
    'wire',
    'direction',
    'A field of the writer belongs to one field of the reader, and the other way round.',
    'Remove the alias that makes two fields claim one.',
  ),
  UNION_DEFAULT_NOT_FIRST: rule(
    'wire',
    'note',
    'The default of a union is of its first branch: up to Avro 1.11 any other is refused.',
    'Put the branch of the default first.',
  ),
  FIELD_REORDERED: rule(
    'wire',
    'direction',
    'Fields keep their order.',
    'Read with the schema the bytes were written with; add new fields at the end.',
    ['position'],
  ),

  INT_TO_FLOAT_LOSSY: rule(
    'read',
    'direction',
    'An int is read exactly: beyond 2^24 a float rounds it.',
    'Read it as a double or a long.',
  ),
  LONG_TO_FLOAT_LOSSY: rule(
    'read',
    'direction',
    'A long is read exactly: beyond 2^24 a float rounds it.',
    'Read it as a long.',
  ),
  LONG_TO_DOUBLE_LOSSY: rule(
    'read',
    'direction',
    'A long is read exactly: beyond 2^53 a double rounds it.',
    'Read it as a long.',
  ),
  BYTES_TO_STRING_UTF8_RISK: rule(
    'read',
    'direction',
    'Bytes are read as what they are: not every byte sequence is UTF-8.',
    'Read bytes, or show that everything written is UTF-8.',
  ),
  ENUM_DEFAULT_COLLAPSE: rule(
    'read',
    'direction',
    'A symbol is read as itself, not as the default of the enum.',
    'Give the reader the symbols, or have the fold approved on the records it touches.',
  ),
  UNION_BRANCH_AMBIGUOUS: rule(
    'read',
    'direction',
    'Readers agree on the branch: the first that matches, by the specification, is also the one of the same type.',
    'Put the branch of the written type before those it could be widened to.',
  ),
  WRITER_UNION_COLLAPSED: rule(
    'read',
    'note',
    'A reader is told which branch was written.',
    'Keep the union, if which branch it was says something.',
  ),
  READER_UNION_WIDENED: rule(
    'read',
    'note',
    'A reader has no branches that were never written.',
    'Tell the consumers: they may meet the new branch as soon as writers use it.',
  ),
  UNION_REORDERED: rule(
    'read',
    'note',
    'The branches of a union keep their order.',
    'Restore the order: it decides which branch a default and a widened value belong to.',
  ),
  ENUM_SYMBOL_ADDED: rule(
    'read',
    'note',
    'A reader knows no symbols that were never written.',
    'Tell the consumers: a class without examples is no class yet.',
  ),
  INT_TO_LONG: rule('read', 'note', 'An int is read as an int.', 'None is needed: every int is a long.'),
  INT_TO_DOUBLE: rule('read', 'note', 'An int is read as an int.', 'None is needed: every int has a double.'),
  FLOAT_TO_DOUBLE: rule(
    'read',
    'note',
    'A float is read as a float.',
    'None is needed: every float has a double.',
  ),
  STRING_TO_BYTES: rule(
    'read',
    'note',
    'A string is read as a string.',
    'Decode the bytes as UTF-8 where text is meant.',
  ),

  LOGICAL_TYPE_CHANGED: rule(
    'train',
    'migrate',
    'A field keeps its logical type: readers compare the type below alone.',
    'Add a field of the new logical type, or write a converter.',
  ),
  TIME_UNIT_CHANGED: rule(
    'train',
    'migrate',
    'A time keeps its unit.',
    'Write a converter that applies the conversion, or add a field in the new unit.',
  ),
  DECIMAL_SCALE_CHANGED: rule(
    'train',
    'migrate',
    'A decimal keeps its scale: the same digits are read at another one.',
    'Write a converter that rescales, or add a field with the new scale.',
  ),
  CONTRACT_MEANING_CHANGED: rule(
    'train',
    'migrate',
    'A field keeps what the contract in its export says it means.',
    'Compare the two versions of the contract, and approve there what has to be approved.',
  ),
  NAME_REUSED: rule(
    'train',
    'migrate',
    'A name that stood for one field or type is not given to another: readers that go by it take one for the other.',
    'Choose a name that was never used, or restore the former name of what took it.',
  ),
  FIELD_ID_CHANGED: rule(
    'train',
    'migrate',
    'A field keeps the id its properties give it: readers by id take it for the field that had the id before.',
    'Restore the id; an id belongs to one field for ever.',
  ),
  UNIT_PROPERTY_CHANGED: rule(
    'train',
    'migrate',
    'A field keeps the unit its properties name.',
    'Write a converter that applies the conversion, or add a field in the new unit.',
  ),
  DOC_UNIT_CHANGED: rule(
    'train',
    'direction',
    'A field keeps the unit its documentation names.',
    'Correct the text, or add a field in the new unit.',
  ),
  VALUE_NAME_CHANGED: rule(
    'train',
    'migrate',
    'A value keeps the name that lists of names give it.',
    'Restore the names, or give the other meaning a value of its own.',
  ),
  ENUM_SYMBOLS_REORDERED: rule(
    'train',
    'migrate',
    'A symbol keeps its place: what is trained on ordinals keeps the old order.',
    'Restore the order and append new symbols, or write a converter that applies the remap.',
  ),
  ENUM_DEFAULT_CHANGED: rule(
    'train',
    'direction',
    'An enum keeps its default: it says what becomes of symbols that nobody knows.',
    'Restore the default, or have the change approved by those who read unknown symbols through it.',
  ),
  DEFAULT_VALUE_CHANGED: rule(
    'train',
    'direction',
    'A field keeps its default: older records that lack it are read as having it.',
    'Restore the default, or backfill the records that lack the field.',
  ),
  DEFAULT_CONFUSES_UNKNOWN: rule(
    'train',
    'migrate',
    'What was never written is told from what was: its default is null.',
    'Make the field a union with null and null its default, or backfill it.',
  ),
  READER_DEFAULT_FILLED: rule(
    'train',
    'note',
    'A reader sees only what was written.',
    'Know which records were written without the field.',
  ),
  DEFAULT_ADDED: rule(
    'train',
    'note',
    'A field keeps its default, or having none.',
    'Tell those who read records without the field.',
  ),
  DEFAULT_REMOVED: rule(
    'train',
    'note',
    'A field keeps its default, or having none.',
    'Restore the default: records without the field can no longer be read.',
  ),

  WRITER_FIELD_DROPPED: rule(
    'govern',
    'note',
    'What was written is read.',
    'Tell the consumers; keep the field while anything needs it.',
  ),
  ALIAS_USED: rule(
    'govern',
    'note',
    'A thing keeps its name: an alias works where the reader has it, and in that direction alone.',
    'Roll the alias out to every reader before the first writer uses the new name.',
  ),
  NAMESPACE_CHANGED: rule(
    'govern',
    'note',
    'A named type keeps its namespace: resolution ignores it, and some readers and all catalogues do not.',
    'Restore the namespace, or add the old full name to the aliases.',
  ),
  ALIASES_CHANGED: rule(
    'govern',
    'note',
    'Former names stay listed.',
    'Keep an alias for as long as records written under that name can be read.',
  ),
  SORT_ORDER_CHANGED: rule(
    'govern',
    'note',
    'A field keeps its place in the sort order of its records.',
    'Sort again what was sorted under the old order.',
  ),
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
  PROPERTY_CHANGED: rule(
    'govern',
    'note',
    'Properties of its users stay as they were.',
    'Ask whoever reads the property.',
  ),
} as const satisfies RuleTable<string>;

export type AvroRule = keyof typeof AVRO_RULES;
