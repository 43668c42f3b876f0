import { KIND_TABLE } from '../../contract/kind-table.ts';
import type { JsonSchema, NumberBound } from '../../native/json-schema/json-schema.ts';

export type JsonRange = readonly [min: number | bigint | null, max: number | bigint | null];

/** Both bounds, included; one that excludes its own value has an end only where the next value is known. */
export function rangeIn(schema: JsonSchema, isInteger: boolean): JsonRange | undefined {
  const [min, max] = [endOf(schema, 'minimum', isInteger), endOf(schema, 'maximum', isInteger)];
  return min === null && max === null ? undefined : [min, max];
}

/** One that lets every value of the type pass is no end. */
export function endOf(
  schema: JsonSchema,
  side: 'minimum' | 'maximum',
  isInteger: boolean,
): number | bigint | null {
  const { [side]: bound, format } = schema;
  if (bound === undefined) return null;
  if (!isInteger) return bound.exclusive ? null : Number(bound.value);
  const end = wholeEnd(bound, side === 'minimum' ? 1 : -1);
  const [least, most] = KIND_TABLE[format === 'int32' ? 'int32' : 'int64'].bounds!;
  return side === 'minimum' ? (end < least ? null : end) : end > most ? null : end;
}

/** @param inwards  the step to the next whole number inside */
function wholeEnd({ value, exclusive }: NumberBound, inwards: 1 | -1): bigint {
  if (typeof value === 'number' && !Number.isInteger(value))
    return BigInt(inwards === 1 ? Math.ceil(value) : Math.floor(value));
  return exclusive ? BigInt(value) + BigInt(inwards) : BigInt(value);
}
