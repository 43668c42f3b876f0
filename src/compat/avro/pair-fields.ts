import type { AvroField, AvroRecord } from '../../native/avro/type.ts';
import { displacedField } from '../displaced-field.ts';

/** One field of the reader, and the fields of the writer that claim to be it: by its name, then by its aliases. */
export type FieldClaim = { readonly reader: AvroField; readonly writers: readonly AvroField[] };

export type FieldPairs = {
  /** In the reader's order. */
  readonly claims: readonly FieldClaim[];
  /** What the reader has no field for. */
  readonly dropped: readonly AvroField[];
  /** Fields of the writer that more than one field of the reader claims. */
  readonly disputed: readonly AvroField[];
  /** The first shared field that stands elsewhere among those both have. */
  readonly displaced: { readonly field: AvroField; readonly from: number; readonly to: number } | undefined;
};

export function pairFields(writer: AvroRecord, reader: AvroRecord): FieldPairs {
  const places = new Map(writer.fields.map((field, place) => [field.name, place]));
  const times = new Map<AvroField, number>();
  const froms: Array<number | undefined> = [];
  const claims = reader.fields.map((field): FieldClaim => {
    const found = [...new Set([field.name, ...field.aliases])].flatMap(name => places.get(name) ?? []);
    const writers = found.map(place => writer.fields[place]!);
    for (const one of writers) times.set(one, (times.get(one) ?? 0) + 1);
    froms.push(found[0]);
    return { reader: field, writers };
  });
  const displaced = displacedField(froms);
  return {
    claims,
    dropped: writer.fields.filter(field => !times.has(field)),
    disputed: writer.fields.filter(field => (times.get(field) ?? 0) > 1),
    displaced: displaced && { field: reader.fields[displaced.index]!, ...displaced },
  };
}
