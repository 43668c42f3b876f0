import type { Field, Kind } from '../../contract/field.ts';
import { type Family, KIND_TABLE } from '../../contract/kind-table.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * A label goes from integer to string, the file still reads, and a trainer that numbers what it sees has quietly
 * learned other classes.
 */
export const labelTypeSame: Rule = {
  id: 'LABEL_TYPE_SAME',
  promise: 'A label stays the kind of value it is: a code, a text, a truth or a number.',
  remedy: 'Add a label of the new type under a new id, with a converter from the old through the vocabulary.',
  looks: ['type'],
  pair: ({ writer, reader, isLabel }) => {
    const [from, to] = [writer.type.kind, reader.type.kind];
    if (sortOf(from) === sortOf(to)) return SAFE;
    if (namesClasses(writer) || namesClasses(reader)) return breaks(from, to);
    // A target that names no classes is a quantity, and a wider number is the same quantity.
    return isLabel && !(isNumber(from) && isNumber(to)) ? breaks(from, to) : SAFE;
  },
};

const namesClasses = ({ logical, vocabulary }: Field): boolean =>
  vocabulary !== undefined || logical === 'label' || logical === 'category';

const isNumber = (kind: Kind): boolean => ['code', 'number'].includes(sortOf(kind));

/** Within a sort a label means the same. An int32 read as a float64 loses no bit, and is a regression target. */
const SORTS: Readonly<Record<Family, string>> = {
  truth: 'truth',
  integer: 'code',
  float: 'number',
  decimal: 'decimal',
  time: 'time',
  text: 'text',
  bytes: 'bytes',
  list: 'list',
  struct: 'struct',
  map: 'map',
  tensor: 'tensor',
};
const sortOf = (kind: Kind): string => (kind === 'date' ? 'date' : SORTS[KIND_TABLE[kind].family]);
