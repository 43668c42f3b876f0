import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import type { Field, FieldId } from './field.ts';
import { type Cast, castOf, fieldRefusals } from './read-field.ts';
import type { RejectCode } from './reject.ts';
import type { Schema } from './schema.ts';
import type { Value } from './value.ts';

/** Why what a writer wrote has no reading. `field` is undefined where the whole schema is meant. */
export type Refusal = {
  readonly code: RejectCode;
  readonly field: FieldId | undefined;
  readonly facts: { readonly from: string; readonly to: string; readonly reason: string };
};

/** Where one reader field comes from; `column` is the place of the writer's field, from 0. */
export type FieldPlan =
  | { readonly kind: 'copy'; readonly field: FieldId; readonly column: number }
  | { readonly kind: 'promote'; readonly field: FieldId; readonly column: number; readonly cast: Cast }
  | {
      /** A list or tensor whose elements are more than copied; `element` counts its column from the list, so it is 0. */
      readonly kind: 'list';
      readonly field: FieldId;
      readonly column: number;
      readonly element: FieldPlan;
    }
  | {
      /** A struct whose fields are more than copied, in the order of the reader's; columns count within the writer's. */
      readonly kind: 'struct';
      readonly field: FieldId;
      readonly column: number;
      readonly fields: readonly FieldPlan[];
      readonly dropped: readonly FieldId[];
    }
  | {
      /** A map whose keys or values are more than copied. */
      readonly kind: 'map';
      readonly field: FieldId;
      readonly column: number;
      readonly key: FieldPlan;
      readonly value: FieldPlan;
    }
  | {
      readonly kind: 'default';
      readonly field: FieldId;
      readonly value: Value;
      readonly means: 'value' | 'unknown';
    }
  | { readonly kind: 'refuse'; readonly field: FieldId; readonly refusals: readonly Refusal[] };

/**
 * How a reader reads what a writer wrote: a value one can print, compare, hash and approve before anything runs.
 *
 * A plan speaks of fields. What a single value must pass on top of it (null, range, vocabulary, length) stands in the
 * two schemas, and is asked when the plan is applied.
 */
export type ReadPlan = {
  /** In the order of the reader's fields. */
  readonly fields: readonly FieldPlan[];
  /** Ids of the writer that the reader doesn't have, ascending. */
  readonly dropped: readonly FieldId[];
  /** What stands against the reading as a whole. */
  readonly schema: readonly Refusal[];
};

/** Fields meet by id, never by name or place. Where meaning would change and no converter stands between, it refuses. */
export const readPlan = (writer: Schema, reader: Schema): ReadPlan => ({
  ...recordPlan(writer.fields, reader.fields),
  schema: normalizerRefusals(writer, reader),
});

/** The fields of a record, or of a struct in one. */
function recordPlan(
  written: readonly Field[],
  read: readonly Field[],
): { readonly fields: readonly FieldPlan[]; readonly dropped: readonly FieldId[] } {
  const columns = new Map(written.map((field, column) => [field.id, column]));
  const wanted = new Set(read.map(field => field.id));
  return {
    fields: read.map(field => {
      const column = columns.get(field.id);
      return column === undefined ? absent(field) : present(written[column]!, field, column);
    }),
    dropped: written.flatMap(field => (wanted.has(field.id) ? [] : [field.id])).sort((a, b) => a - b),
  };
}

/** Every refusal of a plan, the schema's first, then by field id. Empty when the plan can be applied. */
export function planRefusals(plan: ReadPlan): readonly Refusal[] {
  const refused = plan.fields.filter(field => field.kind === 'refuse').sort((a, b) => a.field - b.field);
  return [...plan.schema, ...refused.flatMap(field => field.refusals)];
}

export const readPlanDocument = (plan: ReadPlan): Json => ({
  fields: plan.fields.map(fieldPlanDocument),
  dropped: plan.dropped,
  schema: plan.schema.map(refusalDocument),
});

export const readPlanDigest = (plan: ReadPlan): Digest => documentDigest(readPlanDocument(plan));

function absent(field: Field): FieldPlan {
  if (field.default.kind === 'value') {
    return { kind: 'default', field: field.id, value: field.default.value, means: field.default.means };
  }
  const facts = {
    from: 'never written',
    to: field.type.kind,
    reason: 'the reader has no default for it, and none is not zero',
  };
  return {
    kind: 'refuse',
    field: field.id,
    refusals: [{ code: 'MISSING_DEFAULT', field: field.id, facts }],
  };
}

