import type { JsonSchema, NumberBound } from '../../native/json-schema/json-schema.ts';

export type JsonRange = readonly [min: number | bigint | null, max: number | bigint | null];

/** Both bounds, included; one that excludes its own value has an end only where the next value is known. */
export function rangeIn({ minimum, maximum }: JsonSchema, isInteger: boolean): JsonRange | undefined {
  const [min, max] = [endOf(minimum, isInteger, 1), endOf(maximum, isInteger, -1)];
  return min === null && max === null ? undefined : [min, max];
}

/** @param inwards  the step to the next whole number inside */
export function endOf(
  bound: NumberBound | undefined,
  isInteger: boolean,
  inwards: 1 | -1,
): number | bigint | null {
  if (bound === undefined) return null;
  const { value, exclusive } = bound;
  if (!isInteger) return exclusive ? null : Number(value);
  if (typeof value === 'number' && !Number.isInteger(value))
    return BigInt(inwards === 1 ? Math.ceil(value) : Math.floor(value));
  return exclusive ? BigInt(value) + BigInt(inwards) : BigInt(value);
}
