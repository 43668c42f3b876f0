import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { dateOfDays } from '../../contract/calendar-date.ts';
import { timestampText } from '../../contract/clock-text.ts';
import type { Value } from '../../contract/value.ts';
import { numeralOf } from './numeral.ts';
import type { ColumnType } from './typed-column.ts';

/** A value that is not null as text, in its one spelling. */
export function exactText(type: ColumnType, value: Exclude<Value, null>): string {
  if (typeof value === 'number') {
    if (type.kind === 'date') return dateOfDays(value) ?? `day ${value}`;
    return Number.isFinite(value) ? plainNumeral(String(value)) : String(value);
  }
  if (typeof value === 'bigint')
    return type.kind === 'timestamp'
      ? (timestampText(value, type.unit, type.zone) ?? `${value} ${type.unit}`)
      : String(value);
  const text = String(value);
  return type.kind === 'decimal' ? plainNumeral(text) : text;
}

/** What a text denotes beside numbers: the number, in its one spelling, where it is the literal of one; else itself. */
export const asNumber = (text: string): string => (numeralOf(text) === undefined ? text : plainNumeral(text));