function present(writer: Field, reader: Field, column: number): FieldPlan {
  const found = fieldRefusals(writer, reader).map(refusal => ({ ...refusal, field: reader.id }));
  const parts = partsOf(writer, reader);
  if (parts !== undefined) {
    const refusals = [
      ...found,
      ...parts.plans.flatMap(plan => (plan.kind === 'refuse' ? plan.refusals : [])),
    ];
    if (refusals.length > 0) return { kind: 'refuse', field: reader.id, refusals };
    return parts.isCopy ? { kind: 'copy', field: reader.id, column } : { ...parts.plan, column };
  }
  if (found.length > 0) return { kind: 'refuse', field: reader.id, refusals: found };
  const cast = castOf(writer.type.kind, reader.type.kind);
  return cast === undefined
    ? { kind: 'copy', field: reader.id, column }
    : { kind: 'promote', field: reader.id, column, cast };
}

type Parts = {
  readonly plans: readonly FieldPlan[];
  /** Each is copied, and stands where it stood. */
  readonly isCopy: boolean;
  readonly plan: Exclude<FieldPlan, { kind: 'copy' | 'promote' | 'default' | 'refuse' }>;
};

/** What is inside both fields, and how it is read; undefined for scalars and for two kinds. */
function partsOf({ type: from }: Field, { id, type: to }: Field): Parts | undefined {
  const isCopied = (plan: FieldPlan): boolean => plan.kind === 'copy';
  if ((from.kind === 'list' && to.kind === 'list') || (from.kind === 'tensor' && to.kind === 'tensor')) {
    const element = present(from.element, to.element, 0);
    return {
      plans: [element],
      isCopy: isCopied(element),
      plan: { kind: 'list', field: id, column: 0, element },
    };
  }
  if (from.kind === 'map' && to.kind === 'map') {
    const [key, value] = [present(from.key, to.key, 0), present(from.value, to.value, 1)];
    const isCopy = isCopied(key) && isCopied(value);
    return { plans: [key, value], isCopy, plan: { kind: 'map', field: id, column: 0, key, value } };
  }
  if (from.kind !== 'struct' || to.kind !== 'struct') return undefined;
  const { fields, dropped } = recordPlan(from.fields, to.fields);
  const inPlace = fields.every((plan, at) => plan.kind === 'copy' && plan.column === at);
  return {
    plans: fields,
    isCopy: inPlace && dropped.length === 0,
    plan: { kind: 'struct', field: id, column: 0, fields, dropped },
  };
}

/** A normalizer bears on any field, so no field is spared when it changes. */
function normalizerRefusals(writer: Schema, reader: Schema): readonly Refusal[] {
  if (writer.normalizer === reader.normalizer) return [];
  const facts = {
    from: writer.normalizer ?? 'none',
    to: reader.normalizer ?? 'none',
    reason: 'the same words no longer become the same text',
  };
  return [{ code: 'NORMALIZER_CHANGED', field: undefined, facts }];
}

function fieldPlanDocument(plan: FieldPlan): Json {
  switch (plan.kind) {
    case 'copy':
    case 'promote':
      return { ...plan };
    case 'list':
      return { ...plan, element: fieldPlanDocument(plan.element) };
    case 'struct':
      return { ...plan, fields: plan.fields.map(fieldPlanDocument) };
    case 'map':
      return { ...plan, key: fieldPlanDocument(plan.key), value: fieldPlanDocument(plan.value) };
    case 'default':
      return { ...plan, value: valueDocument(plan.value) };
    case 'refuse':
      return { ...plan, refusals: plan.refusals.map(refusalDocument) };
  }
}

const refusalDocument = ({ code, field, facts }: Refusal): Json => ({ code, field: field ?? null, ...facts });

/** Bytes as hex; a number that JSON can't write (NaN, infinities, -0) as the bits of its double. */
function valueDocument(value: Value): Json {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    const bits = Buffer.alloc(8);
    bits.writeDoubleBE(value);
    return { bits: bits.toString('hex') };
  }
  return Array.isArray(value) ? value.map(valueDocument) : (value as Json);
}
