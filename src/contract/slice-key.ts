import { categoryReader, valueText } from './category.ts';
import type { Field } from './field.ts';
import type { Slice } from './schema.ts';
import type { Value } from './value.ts';

/** Which part of a data set a value falls into; null is a part of its own. */
export function sliceKeyReader(field: Field, by: Slice['by']): (value: Value) => string | null {
  const category = categoryReader(field);
  if (by === 'value') return value => (value === null ? null : category(value).text);
  const dropped = DROPPED_CHARS[by];
  return value => {
    if (value === null) return null;
    const text = valueText(field, value);
    // What lies beyond the calendar has no such text, and is a part of its own.
    const date = DATE.exec(text)?.[0];
    return date === undefined ? text : date.slice(0, date.length - dropped);
  };
}

const DATE = /^[+-]?[0-9]+-[0-9]{2}-[0-9]{2}/;

/** What each cut leaves off the end of `2015-12-03`. */
const DROPPED_CHARS: Readonly<Record<Exclude<Slice['by'], 'value'>, number>> = { day: 0, month: 3, year: 6 };
