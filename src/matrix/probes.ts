import type { Json } from '../base/canonical-json.ts';
import { avroSchemaOf } from '../codec/avro-schema.ts';
import type { Codec } from '../codec/codec.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { chance } from './chance.ts';
import { type Piece, pieceOf, recordOf } from './pieces.ts';
import { placeOf } from './place-of.ts';
import type { Gap, Probe, ProbeKind, Truth } from './probe.ts';
import { type Spoiled, spoiledPieces } from './spoiled-pieces.ts';
import { typicalPiece } from './typical-piece.ts';
import { isTooLarge, variantsOf } from './variants.ts';

export type Probes = { readonly probes: readonly Probe[]; readonly gaps: readonly Gap[] };

/**
 * The probes of the record, and of those of its fields that are asked `about`. The same schemas, codec and seed give the
 * same bytes, on every machine; and a field has the same values in every record, whatever fields stand beside it.
 *
 * @param put  how many typical records are among them, and whether those about the record as a whole are
 */
export function probesOf(
  writer: Schema,
  reader: Schema,
  codec: Codec,
  seed: number,
  about: ReadonlySet<FieldId>,
  put: { readonly typical: number; readonly ofRecord: boolean },
): Probes {
  const making: Making = { writer, reader, codec, seed, base: typicalRecord(writer, codec, seed, 'base') };
  const probed = writer.fields.filter(({ id }) => about.has(id));
  const all = [
    ...typicalProbes(making, put.typical),
    ...missingDefaults(making, about),
    ...probed.flatMap(field => [...variantProbes(making, field), ...spoiledProbes(making, field)]),
    ...(put.ofRecord ? recordProbes(making) : []),
  ];
  const isProbe = (made: Probe | Gap): made is Probe => 'bytes' in made;
  const isGap = (made: Probe | Gap): made is Gap => !isProbe(made);
  return { probes: all.filter(isProbe), gaps: all.filter(isGap) };
}

type Making = {
  readonly writer: Schema;
  readonly reader: Schema;
  readonly codec: Codec;
  readonly seed: number;
  /** The record that every probe about one field changes in that field alone. */
  readonly base: Typical;
};
type Typical = { readonly values: RecordValues; readonly pieces: readonly Piece[] };

function typicalRecord({ fields }: Schema, codec: Codec, seed: number, name: string): Typical {
  const made = fields.map(field => typicalPiece(codec, field, seed, name));
  return { values: made.map(({ value }) => value), pieces: made.map(({ piece }) => piece) };
}

const whole = (values: RecordValues): Truth => ({
  kind: 'record',
  values,
  spoiled: undefined,
  unwritten: undefined,
});

function typicalProbes({ writer, codec, seed }: Making, length: number): readonly Probe[] {
  return Array.from({ length }, (_, index) => {
    const { values, pieces } = typicalRecord(writer, codec, seed, `typical ${index}`);
    return {
      id: `typical/${index}`,
      kind: 'typical',
      field: undefined,
      bytes: recordOf(codec, pieces),
      truth: whole(values),
      published: undefined,
    };
  });
}

/** What the reader knows and the writer doesn't: the bytes are ordinary, and what fills the field is the question. */
function missingDefaults(
  { writer, reader, codec, base }: Making,
  about: ReadonlySet<FieldId>,
): readonly Probe[] {
  return reader.fields
    .filter(({ id }) => about.has(id) && placeOf(writer, id) === undefined)
    .map(field => ({
      id: `missing-default/${field.id}`,
      kind: 'missing-default',
      field: field.id,
      bytes: recordOf(codec, base.pieces),
      truth: whole(base.values),
      published: undefined,
    }));
}

function variantProbes(making: Making, field: Field): readonly (Probe | Gap)[] {
  const { writer, reader, codec, seed, base } = making;
  const index = writer.fields.indexOf(field);
  const place = placeOf(reader, field.id);
  const read = place === undefined ? undefined : reader.fields[place];
  const next = chance(seed, `variants ${field.id}`);
  const made = variantsOf(field, read, next);
  const left = new Set(made.filter(isTooLarge).map(({ kind }) => kind));
  const gaps = [...left].map((kind): Gap => ({ kind, field: field.id, reason: 'size' }));
  const variants = made.flatMap(variant => (isTooLarge(variant) ? [] : [variant]));
  const probes = variants.map(({ kind, name, value }): Probe | Gap => {
    const piece = pieceOf(codec, field, value);
    if (piece === undefined) return { kind, field: field.id, reason: 'codec' };
    return {
      id: `${kind}/${field.id}/${name}`,
      kind,
      field: field.id,
      bytes: recordOf(codec, base.pieces.with(index, piece)),
      truth: whole(base.values.with(index, value)),
      published: undefined,
    };
  });
  return [...probes, ...gaps];
}

function spoiledProbes(making: Making, field: Field): readonly Probe[] {
  const { writer, codec, seed, base } = making;
  const index = writer.fields.indexOf(field);
  const next = chance(seed, `spoiled ${field.id}`);
  return spoiledPieces(codec, field, base.pieces[index]!, next).map((spoiled: Spoiled): Probe => {
    const { kind, name, pieces } = spoiled;
    return {
      id: `${kind}/${field.id}/${name}`,
      kind,
      field: field.id,
      bytes: recordOf(codec, base.pieces.toSpliced(index, 1, ...pieces)),
      truth: {
        kind: 'record',
        values: base.values.with(index, null),
        spoiled: spoiled.unwritten ? undefined : field.id,
        unwritten: spoiled.unwritten ? field.id : undefined,
      },
      published: spoiled.type === undefined ? undefined : publishedWith(writer, field, spoiled.type),
    };
  });
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

/** Probes about the record and not about a field. */
function recordProbes({ writer, codec, base }: Making): readonly Probe[] {
  const bytes = recordOf(codec, base.pieces);
  const probe = (
    kind: ProbeKind,
    name: string,
    made: Pick<Probe, 'bytes' | 'truth' | 'published'>,
  ): Probe => ({
    id: `${kind}/${name}`,
    kind,
    field: undefined,
    ...made,
  });
  const none = { truth: { kind: 'none' }, published: undefined } as const;
  const cuts = [...new Set([0, bytes.length >> 1, bytes.length - 1])].map(at =>
    probe('truncated', `${at}`, { ...none, bytes: bytes.subarray(0, at) }),
  );
  const trailing = probe('trailing', 'byte', { ...none, bytes: Buffer.concat([bytes, Uint8Array.of(0)]) });
  return [...cuts, trailing, probe('unknown-field', 'added', unknownField(writer, codec, base))];
}

/** A producer is ahead of the registry: it writes a field its registered version doesn't have. */
function unknownField(
  writer: Schema,
  codec: Codec,
  { values, pieces }: Typical,
): Pick<Probe, 'bytes' | 'truth' | 'published'> {
  let name = 'not_registered';
  while (writer.fields.some(field => field.name === name)) name += '_';
  const truth = whole(values);
  if (codec.name === 'json') {
    const added = recordOf(codec, [...pieces, Buffer.from(`"${name}":7`)]);
    return { bytes: added, truth, published: undefined };
  }
  const record = avroSchemaOf(writer) as AvroRecord;
  const published = { ...record, fields: [...record.fields, { name, type: 'long' }] };
  return { bytes: recordOf(codec, [...pieces, Uint8Array.of(14)]), truth, published };
}
