import { canonicalJson } from '../base/canonical-json.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Default, Field, Range, UnknownPolicy } from '../contract/field.ts';
import type { Unit } from '../contract/unit.ts';
import type { Value } from '../contract/value.ts';

/** How much of a list a finding shows. */
const SHOWN_MAX = 8;

/** `a, b, c and 12 more`. What isn't shown is never written out. */
export function brief<T>(items: readonly T[], write: (item: T) => string = String): string {
  let text = '';
  const shown = Math.min(items.length, SHOWN_MAX);
  for (let index = 0; index < shown; index++)
    text += index === 0 ? write(items[0]!) : `, ${write(items[index]!)}`;
  return items.length > shown ? `${text} and ${items.length - shown} more` : text;
}

/** Whether a text may have been cut so: a label can look it, too. */
export const isBrief = (text: string): boolean => / and \d+ more/.test(text);

export const unitText = (unit: Unit | undefined): string => unit?.code ?? 'none';

/** A text of numbers, with the unit they are in where the other side has them in another. */
export const inItsUnit = (text: string, { unit }: Pick<Field, 'unit'>, other: Pick<Field, 'unit'>): string =>
  unit?.code === other.unit?.code ? text : `${text} ${unit?.code ?? 'without a unit'}`;

/** `[0, 600000]`; an open end is `…`. */
export function rangeText(field: Pick<Field, 'type' | 'unit' | 'range'>): string {
  const { type, range } = field;
  if (range === undefined) return 'any';
  const end = (value: Range['min']): string => {
    if (value === undefined) return '…';
    return type.kind === 'decimal' ? decimalText(value as bigint, type.scale) : String(value);
  };
  return `[${end(range.min)}, ${end(range.max)}]`;
}

export const policyText = (policy: UnknownPolicy | undefined): string => {
  if (policy === undefined) return 'none';
  return policy.kind === 'map' ? `map to term ${policy.term}` : policy.kind;
};

export const defaultText = (value: Default): string =>
  value.kind === 'none'
    ? 'no default'
    : `${valueText(value.value)}${value.means === 'value' ? ', a true value' : ''}`;

export const writeDefaultText = ({ writeDefault }: Field): string =>
  writeDefault === undefined ? 'no write default' : defaultText(writeDefault);

/** A value of a schema (a default), never of a record. */
export function valueText(value: Value): string {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `[${brief(value, valueText)}]`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return typeof value === 'bigint' ? String(value) : canonicalJson(value as null | boolean | string);
}
