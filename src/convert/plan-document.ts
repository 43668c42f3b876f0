import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import type { Field } from '../contract/field.ts';
import { typeText } from '../contract/type-text.ts';
import { conversionText } from '../contract/unit-conversion.ts';
import { valueDocument } from '../contract/value-document.ts';
import { termById } from '../contract/vocabulary-lookup.ts';
import type {
  BoundTokenizer,
  ConversionPlan,
  FieldConversion,
  RemapResult,
  Side,
  StepPlan,
} from './conversion-plan.ts';
import type { FunctionPlan } from './function-plan.ts';

/** What a plan does, every name, unit and term looked up: what `--explain` prints, and what its digest hashes. */
export const planDocument = (plan: ConversionPlan) => ({
  format: 'assay.conversion-plan/1' as const,
  converter: plan.converter,
  subject: plan.subject,
  from: sideDocument(plan.from),
  to: sideDocument(plan.to),
  where: plan.where?.text ?? null,
  ...(plan.functions.length > 0 && { functions: plan.functions.map(functionDocument) }),
  fields: plan.fields.map(fieldDocument),
  dropped: plan.dropped,
});

/** Of everything that decides what comes out: the converter, both schemas with their vocabularies, and each factor. */
export const planDigest = (plan: ConversionPlan): Digest => documentDigest(planDocument(plan));

/** What text becomes tokens with stands in it where something is bound, whether or not a step asks for it. */
const sideDocument = ({ version, recordSchema, tokenizer }: Side) => ({
  version,
  recordSchema,
  ...(tokenizer !== undefined && { tokenizer }),
});

const functionDocument = ({ takes, makes, ...plan }: FunctionPlan) => ({
  ...plan,
  takes: takes.map(({ id }) => id),
  makes: makes.map(({ id }) => id),
});

function fieldDocument(conversion: FieldConversion): Json {
  const { id, name, type } = conversion.field;
  const field = { field: id, name };
  if (conversion.kind === 'constant')
    return { ...field, value: valueDocument(type, conversion.value), means: conversion.means };
  if (conversion.kind === 'derived') return { ...field, derived: conversion.expression.text };
  if (conversion.kind === 'made') return { ...field, function: conversion.by };
  if (conversion.kind === 'struct') {
    const from = conversion.source?.field.id ?? null;
    return { ...field, from, members: conversion.members.map(fieldDocument) };
  }
  const { source, steps, inside } = conversion;
  return {
    ...field,
    from: source.id,
    steps: steps.map(stepDocument),
    ...(inside?.kind === 'list' && { element: fieldDocument(inside.element) }),
    ...(inside?.kind === 'map' && { key: fieldDocument(inside.key), value: fieldDocument(inside.value) }),
  };
}

const stepDocument = (step: StepPlan): Json => (DOCUMENTS[step.kind] as (step: StepPlan) => Json)(step);

type Plan<K extends StepPlan['kind']> = Extract<StepPlan, { readonly kind: K }>;

const DOCUMENTS: { readonly [K in StepPlan['kind']]: (step: Plan<K>) => Json } = {
  unit: ({ kind, source, result, conversion, rounding }) => ({
    kind,
    from: source.unit!.code,
    to: result.unit!.code,
    conversion: conversionText(conversion),
    rounding: rounding ?? null,
  }),
  cast: ({ kind, source, result, overflow, rounding }) => ({
    kind,
    from: typeText(source.type),
    to: typeText(result.type),
    overflow,
    rounding: rounding ?? null,
  }),
  remap: remapDocument,
  fill: ({ kind, field, value, means }) => ({ kind, value: valueDocument(field.type, value), means }),
  blank: ({ kind, source, values, also }) => ({
    kind,
    values: values.map(value => valueDocument(source.type, value)),
    also,
  }),
  reject: ({ kind, what, when }) => ({ kind, what, when: when?.text ?? null }),
  range: ({ kind, source, min, max, outside }) => ({
    kind,
    min: min === undefined ? null : endDocument(source, min),
    max: max === undefined ? null : endDocument(source, max),
    outside,
  }),
  text: ({ kind, form }) => ({ kind, form }),
  retokenise: ({ kind, gives, from, to, max, over, specials }) => ({
    kind,
    gives,
    from: from === undefined ? 'text' : boundDocument(from),
    to: boundDocument(to),
    max: max ?? null,
    over: max === undefined ? null : over,
    specials: from === undefined ? null : specials,
  }),
  order: ({ kind }) => ({ kind }),
  places: ({ kind, from }) => ({ kind, from }),
  declare: ({ kind, what, reason }) => ({ kind, what, reason }),
  promote: ({ kind, source, result }) => ({
    kind,
    from: typeText(source.type),
    to: typeText(result.type),
  }),
};

const boundDocument = ({ tokenizer, encoding, definition }: BoundTokenizer): Json => ({
  tokenizer,
  encoding,
  definition,
});

/** An end of a range of whole numbers is a bigint, whatever its type is held as. */
const endDocument = ({ type }: Field, end: bigint | number): Json =>
  typeof end === 'bigint' ? end : valueDocument(type, end);

function remapDocument({ kind, source, result, terms, splits, unknown, ignored }: Plan<'remap'>): Json {
  const labelOf = (field: Field, id: number): string => termById(field.vocabulary!, id)!.label;
  const valueIn = (value: typeof ignored | typeof unknown): Json =>
    typeof value === 'string' ? value : { to: valueDocument(result.type, value.to) };
  const becomesIn = (becomes: RemapResult) =>
    typeof becomes === 'string'
      ? { becomes }
      : { to: labelOf(result, becomes.term), value: valueDocument(result.type, becomes.to) };
  return {
    kind,
    from: source.vocabulary!.digest,
    to: result.vocabulary!.digest,
    terms: [...terms]
      .sort(([a], [b]) => a - b)
      .flatMap(([id, becomes]) => [
        ...(splits.get(id) ?? []).map(split => ({
          from: labelOf(source, id),
          when: split.when.text,
          ...becomesIn(split.becomes),
        })),
        { from: labelOf(source, id), ...becomesIn(becomes) },
      ]),
    unknown: valueIn(unknown),
    ignored: valueIn(ignored),
  };
}
