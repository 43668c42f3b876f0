import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { chance } from './chance.ts';
import { placeOf } from './place-of.ts';
import type { Gap, Probe, Truth } from './probe.ts';
import { BASE, isLacking, type ProbeForm, typicalName } from './probe-form.ts';
import { drawnValue } from './typical-piece.ts';
import { isTooLarge, variantsOf } from './variants.ts';

export type Probes = { readonly probes: readonly Probe[]; readonly gaps: readonly Gap[] };

/**
 * The probes of the record, and of those of its fields that are asked `about`. The same schemas, form and seed give the
 * same bytes, on every machine; and a field has the same values in every record, whatever fields stand beside it.
 *
 * @param put  how many typical records are among them, and whether those about the record as a whole are
 */
export function probesOf(
  writer: Schema,
  reader: Schema,
  form: ProbeForm,
  seed: number,
  about: ReadonlySet<FieldId>,
  put: { readonly typical: number; readonly ofRecord: boolean },
): Probes {
  const making: Making = { writer, reader, form, seed, base: drawnRecord(writer, seed, BASE) };
  const probed = writer.fields.filter(({ id }) => about.has(id));
  const all = [
    ...typicalProbes(making, put.typical),
    ...missingDefaults(making, about),
    ...variantProbes(making, probed),
    ...(put.ofRecord ? recordProbes(making) : []),
  ];
  const isProbe = (made: Probe | Gap): made is Probe => 'bytes' in made;
  const isGap = (made: Probe | Gap): made is Gap => !isProbe(made);
  return { probes: all.filter(isProbe), gaps: all.filter(isGap) };
}

type Making = {
  readonly writer: Schema;
  readonly reader: Schema;
  readonly form: ProbeForm;
  readonly seed: number;
  /** The record that every probe about one field changes in that field alone. */
  readonly base: RecordValues;
};

const drawnRecord = ({ fields }: Schema, seed: number, name: string): RecordValues =>
  fields.map(field => drawnValue(field, seed, name));

const whole = (values: RecordValues): Truth => ({
  kind: 'record',
  values,
  spoiled: undefined,
  unwritten: undefined,
});

function typicalProbes({ writer, form, seed }: Making, length: number): readonly Probe[] {
  return Array.from({ length }, (_, index) => {
    const name = typicalName(index);
    return {
      id: `typical/${index}`,
      kind: 'typical',
      field: undefined,
      ...form.typical(writer, seed, name),
      truth: whole(drawnRecord(writer, seed, name)),
      published: undefined,
    };
  });
}

/** What the reader knows and the writer doesn't: the bytes are ordinary, and what fills the field is the question. */
function missingDefaults(
  { writer, reader, form, seed, base }: Making,
  about: ReadonlySet<FieldId>,
): readonly Probe[] {
  return reader.fields
    .filter(({ id }) => about.has(id) && placeOf(writer, id) === undefined)
    .map(field => ({
      id: `missing-default/${field.id}`,
      kind: 'missing-default',
      field: field.id,
      ...form.typical(writer, seed, BASE),
      truth: whole(base),
      published: undefined,
    }));
}

/** Of each field what may be written, and then what may not; all that may be is given to the form together. */
function variantProbes(making: Making, fields: readonly Field[]): readonly (Probe | Gap)[] {
  const { writer, form, seed, base } = making;
  const drawn = fields.map(field => ({ field, ...variantsFor(making, field) }));
  const changes = drawn.flatMap(({ field, variants }) => {
    const index = writer.fields.indexOf(field);
    return variants.map(({ value }) => ({ index, value }));
  });
  const placed = form.changed(writer, seed, changes).values();
  return drawn.flatMap(({ field, variants, gaps }) => [
    ...variants.map(({ kind, name, value }): Probe | Gap => {
      const at = placed.next().value;
      if (at === undefined) return { kind, field: field.id, reason: 'codec' };
      const truth = whole(base.with(writer.fields.indexOf(field), value));
      return { id: `${kind}/${field.id}/${name}`, kind, field: field.id, ...at, truth, published: undefined };
    }),
    ...gaps,
    ...spoiledProbes(making, field),
  ]);
}

function variantsFor({ reader, seed }: Making, field: Field) {
  const place = placeOf(reader, field.id);
  const read = place === undefined ? undefined : reader.fields[place];
  const made = variantsOf(field, read, chance(seed, `variants ${field.id}`));
  const left = new Set(made.filter(isTooLarge).map(({ kind }) => kind));
  return {
    variants: made.flatMap(variant => (isTooLarge(variant) ? [] : [variant])),
    gaps: [...left].map((kind): Gap => ({ kind, field: field.id, reason: 'size' })),
  };
}

function spoiledProbes({ writer, form, seed, base }: Making, field: Field): readonly (Probe | Gap)[] {
  const index = writer.fields.indexOf(field);
  return form.spoiled(writer, seed, field).map((spoiled): Probe | Gap => {
    const { kind } = spoiled;
    if (isLacking(spoiled)) return { kind, field: field.id, reason: 'codec' };
    const { name, placed, published, records } = spoiled;
    return {
      id: `${kind}/${field.id}/${name}`,
      kind,
      field: field.id,
      ...placed,
      truth: {
        kind: 'record',
        values: records === 'whole' ? base : base.with(index, null),
        spoiled: records === 'nothing' ? field.id : undefined,
        unwritten: records === 'unwritten' ? field.id : undefined,
      },
      published,
    };
  });
}

/** Probes about the record and not about a field. */
function recordProbes({ writer, form, seed, base }: Making): readonly Probe[] {
  return form.spoiledRecords(writer, seed).map(({ kind, name, placed, published, records }) => ({
    id: `${kind}/${name}`,
    kind,
    field: undefined,
    ...placed,
    truth: records === 'whole' ? whole(base) : { kind: 'none' },
    published,
  }));
}
