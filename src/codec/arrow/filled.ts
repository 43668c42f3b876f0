import type { Data } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { blankBytes } from '../../contract/blank-bytes.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import type { Field } from '../../contract/field.ts';
import { taken } from '../../contract/take.ts';
import type { Value } from '../../contract/value.ts';
import type { Body } from './body.ts';
import { FitStop } from './fit-stop.ts';

/** A column of a default, which no bytes of the file pay for. @throws FitStop OVERFLOW */
export function filledColumn(field: Field, value: Value, length: number): Data {
  if ((1 + valueBytes(value) + blankBytes(field.type)) * length > LIMITS.codec_bytes_max)
    throw new FitStop('OVERFLOW', field.id);
  const builder = columnBuilder(field);
  for (let row = 0; row < length; row++) builder.append(value);
  return builder.finish();
}

/** A column of nulls, or, where none may be, of values that nobody reads. */
export function blankColumn(field: Field, length: number, body: Body): Data {
  const none = columnBuilder(field).finish();
  body.spend(4 * length, field.id);
  const places = new Int32Array(length).fill(-1);
  return taken(field, none, places, bytes => body.spend(bytes, field.id));
}

function valueBytes(value: Value): number {
  if (typeof value === 'string') return 3 * value.length;
  if (value instanceof Uint8Array) return value.length;
  return Array.isArray(value)
    ? (value as readonly Value[]).reduce<number>((sum, item) => sum + 8 + valueBytes(item), 8)
    : 8;
}
