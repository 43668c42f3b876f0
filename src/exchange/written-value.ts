import type { Json } from '../base/canonical-json.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import { timestampText, timeText } from '../contract/clock-text.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, Typed } from '../contract/field.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';

/** A value as a contract writes it; undefined where it has no text, as a moment beyond the year 9999. */
export function writtenValue(field: Typed, value: Value): Json | undefined {
  if (value === null) return null;
  const { type } = field;
  switch (type.kind) {
    case 'list':
    case 'tensor': {
      const items = (value as readonly Value[]).map(item => writtenValue(type.element, item));
      return items.includes(undefined) ? undefined : (items as Json[]);
    }
    case 'struct':
      return structValue(type.fields, value as readonly Value[]);
    case 'map': {
      const entries = (value as readonly (readonly Value[])[]).map(entry =>
        structValue([type.key, type.value], entry),
      );
      return entries.includes(undefined) ? undefined : (entries as Json[]);
    }
    case 'bytes':
    case 'fixed':
      return Buffer.from(value as Uint8Array).toString('hex');
    case 'date':
    case 'time':
    case 'timestamp':
    case 'decimal':
      return writtenEnd(field, BigInt(value as number | bigint));
    default:
      return value as Json;
  }
}

function structValue(fields: readonly Field[], values: readonly Value[]): Json | undefined {
  const members = fields.map((field, at) => [field.name, writtenValue(field, values[at]!)] as const);
  return members.some(([, member]) => member === undefined)
    ? undefined
    : (Object.fromEntries(members) as Json);
}

/** An end of a range, or a value that has an order: days, times and decimals as the text they stand for. */
export function writtenEnd(field: Typed, end: bigint | number): Json | undefined {
  const { type } = field;
  switch (type.kind) {
    case 'date':
      return dateOfDays(Number(end));
    case 'time':
      return timeText(BigInt(end), timeUnitOf(field));
    case 'timestamp':
      return timestampText(BigInt(end), timeUnitOf(field), type.zone);
    case 'decimal':
      return decimalText(BigInt(end), type.scale);
    default:
      return end;
  }
}
