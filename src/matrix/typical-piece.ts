import type { Codec } from '../codec/codec.ts';
import type { Field } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';
import { chance } from './chance.ts';
import { type Kept, keptOf } from './kept.ts';
import { type Piece, pieceOf } from './pieces.ts';
import { typicalValue } from './typical-value.ts';

/**
 * What a codec writes for the value that a field has in every typical record of a name, whatever fields stand beside it
 * and whoever reads it: so it is made once for all the cells and parts that the field is in.
 */
export function typicalPiece(codec: Codec, field: Field, seed: number, name: string): Piece {
  return keptOf(PIECES, field, `${codec.name} ${seed} ${name}`, () => {
    const piece = pieceOf(codec, field, drawnValue(field, seed, name));
    if (piece === undefined) throw new TypeError(`${codec.name} can't carry a typical ${field.type.kind}`);
    return piece;
  });
}

/** That value, whatever form it is written in. */
export const drawnValue = (field: Field, seed: number, name: string): Value =>
  keptOf(VALUES, field, `${seed} ${name}`, () => typicalValue(field, chance(seed, `${name} ${field.id}`)));

const PIECES: Kept<Piece> = new WeakMap();
const VALUES: Kept<Value> = new WeakMap();
