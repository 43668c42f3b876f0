import { categoryReader, valueText } from './category.ts';
import type { Field } from './field.ts';
import type { Slice } from './schema.ts';
import { timeUnitOf, unitsInDay } from './time-unit.ts';
import type { Value } from './value.ts';

/** Which part of a data set a value falls into; null is a part of its own. */
export function sliceKeyReader(field: Field, by: Slice['by']): (value: Value) => string | null {
  const category = categoryReader(field);
  if (by === 'value') return value => (value === null ? null : category(value).text);
  const dropped = DROPPED_CHARS[by];
  // A calendar is slow, and the days of a data set are few.
  const seen = new Map<Value, string>();
  const dayOf = dayReader(field);
  return value => {
    if (value === null) return null;
    const day = dayOf(value);
    const known = seen.get(day);
    if (known !== undefined) return known;
    const text = valueText(field, value);
    const date = DATE.exec(text)?.[0];
    // What lies beyond the calendar has no such text, and is a part of its own.
    if (date === undefined) return text;
    const part = date.slice(0, date.length - dropped);
    seen.set(day, part);
    return part;
  };
}

/** What all values of a day share, and no other value has. */
function dayReader(field: Field): (value: Value) => Value {
  if (field.type.kind !== 'timestamp') return value => value;
  const units = unitsInDay(timeUnitOf(field));
  return value => {
    const count = value as bigint;
    const whole = Number(count / units);
    return count < 0n && count % units !== 0n ? whole - 1 : whole;
  };
}

const DATE = /^[+-]?[0-9]+-[0-9]{2}-[0-9]{2}/;

/** What each cut leaves off the end of `2015-12-03`. */
const DROPPED_CHARS: Readonly<Record<Exclude<Slice['by'], 'value'>, number>> = { day: 0, month: 3, year: 6 };
