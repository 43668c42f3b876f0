import type { Codec } from '../codec/codec.ts';
import { batchOf } from '../contract/batch.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';

/**
 * A record's bytes taken apart at the seams: one piece a field, in the writer's order, so that a single field can be
 * spoiled, dropped or written twice and the rest stay what a codec wrote.
 */
export type Piece = Uint8Array;

/** The bytes of one field, or undefined where the codec has none for the value. */
export function pieceOf(codec: Codec, field: Field, value: Value): Piece | undefined {
  const alone = aloneOf(field);
  const bytes = codec.encode(alone, batchOf(alone, [[value]]));
  if (bytes instanceof Error) return undefined;
  return codec.name === 'avro' ? bytes : bytes.subarray(bytes.indexOf(BRACE) + 1, bytes.lastIndexOf(UNBRACE));
}

/** Many pieces are made of one field, so its schema is kept. */
function aloneOf(field: Field): Schema {
  const known = ALONE.get(field);
  if (known !== undefined) return known;
  const alone = { fields: [field], normalizer: undefined, key: [], label: undefined, slices: [] };
  ALONE.set(field, alone);
  return alone;
}
const ALONE = new WeakMap<Field, Schema>();

/** What the pieces of a record are together. */
export function recordOf(codec: Codec, pieces: readonly Piece[]): Uint8Array {
  if (codec.name === 'avro') return Buffer.concat(pieces);
  const apart = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
  return Buffer.concat([Buffer.from('{'), ...apart, Buffer.from('}')]);
}

/** A JSON member that no codec would write: the text of its value stands for itself. */
export const memberPiece = (name: string, valueText: string): Piece => Buffer.from(`"${name}":${valueText}`);

/** A varint of Avro, for a value its type may be too small for. */
export function varintPiece(value: bigint): Piece {
  let rest = value >= 0n ? value * 2n : -value * 2n - 1n;
  const bytes: number[] = [];
  do {
    const more = rest > 0x7fn ? 0x80 : 0;
    bytes.push(Number(rest & 0x7fn) | more);
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

/** The piece with one run of bytes put for another of the same length; undefined where it isn't found. */
export function replaced(piece: Piece, run: Uint8Array, by: Uint8Array): Piece | undefined {
  const at = Buffer.from(piece).indexOf(run);
  if (at < 0) return undefined;
  const copy = Uint8Array.from(piece);
  copy.set(by, at);
  return copy;
}

const [BRACE, UNBRACE] = [0x7b, 0x7d];
const COMMA = Buffer.from(',');
