import { LIMITS } from '../base/limits.ts';
import { unchanged } from '../compat/unchanged.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { placeOf } from './place-of.ts';
import { typicalSize } from './typical-value.ts';

/** A writer and a reader seen through some of their fields. */
export type Projection = {
  readonly writer: Schema;
  readonly reader: Schema;
  /** The fields it is made for. The writer has others where a reader of these, by name, would find them. */
  readonly about: ReadonlySet<FieldId>;
};

/**
 * A wide pair in projections of a few fields, so that a probe of one field costs a few fields and not all of them. Each
 * field of either side is in one of them, and fields that an ordinary reader may take for one another stand together.
 *
 * Where one ends is decided by ids and not by counting: a version with one field more has the other projections in
 * common with the version before, and what is in common is run once.
 */
export function projectionsOf(writer: Schema, reader: Schema): readonly Projection[] {
  const sizeOf = (id: FieldId): number => Math.max(valuesIn(writer, id), valuesIn(reader, id));
  const groups: FieldId[][] = [];
  let open = new Group(sizeOf);
  const close = (): void => {
    groups.push(...open.groups);
    open = new Group(sizeOf);
  };
  for (const ids of namesakes(writer, reader)) {
    if (isSeam(ids[0]!)) close();
    // What changed is read alone besides, and that costs nothing more where no other field stands beside it.
    if (ids.some(id => isChanged(writer, reader, id))) groups.push(...new Group(sizeOf).add(ids).groups);
    else open.add(ids);
  }
  close();
  const found = byPlainName(writer);
  return groups.map(ids => projectionOf(writer, reader, new Set(ids), found));
}

/** Fields that are to stand together, in as many lists as it takes. */
class Group {
  readonly groups: FieldId[][] = [];
  readonly #sizeOf: (id: FieldId) => number;
  #values = 0;

  constructor(sizeOf: (id: FieldId) => number) {
    this.#sizeOf = sizeOf;
  }

  add(ids: readonly FieldId[]): this {
    const size = ids.reduce((sum, id) => sum + this.#sizeOf(id), 0);
    if (this.#isFull(ids.length, size)) this.#begin();
    for (const id of ids) {
      if (this.#isFull(1, this.#sizeOf(id))) this.#begin();
      this.groups.at(-1)!.push(id);
      this.#values += this.#sizeOf(id);
    }
    return this;
  }

  #isFull(fields: number, more: number): boolean {
    const last = this.groups.at(-1);
    return (
      last === undefined ||
      (last.length > 0 &&
        (last.length + fields > LIMITS.matrix_projection_fields_max ||
          this.#values + more > LIMITS.matrix_projection_values_max))
    );
  }

  #begin(): void {
    this.groups.push([]);
    this.#values = 0;
  }
}

function isChanged(writer: Schema, reader: Schema, id: FieldId): boolean {
  const [written, read] = [placeOf(writer, id), placeOf(reader, id)];
  return (
    written === undefined || read === undefined || !unchanged(writer.fields[written]!, reader.fields[read]!)
  );
}

function valuesIn(schema: Schema, id: FieldId): number {
  const place = placeOf(schema, id);
  return place === undefined ? 0 : typicalSize(schema.fields[place]!.type);
}

/** One id in four, spread evenly over ids that were given one after the other. */
const isSeam = (id: FieldId): boolean => Math.imul(id, 0x9e3779b1) >>> 30 === 0;

function projectionOf(
  writer: Schema,
  reader: Schema,
  about: ReadonlySet<FieldId>,
  found: ReadonlyMap<string, Field>,
): Projection {
  const read = fieldsOf(reader, about);
  const wanted = new Set(about);
  for (const name of read.flatMap(namesOf)) {
    const bearer = found.get(name);
    if (bearer !== undefined) wanted.add(bearer.id);
  }
  const known = fieldsOf(writer, wanted);
  // A record without fields has no bytes, so nobody could tell it from no record.
  const written = known.length === 0 ? writer.fields.slice(0, 1) : known;
  return { writer: onlyFields(writer, written), reader: onlyFields(reader, read), about };
}

/** In the schema's order. */
const fieldsOf = (schema: Schema, ids: ReadonlySet<FieldId>): readonly Field[] =>
  [...ids]
    .flatMap(id => placeOf(schema, id) ?? [])
    .sort((a, b) => a - b)
    .map(place => schema.fields[place]!);

/** Of a record some fields, and nothing that could name another. */
export const onlyFields = ({ normalizer }: Schema, fields: readonly Field[]): Schema => ({
  fields,
  normalizer,
  key: [],
  label: undefined,
  slices: [],
});

/** By what an ordinary reader may find a field. A name that Avro can't spell is the field's id to it. */
const namesOf = ({ id, name, aliases }: Field): readonly string[] => [name, ...aliases, `f${id}`];

function byPlainName({ fields }: Schema): ReadonlyMap<string, Field> {
  return new Map([
    ...fields.map(field => [`f${field.id}`, field] as const),
    ...fields.map(field => [field.name, field] as const),
  ]);
}

/** The ids of both sides, those together that share a name; by their least, ascending, as is each by itself. */
function namesakes(writer: Schema, reader: Schema): readonly (readonly FieldId[])[] {
  const parent = new Map<FieldId, FieldId>();
  const rootOf = (id: FieldId): FieldId => {
    let root = id;
    for (let up = parent.get(root)!; up !== root; up = parent.get(root)!) root = up;
    for (let at = id; at !== root; ) {
      const up = parent.get(at)!;
      parent.set(at, root);
      at = up;
    }
    return root;
  };
  const fields = [...writer.fields, ...reader.fields];
  for (const { id } of fields) parent.set(id, id);
  const bearer = new Map<string, FieldId>();
  for (const field of fields)
    for (const name of namesOf(field)) {
      const known = bearer.get(name);
      if (known === undefined) bearer.set(name, field.id);
      else parent.set(rootOf(field.id), rootOf(known));
    }
  const together = new Map<FieldId, FieldId[]>();
  for (const id of [...parent.keys()].sort((a, b) => a - b)) {
    const root = rootOf(id);
    const ids = together.get(root);
    if (ids === undefined) together.set(root, [id]);
    else ids.push(id);
  }
  return [...together.values()];
}
