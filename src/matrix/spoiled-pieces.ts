import type { Json } from '../base/canonical-json.ts';
import type { Codec } from '../codec/codec.ts';
import { decimalBytes } from '../codec/decimal-bytes.ts';
import type { Field } from '../contract/field.ts';
import { isFloat, isInteger } from '../contract/kind-table.ts';
import { beyondOf } from './beyond.ts';
import type { Chance } from './chance.ts';
import { MARK, NOT_UTF8, withMark } from './not-utf8.ts';
import { memberPiece, type Piece, pieceOf, replaced, varintPiece } from './pieces.ts';
import type { ProbeKind } from './probe.ts';
import { typicalValue } from './typical-value.ts';

/** What no writer of this schema should have written for a field. */
export type Spoiled = {
  readonly kind: ProbeKind;
  readonly name: string;
  /** What stands in the place of the field's piece: none, one, or two of them. */
  readonly pieces: readonly Piece[];
  /** The field is left out, which a declared default may stand for. */
  readonly unwritten: boolean;
  /** The Avro type the producer published for the field, where the bytes follow that and not the registered one. */
  readonly type: ((registered: Json) => Json) | undefined;
};

export function spoiledPieces(codec: Codec, field: Field, base: Piece, next: Chance): readonly Spoiled[] {
  return [
    ...invalidUtf8(codec, field, next),
    ...(codec.name === 'avro' ? avroOnly(field, base) : jsonOnly(codec, field, base, next)),
  ];
}

const spoiled = (kind: ProbeKind, name: string, ...pieces: Piece[]): Spoiled => ({
  kind,
  name,
  pieces,
  unwritten: false,
  type: undefined,
});

function avroOnly(field: Field, base: Piece): readonly Spoiled[] {
  // A null of a union that the registered schema doesn't have, as a producer writes it whose own schema does.
  const unregistered: Spoiled = {
    ...spoiled('null', 'unregistered', varintPiece(0n)),
    type: registered => ['null', registered],
  };
  const overflow = overflowing(field);
  if (!field.nullable) return [unregistered, ...overflow];
  // The branch of the union is the first byte of what the codec wrote for a value.
  const branch = base.subarray(0, 1);
  return overflow.map(made => ({ ...made, pieces: [Buffer.concat([branch, ...made.pieces])] }));
}

function jsonOnly(codec: Codec, field: Field, base: Piece, next: Chance): readonly Spoiled[] {
  const text = (kind: ProbeKind, name: string, value: string): Spoiled =>
    spoiled(kind, name, memberPiece(field.name, value));
  const { kind } = field.type;
  const beyond = isInteger(kind) || kind === 'duration' ? beyondOf(field) : [];
  return [
    ...(field.nullable ? [] : [text('null', 'null', 'null')]),
    ...beyond.map(value => text('overflow', `${value}`, `${value}`)),
    // What a lenient writer puts out, and no JSON reader should take for a number.
    ...(isFloat(kind) ? [text('nan', 'bare NaN', 'NaN'), text('overflow', '1e400', '1e400')] : []),
    { ...spoiled('missing-field', 'left out'), unwritten: true },
    spoiled('duplicate-key', 'twice', base, otherPiece(codec, field, base, next)),
  ];
}

/** In Avro a number beyond its type is a longer varint, a decimal beyond its digits more bytes; uint64 has eight. */
function overflowing(field: Field): readonly Spoiled[] {
  const { type } = field;
  if (type.kind === 'uint64') return [];
  if (type.kind === 'decimal') {
    const bytes = decimalBytes(10n ** BigInt(type.precision));
    return [spoiled('overflow', 'digits', Buffer.concat([varintPiece(BigInt(bytes.length)), bytes]))];
  }
  return beyondOf(field).map(value => spoiled('overflow', `${value}`, varintPiece(value)));
}

function otherPiece(codec: Codec, field: Field, base: Piece, next: Chance): Piece {
  for (let tries = 0; tries < 16; tries++) {
    const piece = pieceOf(codec, field, typicalValue(field, next));
    if (piece !== undefined && !Buffer.from(piece).equals(base)) return piece;
  }
  return base;
}

function invalidUtf8(codec: Codec, field: Field, next: Chance): readonly Spoiled[] {
  const marked = withMark(field, next);
  const piece = marked === undefined ? undefined : pieceOf(codec, field, marked);
  if (piece === undefined) return [];
  return NOT_UTF8.flatMap(run => {
    const made = replaced(piece, Buffer.from(MARK), Uint8Array.from(run));
    return made === undefined ? [] : [spoiled('invalid-utf8', Buffer.from(run).toString('hex'), made)];
  });
}
