import type { Json } from '../../base/canonical-json.ts';
import { isJsonObject } from './resolve-ref.ts';

/** Equal as JSON Schema has it: numbers by their value, objects whatever the order of their keys. */
export function sameValue(one: Json, other: Json): boolean {
  if (isNumber(one) && isNumber(other)) return one >= other && one <= other;
  if (Array.isArray(one) && Array.isArray(other)) {
    const [left, right] = [one as readonly Json[], other as readonly Json[]];
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]!));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && sameValue(one[key]!, other[key]!))
  );
}

const isNumber = (value: Json): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';
