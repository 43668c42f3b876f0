import type { Json } from '../base/canonical-json.ts';
import { avroSchemaOf } from '../codec/avro-schema.ts';
import type { Codec } from '../codec/codec.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { chance } from './chance.ts';
import { type Piece, pieceOf, recordOf } from './pieces.ts';
import type { Placed } from './probe.ts';
import {
  BASE,
  cutsOf,
  type ProbeForm,
  type SpoiledField,
  type SpoiledRecord,
  unknownName,
} from './probe-form.ts';
import { spoiledPieces } from './spoiled-pieces.ts';
import { typicalPiece } from './typical-piece.ts';

/** Forms in which a record is the bytes of its fields, one after the other. */
export function pieceForm(codec: Codec): ProbeForm {
  const typical = ({ fields }: Schema, seed: number, name: string): readonly Piece[] =>
    fields.map(field => typicalPiece(codec, field, seed, name));
  const placed = (pieces: readonly Piece[]): Placed => ({ bytes: recordOf(codec, pieces), row: undefined });
  return {
    typical: (writer, seed, name) => placed(typical(writer, seed, name)),
    changed: (writer, seed, changes) => {
      const base = typical(writer, seed, BASE);
      return changes.map(({ index, value }) => {
        const piece = pieceOf(codec, writer.fields[index]!, value);
        return piece && placed(base.with(index, piece));
      });
    },
    alone: ({ fields }, values) => {
      const pieces = fields.map((field, at) => pieceOf(codec, field, values[at]!));
      return pieces.every(piece => piece !== undefined) ? placed(pieces) : undefined;
    },
    spoiled: (writer, seed, field) => {
      const base = typical(writer, seed, BASE);
      const index = writer.fields.indexOf(field);
      const next = chance(seed, `spoiled ${field.id}`);
      return spoiledPieces(codec, field, base[index]!, next).map(
        ({ kind, name, pieces, unwritten, type }): SpoiledField => ({
          kind,
          name,
          placed: placed(base.toSpliced(index, 1, ...pieces)),
          published: type === undefined ? undefined : publishedWith(writer, field, type),
          records: unwritten ? 'unwritten' : 'nothing',
        }),
      );
    },
    spoiledRecords: (writer, seed) => spoiledRecords(codec, writer, typical(writer, seed, BASE)),
  };
}

/** The writer's Avro schema, with another type for one of its fields. */
function publishedWith(writer: Schema, field: Field, type: (registered: Json) => Json): Json {
  const record = avroSchemaOf(writer) as AvroRecord;
  const fields = record.fields.map(item =>
    item['field-id'] === field.id ? { name: item['name']!, type: type(item['type']!) } : item,
  );
  return { ...record, fields };
}
type AvroRecord = { readonly fields: readonly { readonly [key: string]: Json }[] };

function spoiledRecords(codec: Codec, writer: Schema, base: readonly Piece[]): readonly SpoiledRecord[] {
  const bytes = recordOf(codec, base);
  const spoiled = (made: Uint8Array): Pick<SpoiledRecord, 'placed' | 'published' | 'records'> => ({
    placed: { bytes: made, row: undefined },
    published: undefined,
    records: 'nothing',
  });
  const cuts = cutsOf(bytes).map(
    (at): SpoiledRecord => ({ kind: 'truncated', name: `${at}`, ...spoiled(bytes.subarray(0, at)) }),
  );
  const trailing = spoiled(Buffer.concat([bytes, Uint8Array.of(0)]));
  return [...cuts, { kind: 'trailing', name: 'byte', ...trailing }, unknownField(codec, writer, base)];
}

/** A producer is ahead of the registry: it writes a field its registered version doesn't have. */
function unknownField(codec: Codec, writer: Schema, pieces: readonly Piece[]): SpoiledRecord {
  const name = unknownName(writer);
  const named = { kind: 'unknown-field', name: 'added', records: 'whole' } as const;
  const isJson = codec.name === 'json';
  const piece = isJson ? Buffer.from(`"${name}":7`) : Uint8Array.of(14);
  const placed = { bytes: recordOf(codec, [...pieces, piece]), row: undefined };
  if (isJson) return { ...named, placed, published: undefined };
  const record = avroSchemaOf(writer) as AvroRecord;
  return { ...named, placed, published: { ...record, fields: [...record.fields, { name, type: 'long' }] } };
}
