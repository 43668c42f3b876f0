import * as arrow from 'apache-arrow';
import { arrowType } from '../../contract/arrow-field.ts';
import type { Field } from '../../contract/field.ts';
import type { Body } from './body.ts';
import type { Lane } from './lane.ts';
import type { Validity } from './validity.ts';

/** Makes a column of a field of the next column of a file: of the same values, or none. */
export type Fit = (body: Body, lane: Lane) => arrow.Data;

/** The buffers of a column, and the columns inside it. */
export type Parts = {
  readonly data?: ArrayBufferView;
  readonly valueOffsets?: Int32Array;
  readonly child?: arrow.Data;
  readonly children?: readonly arrow.Data[];
};

/** Makes columns of a field; its type is made once. */
export function dataMaker(
  field: Field,
): (length: number, validity: Pick<Validity, 'bitmap' | 'nulls'>, parts: Parts) => arrow.Data {
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
