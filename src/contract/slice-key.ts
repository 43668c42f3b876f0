import { categoryReader, valueText } from './category.ts';
import type { Field } from './field.ts';
import type { Slice } from './schema.ts';
import type { Value } from './value.ts';

/** Which part of a data set a value falls into; null is a part of its own. */
export function sliceKeyReader(field: Field, by: Slice['by']): (value: Value) => string | null {
  const category = categoryReader(field);
  if (by === 'value') return value => (value === null ? null : category(value).text);
  const dropped = DROPPED_CHARS[by];
  // A calendar is slow, and the days of a data set are few.
  const seen = new Map<Value, string>();
  return value => {
    if (value === null) return null;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const text = valueText(field, value);
    // What lies beyond the calendar has no such text, and is a part of its own.
    const date = DATE.exec(text)?.[0];
    const part = date === undefined ? text : date.slice(0, date.length - dropped);
    seen.set(value, part);
    return part;
  };
}

const DATE = /^[+-]?[0-9]+-[0-9]{2}-[0-9]{2}/;

/** What each cut leaves off the end of `2015-12-03`. */
const DROPPED_CHARS: Readonly<Record<Exclude<Slice['by'], 'value'>, number>> = { day: 0, month: 3, year: 6 };
