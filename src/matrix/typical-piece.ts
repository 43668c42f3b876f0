import type { Codec } from '../codec/codec.ts';
import type { Field } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';
import { chance } from './chance.ts';
import { type Piece, pieceOf } from './pieces.ts';
import { typicalValue } from './typical-value.ts';

/** A typical value of a field, and what a codec writes for it. */
export type TypicalPiece = { readonly value: Value; readonly piece: Piece };

/**
 * The one that a field has in every typical record of a name, whatever fields stand beside it and whoever reads it: so it
 * is made once for all the cells and parts that the field is in.
 */
export function typicalPiece(codec: Codec, field: Field, seed: number, name: string): TypicalPiece {
  const known = PIECES.get(field) ?? new Map<string, TypicalPiece>();
  PIECES.set(field, known);
  const key = `${codec.name} ${seed} ${name}`;
  const made = known.get(key) ?? make(codec, field, seed, name);
  known.set(key, made);
  return made;
}

const PIECES = new WeakMap<Field, Map<string, TypicalPiece>>();

function make(codec: Codec, field: Field, seed: number, name: string): TypicalPiece {
  const value = typicalValue(field, chance(seed, `${name} ${field.id}`));
  const piece = pieceOf(codec, field, value);
  if (piece === undefined) throw new TypeError(`${codec.name} can't carry a typical ${field.type.kind}`);
  return { value, piece };
}
