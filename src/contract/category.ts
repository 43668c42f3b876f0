import { timestampText, timeText } from './clock-text.ts';
import { decimalText } from './decimal-text.ts';
import type { Field } from './field.ts';
import { timeUnitOf } from './time-unit.ts';
import type { Value } from './value.ts';
import type { Term } from './vocabulary.ts';
import { termOf } from './vocabulary-lookup.ts';

/** What a value counts as when values are counted: the term it stands for, or itself. */
export type Category = {
  /** Equal for two values exactly when they are the same category. */
  readonly key: string;
  readonly text: string;
  /** Absent when the field has no vocabulary, or the value is no term of it. */
  readonly term: Term | undefined;
};

/** Reads a value that is not null. A label, its alias and its code are one category. */
export function categoryReader(field: Field): (value: Exclude<Value, null>) => Category {
  const seen = new Map<Value, Category>();
  return value => {
    const known = seen.get(value);
    if (known !== undefined) return known;
    const category = categoryOf(field, value);
    // Lists and bytes are compared by reference in a map, and would only fill it.
    if (typeof value !== 'object') seen.set(value, category);
    return category;
  };
}

/** Whether values of the field are worth counting one by one. */
export const isCategorical = (field: Field): boolean =>
  field.vocabulary !== undefined ||
  field.type.kind === 'bool' ||
  field.logical === 'label' ||
  field.logical === 'category' ||
  field.logical === 'flag';

/** A value as evidence shows it: dates and times as ISO 8601, decimals with their point, bytes as hex. */
export function valueText(field: Field, value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  const { type } = field;
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return `[${(value as readonly Value[]).map(item => valueText(type.element, item)).join(', ')}]`;
    case 'struct':
      return `{${type.fields
        .map((member, at) => `${member.name}: ${valueText(member, (value as readonly Value[])[at]!)}`)
        .join(', ')}}`;
    case 'map':
      return `{${(value as readonly (readonly Value[])[])
        .map(([key, held]) => `${valueText(type.key, key!)}: ${valueText(type.value, held!)}`)
        .join(', ')}}`;
    case 'date':
      return dateText(value as number);
    case 'decimal':
      return decimalText(value as bigint, type.scale);
    case 'time':
      return timeText(value as bigint, timeUnitOf(field));
    case 'timestamp': {
      const unit = timeUnitOf(field);
      return timestampText(value as bigint, unit, type.zone) ?? `${value} ${unit}`;
    }
    default:
      return String(value);
  }
}

const MS_PER_DAY = 86_400_000;
/** ECMAScript's calendar ends here; an int32 of days goes on. */
const DAYS_MAX = 100_000_000;

/** `2015-12-03` of days since 1970-01-01. */
export const dateText = (days: number): string =>
  Math.abs(days) > DAYS_MAX ? `day ${days}` : new Date(days * MS_PER_DAY).toISOString().split('T')[0]!;

function categoryOf(field: Field, value: Exclude<Value, null>): Category {
  const term = termOf(field, value);
  if (term !== undefined) return { key: `term ${term.id}`, text: term.label, term };
  // -0 and 0 are one category, as they are one quantity.
  const text = valueText(field, Object.is(value, -0) ? 0 : value);
  return { key: `value ${text}`, text, term: undefined };
}
