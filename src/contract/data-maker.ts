import * as arrow from 'apache-arrow';
import { arrowType } from './arrow-field.ts';
import type { Field } from './field.ts';

/** The buffers of a column, and the columns inside it. */
export type Parts = {
  readonly data?: ArrayBufferView;
  readonly valueOffsets?: Int32Array;
  readonly child?: arrow.Data;
  readonly children?: readonly arrow.Data[];
};

/** Which rows have a value; without bits all have. */
export type Presence = { readonly bitmap: Uint8Array | undefined; readonly nulls: number };

/** Makes columns of a field; its type is made once. */
export function dataMaker(field: Field): (length: number, presence: Presence, parts: Parts) => arrow.Data {
  const type = arrowType(field);
  return (length, { bitmap, nulls }, parts) =>
    arrow.makeData({
      type,
      length,
      nullCount: bitmap === undefined ? 0 : nulls,
      ...(bitmap !== undefined && { nullBitmap: bitmap }),
      ...parts,
    } as never);
}
