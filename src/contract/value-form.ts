import { daysOfDate } from './calendar-date.ts';
import type { Kind, Range, Type } from './field.ts';
import type { Value } from './value.ts';
import type { YamlNode } from './yaml-document.ts';

/** How a value of each physical type is written in a contract. */
export const WRITTEN: Readonly<Record<Kind, string>> = {
  bool: 'true or false',
  int32: 'a whole number in decimal digits, from -2147483648 to 2147483647',
  int64: 'a whole number in decimal digits, from -9223372036854775808 to 9223372036854775807',
  float32: 'a finite number',
  float64: 'a finite number',
  string: 'text (in quotes if it looks like a number)',
  bytes: 'an even number of lower-case hex digits, in quotes',
  date: 'a date such as 2012-02-29',
  list: 'a list of what the element holds',
};

const INTEGERS: Readonly<Partial<Record<Kind, readonly [min: bigint, max: bigint]>>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  date: [-(2n ** 31n), 2n ** 31n - 1n],
};
const FLOAT32_MAX = 3.4028234663852886e38;

export const hasOrder = (kind: Kind): boolean => INTEGERS[kind] !== undefined || isFloat(kind);

export const isFloat = (kind: Kind): boolean => kind === 'float32' || kind === 'float64';

/** The value, or `undefined` when the node does not write one of this type. Integers are read digit by digit. */
export function readValue(type: Type, node: YamlNode): Value | undefined {
  if (node.kind === 'null') return null;
  switch (type.kind) {
    case 'bool':
      return node.kind === 'bool' ? node.value : undefined;
    case 'string':
      return node.kind === 'string' ? node.value : undefined;
    case 'bytes': {
      const isHex = node.kind === 'string' && /^(?:[0-9a-f]{2})*$/.test(node.value);
      return isHex ? new Uint8Array(Buffer.from(node.value, 'hex')) : undefined;
    }
    case 'date':
      return node.kind === 'string' ? daysOfDate(node.value) : undefined;
    case 'float32':
    case 'float64':
      return floatOf(node);
    case 'int32':
    case 'int64':
      return node.kind === 'integer' ? integerOf(type.kind, node.value) : undefined;
    case 'list': {
      if (node.kind !== 'list') return undefined;
      const items = node.items.map(item => readValue(type.element.type, item));
      return items.includes(undefined) ? undefined : (items as Value[]);
    }
  }
}

/** An end of a range, `null` for an open one, or `undefined` when the node writes none of this type. */
export function readRangeEnd(kind: Kind, node: YamlNode): bigint | number | null | undefined {
  if (node.kind === 'null') return null;
  if (isFloat(kind)) {
    const value = floatOf(node);
    return Object.is(value, -0) ? 0 : value;
  }
  if (kind !== 'date') return node.kind === 'integer' ? node.value : undefined;
  const days = node.kind === 'string' ? daysOfDate(node.value) : undefined;
  return days === undefined ? undefined : BigInt(days);
}

/** Whether a value has the form `value.ts` gives its type, within what the type can hold. Exactness is not judged. */
export function fitsType(type: Type, value: Exclude<Value, null>): boolean {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array;
    case 'float32':
    case 'float64':
      return typeof value === 'number' && endFits(type.kind, value);
    case 'int64':
      return typeof value === 'bigint' && endFits(type.kind, value);
    case 'int32':
    case 'date':
      return typeof value === 'number' && Number.isInteger(value) && endFits(type.kind, BigInt(value));
    case 'list':
      return Array.isArray(value);
  }
}

/** Whether both ends have the form of the type and are values it can hold. */
export const rangeFits = (kind: Kind, { min, max }: Range): boolean =>
  [min, max].every(end => end === undefined || endFits(kind, end));

function endFits(kind: Kind, end: bigint | number): boolean {
  if (typeof end === 'bigint') {
    const [min, max] = INTEGERS[kind] ?? [1n, 0n];
    return min <= end && end <= max;
  }
  return isFloat(kind) && Number.isFinite(end) && (kind === 'float64' || Math.abs(end) <= FLOAT32_MAX);
}

export const integerFits = (kind: Kind, value: bigint): boolean => endFits(kind, value);

function integerOf(kind: 'int32' | 'int64', value: bigint): Value | undefined {
  if (!endFits(kind, value)) return undefined;
  return kind === 'int64' ? value : Number(value);
}

/** A whole number that a double would round is not the number that was written. */
function floatOf(node: YamlNode): number | undefined {
  if (node.kind === 'float') return node.value;
  if (node.kind !== 'integer') return undefined;
  const value = Number(node.written);
  return BigInt(value) === node.value ? value : undefined;
}
