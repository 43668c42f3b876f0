import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { dateOfDays } from '../../contract/calendar-date.ts';
import { timeOfText, timestampText, timeText } from '../../contract/clock-text.ts';
import type { TimeUnit } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { numeralOf } from './numeral.ts';
import type { ColumnType } from './typed-column.ts';

/** A value that is not null as text, in its one spelling: times in the coarsest unit that holds them. */
export function exactText(type: ColumnType, value: Exclude<Value, null>): string {
  if (typeof value === 'number') {
    if (type.kind === 'date') return dateOfDays(value) ?? `day ${value}`;
    return Number.isFinite(value) ? plainNumeral(String(value)) : String(value);
  }
  if (typeof value === 'bigint') {
    if (type.kind !== 'timestamp' && type.kind !== 'time' && type.kind !== 'duration') return String(value);
    const { count, unit } = coarsest(value, type.unit);
    if (type.kind === 'time') return timeText(count, unit);
    const shown = type.kind === 'timestamp' ? timestampText(count, unit, type.zone) : undefined;
    return shown ?? `${count} ${unit}`;
  }
  const text = String(value);
  return type.kind === 'decimal' || (type.kind === 'float' && numeralOf(text) !== undefined)
    ? plainNumeral(text)
    : text;
}

const COARSER: Readonly<Record<TimeUnit, TimeUnit | undefined>> = {
  ns: 'us',
  us: 'ms',
  ms: 's',
  s: undefined,
};

function coarsest(count: bigint, unit: TimeUnit): { readonly count: bigint; readonly unit: TimeUnit } {
  const coarser = COARSER[unit];
  return coarser === undefined || count % 1000n !== 0n ? { count, unit } : coarsest(count / 1000n, coarser);
}

/** What a text denotes beside numbers: the number, in its one spelling, where it is the literal of one; else itself. */
export const asNumber = (text: string): string => (numeralOf(text) === undefined ? text : plainNumeral(text));

/** What a text denotes beside times of day. */
export function asTime(text: string): string {
  const value = timeOfText(text, 'ns');
  return value === undefined ? text : exactText({ kind: 'time', unit: 'ns' }, value);
}
