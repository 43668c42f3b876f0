import { daysOfDate } from './calendar-date.ts';
import { timeOfText, timestampOfText } from './clock-text.ts';
import { decimalOfText, fitsDecimal } from './decimal-text.ts';
import type { Kind, Range, Type, Typed } from './field.ts';
import { inOrder } from './identity.ts';
import { asHeld, hasOrder, isFloat, KIND_TABLE } from './kind-table.ts';
import { holdsExactly, nearestFloat } from './narrow-float.ts';
import { entryOf, sizeOf } from './nested.ts';
import { timeUnitOf, unitsInDay } from './time-unit.ts';
import type { Value } from './value.ts';
import type { YamlNode } from './yaml-document.ts';

/** The value, or `undefined` when the node does not write one of this type. Integers are read digit by digit. */
export function readValue(field: Typed, node: YamlNode): Value | undefined {
  if (node.kind === 'null') return null;
  const { type } = field;
  const { kind } = type;
  if (isFloat(kind)) return floatOf(node);
  if (!hasOrder(kind)) return OTHERS[KIND_TABLE[kind].family as keyof typeof OTHERS](type, node);
  const value = endOf(field, node);
  return value !== undefined && fitsBounds(field, value) ? asHeld(kind, value) : undefined;
}

/** An end of a range, `null` for an open one, or `undefined` when the node writes none of this type. */
export function readRangeEnd(field: Typed, node: YamlNode): bigint | number | null | undefined {
  if (node.kind === 'null') return null;
  if (!isFloat(field.type.kind)) return endOf(field, node);
  const value = floatOf(node);
  return Object.is(value, -0) ? 0 : value;
}

/** Whether a value has the form `value.ts` gives its type, within what the type can hold. Exactness is not judged. */
export function fitsType(field: Typed, value: Exclude<Value, null>): boolean {
  const { type } = field;
  switch (KIND_TABLE[type.kind].held) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array && (type.kind !== 'fixed' || value.length === type.size);
    case 'bigint':
      return typeof value === 'bigint' && fitsBounds(field, value);
    case 'number':
      if (typeof value !== 'number') return false;
      return isFloat(type.kind)
        ? fitsFloat(type.kind, value)
        : Number.isInteger(value) && fitsBounds(field, BigInt(value));
    case 'list':
      return Array.isArray(value) && fitsSize(type, value);
  }
}

/** The same, and a float is one that the type has, not one near it. */
export const fitsExactly = (field: Typed, value: Exclude<Value, null>): boolean =>
  fitsType(field, value) &&
  (typeof value !== 'number' || !isFloat(field.type.kind) || holdsExactly(field.type.kind, value));

/** Whether both ends have the form of the type and are values it can hold. */
export const rangeFits = (field: Typed, { min, max }: Range): boolean =>
  [min, max].every(end => {
    if (end === undefined) return true;
    return typeof end === 'bigint' ? fitsBounds(field, end) : fitsFloat(field.type.kind, end);
  });

/** Whether an integer type can hold it: a code, an index. */
export const integerFits = (kind: Kind, value: bigint): boolean => {
  const bounds = KIND_TABLE[kind].bounds;
  return bounds !== undefined && bounds[0] <= value && value <= bounds[1];
};

/** What a type counts in whole numbers, within what it can hold: its own bounds, its digits, or the length of a day. */
export function fitsBounds(field: Typed, value: bigint): boolean {
  const { type } = field;
  if (type.kind === 'decimal') return fitsDecimal(value, type);
  if (type.kind === 'time') return value >= 0n && value < unitsInDay(timeUnitOf(field));
  return integerFits(type.kind, value);
}

/** A struct has a value for each field, an entry two, and a tensor as many as its shape says. */
function fitsSize(type: Type, value: readonly Value[]): boolean {
  if (type.kind === 'struct') return value.length === type.fields.length;
  if (type.kind === 'tensor') return value.length === sizeOf(type);
  return type.kind !== 'map' || value.every(entry => Array.isArray(entry) && entry.length === 2);
}

const fitsFloat = (kind: Kind, value: number): boolean =>
  isFloat(kind) && Number.isFinite(value) && Number.isFinite(nearestFloat(kind, value));

/** The whole number that a node of an ordered type, floats apart, stands for; it may lie beyond what the type holds. */
function endOf(field: Typed, node: YamlNode): bigint | undefined {
  const { type } = field;
  switch (type.kind) {
    case 'date': {
      const days = node.kind === 'string' ? daysOfDate(node.value) : undefined;
      return days === undefined ? undefined : BigInt(days);
    }
    case 'time':
      return node.kind === 'string' ? timeOfText(node.value, timeUnitOf(field)) : undefined;
    case 'timestamp':
      return node.kind === 'string' ? timestampOfText(node.value, timeUnitOf(field), type.zone) : undefined;
    case 'decimal': {
      const value = decimalOfText(decimalDigits(node), type);
      return typeof value === 'bigint' ? value : undefined;
    }
    default:
      return node.kind === 'integer' ? node.value : undefined;
  }
}

/** Digits as they were written: a double in between would round them. */
function decimalDigits(node: YamlNode): string {
  if (node.kind === 'integer' || node.kind === 'float') return node.written.replace(/^\+/, '');
  return node.kind === 'string' ? node.value : '';
}

const OTHERS = {
  truth: (_: Type, node: YamlNode) => (node.kind === 'bool' ? node.value : undefined),
  text: (_: Type, node: YamlNode) => (node.kind === 'string' ? node.value : undefined),
  bytes: (type: Type, node: YamlNode) => {
    const isHex = node.kind === 'string' && /^(?:[0-9a-f]{2})*$/.test(node.value);
    if (!isHex || (type.kind === 'fixed' && node.value.length !== 2 * type.size)) return undefined;
    return new Uint8Array(Buffer.from(node.value, 'hex'));
  },
  list: (type: Type, node: YamlNode) => {
    if (type.kind !== 'list' || node.kind !== 'list') return undefined;
    const items = itemsOf(type.element, node.items);
    return type.order === 'set' && items !== undefined ? inOrder(type.element, items) : items;
  },
  tensor: (type: Type, node: YamlNode) =>
    type.kind === 'tensor' && node.kind === 'list' ? itemsOf(type.element, node.items) : undefined,
  /** By name, and every field: what is not written in a default is not guessed. */
  struct: (type: Type, node: YamlNode) => {
    if (type.kind !== 'struct' || node.kind !== 'map' || node.entries.size !== type.fields.length)
      return undefined;
    const values = type.fields.map(field => {
      const written = node.entries.get(field.name);
      return written === undefined ? undefined : readValue(field, written.value);
    });
    return values.includes(undefined) ? undefined : (values as Value[]);
  },
  /** A list of `{key, value}`: a key of YAML is a text, and of a map it may be anything. */
  map: (type: Type, node: YamlNode) => {
    if (type.kind !== 'map' || node.kind !== 'list') return undefined;
    const entries = itemsOf(entryOf(type), node.items);
    return entries === undefined ? undefined : inOrder(entryOf(type), entries);
  },
} as const;

function itemsOf(element: Typed, nodes: readonly YamlNode[]): readonly Value[] | undefined {
  const items = nodes.map(node => readValue(element, node));
  return items.includes(undefined) ? undefined : (items as Value[]);
}

/** A whole number that a double would round is not the number that was written. */
function floatOf(node: YamlNode): number | undefined {
  if (node.kind === 'float') return node.value;
  if (node.kind !== 'integer') return undefined;
  const value = Number(node.written);
  return BigInt(value) === node.value ? value : undefined;
}
