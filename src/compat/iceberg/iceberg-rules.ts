import type { Access } from '../finding.ts';
import { type RuleTable, rule } from '../native/rule-row.ts';

const ALL: readonly Access[] = ['id', 'name', 'position'];

/**
 * Every difference between two Iceberg schemas that is told. `wire`: data files written under the one can be projected
 * to the other, as the specification lets a table evolve.
 */
export const ICEBERG_RULES = {
  ID_REUSED: rule(
    'govern',
    'forbid',
    'An id belongs to one field for ever.',
    'Give the new field an id above last-column-id.',
    ['id', 'position'],
  ),
  TYPE_MISMATCH: rule(
    'wire',
    'migrate',
    'A field keeps its type, or is promoted as the format lets it.',
    'Restore the type, or add a field of the new type beside it and fill it.',
    ALL,
  ),
  DATE_NEEDS_VERSION_3: rule(
    'wire',
    'migrate',
    'A date is promoted to a timestamp in tables of format version 3 only.',
    'Compare the metadata of the tables, if they are of version 3; or add a field beside the date.',
    ALL,
  ),
  PARTITION_SOURCE_CHANGED: rule(
    'wire',
    'migrate',
    'A field that partitions are made of is not promoted where its partition values would change.',
    'Change the partition spec first, or add a field of the new type beside it.',
    ALL,
  ),
  FORMAT_VERSION_NEWER: rule(
    'wire',
    'direction',
    'A reader knows the format version of the table.',
    'Upgrade every reader before the table.',
    ALL,
  ),
  FIELD_MOVED: rule(
    'wire',
    'migrate',
    'A field stays in the struct it was added to.',
    'Move it back; or add a field with an id of its own where it should be, and fill it.',
    ALL,
  ),
  NESTED_ID_CHANGED: rule(
    'wire',
    'migrate',
    'The elements of a list, and the keys and values of a map, keep their ids.',
    'Restore the id: values written under another one are not found.',
    ['id'],
  ),
  MAP_KEY_CHANGED: rule(
    'wire',
    'migrate',
    'The keys of a map stay as they are: no promotion, no field, no name is changed in them.',
    'Restore the key, or add a map with the new key beside it.',
    ALL,
  ),
  OPTIONAL_TO_REQUIRED: rule(
    'wire',
    'direction',
    'What may have been written as null can be read.',
    'Leave it optional; or show that no data file holds a null, and rewrite those that might.',
    ALL,
  ),
  REQUIRED_FIELD_MISSING: rule(
    'wire',
    'direction',
    'A required field that files lack has an initial default.',
    'Make the field optional, or give it an initial-default (format version 3).',
    ALL,
  ),
  FIELD_RENAMED: rule(
    'wire',
    'direction',
    'A field keeps its name: by id it is found, by name it is lost.',
    'Read by id; give files without ids a name mapping that lists the old name.',
    ['name'],
  ),
  FIELD_REORDERED: rule(
    'wire',
    'direction',
    'Fields keep their order.',
    'Read by id; add new fields at the end.',
    ['position'],
  ),

  DATE_BEYOND_NANOSECONDS: rule(
    'read',
    'direction',
    'Every date has a timestamp: counted in nanoseconds there are none before 1677 and after 2262.',
    'Promote to timestamp, or show that no date, and no stand-in such as 9999-12-31, lies outside.',
    ALL,
  ),
  INT_TO_LONG: rule('read', 'note', 'An int is read as an int.', 'None is needed: every int is a long.', ALL),
  FLOAT_TO_DOUBLE: rule(
    'read',
    'note',
    'A float is read as a float.',
    'None is needed: every float has a double.',
    ALL,
  ),
  DECIMAL_WIDENED: rule(
    'read',
    'note',
    'A decimal keeps its precision.',
    'None is needed: at the same scale every decimal fits into a wider one.',
    ALL,
  ),
  DATE_TO_TIMESTAMP: rule(
    'read',
    'note',
    'A date is read as a date.',
    'Know that a day reads as its first moment, and that some readers do not know the promotion yet.',
    ALL,
  ),
  UNKNOWN_TO_TYPE: rule(
    'read',
    'note',
    'A field keeps its type, even one whose values were all null.',
    'None is needed: what was written is null in every type.',
    ALL,
  ),
  REQUIRED_TO_OPTIONAL: rule(
    'read',
    'note',
    'A field that was never null is not null.',
    'Tell the consumers: nulls may come.',
    ALL,
  ),

  ZONE_CHANGED: rule(
    'train',
    'migrate',
    'A timestamp keeps its frame: a moment is not what a clock on a wall shows.',
    'Add a field in the other frame and fill it with the zone the values were meant in.',
    ALL,
  ),
  TIME_UNIT_CHANGED: rule(
    'train',
    'migrate',
    'A timestamp keeps its unit.',
    'Add a field in the new unit, filled with the conversion applied.',
    ALL,
  ),
  DECIMAL_SCALE_CHANGED: rule(
    'train',
    'migrate',
    'A decimal keeps its scale: the same digits are read at another one.',
    'Add a field with the new scale, filled with the values rescaled.',
    ALL,
  ),
  COORDINATES_CHANGED: rule(
    'train',
    'migrate',
    'Coordinates keep their reference system, and the way points are joined.',
    'Add a field in the other system, filled with the coordinates transformed.',
    ALL,
  ),
  INITIAL_DEFAULT_CHANGED: rule(
    'train',
    'migrate',
    'What rows have that were written before a field was there never changes.',
    'Restore the initial-default; change the write-default for what is written from now on.',
    ALL,
  ),
  DEFAULT_CONFUSES_UNKNOWN: rule(
    'train',
    'migrate',
    'What was never written is told from what was: it is read as null.',
    'Make the field optional without an initial-default, or backfill it.',
    ALL,
  ),
  NAME_REUSED: rule(
    'train',
    'migrate',
    'A name that stood for one field is not given to another: by name, the values of one come back as the other.',
    'Choose another name; or read by id, and keep the name out of every name mapping.',
    ['name'],
  ),
  DOC_UNIT_CHANGED: rule(
    'train',
    'direction',
    'A field keeps the unit its documentation names.',
    'Correct the text, or add a field in the new unit.',
    ALL,
  ),
  WRITE_DEFAULT_CHANGED: rule(
    'train',
    'note',
    'Writers who know nothing keep writing the same.',
    'Know which rows were written under which default: nothing in them tells.',
    ALL,
  ),
  FIELD_FILLED: rule(
    'train',
    'note',
    'A reader sees only what was written.',
    'Know which files were written without the field.',
    ALL,
  ),

  ID_BELOW_LAST: rule(
    'govern',
    'migrate',
    'A new field has an id that the table never gave out.',
    'Give it an id above last-column-id; if it is a dropped field that returns, have that approved.',
    ['id'],
  ),
  IDENTIFIERS_CHANGED: rule(
    'govern',
    'direction',
    'Rows are told apart by the same fields.',
    'Restore the identifier fields, or tell whoever joins, upserts or removes duplicates by them.',
    ALL,
  ),
  FIELD_DROPPED: rule(
    'govern',
    'note',
    'What was written is read.',
    'Tell the consumers; its id and its name stay taken.',
    ALL,
  ),
  DOC_CHANGED: rule(
    'govern',
    'note',
    'The documentation stays as it was.',
    'Read both texts: where a meaning moved, it moved there first.',
    ALL,
  ),
} as const satisfies RuleTable<string>;

export type IcebergRule = keyof typeof ICEBERG_RULES;
