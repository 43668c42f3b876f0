import { bitAt } from '../../contract/batch.ts';
import type { Field } from '../../contract/field.ts';
import type { Body } from './body.ts';
import { FitStop } from './fit-stop.ts';
import { bitsSet, counts, type Lane, presentLane, refuse } from './lane.ts';

/** Which rows of a column have a value, and those of its lane that do. */
export type Validity = {
  /** Absent where each row has one, or none is asked. */
  readonly bitmap: Uint8Array | undefined;
  readonly nulls: number;
  readonly lane: Lane;
};

/**
 * The node and the first buffer of a column. A null where none may be is refused if its row counts; under a null
 * writers leave nulls at will.
 */
export function validityOf(field: Field, body: Body, lane: Lane): Validity {
  const { length, nulls } = body.node(field.id);
  if (length !== lane.length) throw new FitStop('MALFORMED', field.id);
  const { bytes, offset } = body.buffer(field.id);
  if (bytes.length === 0 && nulls === 0) return { bitmap: undefined, nulls: 0, lane };
  if (8 * bytes.length < length) throw new FitStop('TRUNCATED', field.id, undefined, offset);
  const bitmap = bytes.subarray(0, (length + 7) >> 3);
  if (length - bitsSet(bitmap, length) !== nulls) throw new FitStop('MALFORMED', field.id, undefined, offset);
  return nulls === 0 ? { bitmap: undefined, nulls, lane } : settled(field, bitmap, nulls, lane, offset);
}

/** Nulls as the contract has them. */
export function settled(
  field: Field,
  bitmap: Uint8Array,
  nulls: number,
  lane: Lane,
  offset: number,
): Validity {
  if (!field.nullable)
    for (let row = 0; row < lane.length; row++)
      if (!bitAt(bitmap, row) && counts(lane, row))
        refuse(lane, row, 'NULL_NOT_ALLOWED', field.id, offset + (row >> 3));
  const present = presentLane(lane, bitmap);
  return field.nullable ? { bitmap, nulls, lane: present } : { bitmap: undefined, nulls: 0, lane: present };
}
