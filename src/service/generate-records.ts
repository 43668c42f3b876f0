import { hash } from 'node:crypto';
import type { RecordBatch } from 'apache-arrow';
import { type Digest, documentDigest } from '../base/digest.ts';
import { ENVELOPE_IDS } from '../codec/envelope.ts';
import { batchOf } from '../contract/batch.ts';
import type { Field, FieldId, NestedKind, TypeOf } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { asHeld, isFloat } from '../contract/kind-table.ts';
import { MEMBER_PARTS } from '../contract/members.ts';
import { nearestFloat } from '../contract/narrow-float.ts';
import { isNested, sizeOf } from '../contract/nested.ts';
import type { Value } from '../contract/value.ts';
import { fitsBounds } from '../contract/value-form.ts';
import type { Carriage } from '../release/shard-records.ts';
import { distinctValues } from './distinct-values.ts';

/** `seed` and `count` decide every value: the same ask gives the same records on every machine. */
export type GenerateAsk = { readonly seed: number; readonly count: number };

const GENERATOR = 'assay.generate.v1';
const BATCH_ROWS = 1_000;

/**
 * Lawful records of a schema, for trying a release without data: values stand inside their range and vocabulary, one
 * in twenty of a nullable field is null, and each record's sample id is its own.
 */
export function* generateRecords(carriage: Carriage, ask: GenerateAsk): Generator<RecordBatch> {
  const parts = memberParts(carriage);
  const idField = carriage.columns.fields.find(({ id }) => parts.get(id) === 'sampleId');
  const idAt = idField && distinctValues(idField).at;
  for (let first = 0; first < ask.count; first += BATCH_ROWS) {
    const rows = Math.min(BATCH_ROWS, ask.count - first);
    yield batchOf(
      carriage.columns,
      Array.from({ length: rows }, (_, index) => record(carriage, { parts, idAt }, ask.seed, first + index)),
    );
  }
}

/** The field that has to say of each record which it is, with how many values it has for that: fewer than are asked for. */
export function tooFewIds(
  { columns, members: { sampleId } }: Carriage,
  { count }: GenerateAsk,
): { readonly field: Field; readonly most: number } | undefined {
  const field =
    sampleId.kind === 'field' ? columns.fields.find(({ id }) => id === sampleId.field) : undefined;
  const most = field && distinctValues(field).count;
  return field === undefined || most === undefined || most >= BigInt(count)
    ? undefined
    : { field, most: Number(most) };
}

/** What a snapshot names as the source of generated records. */
export const generatedSource = (recordSchema: Digest, { seed, count }: GenerateAsk): Digest =>
  documentDigest({ generator: GENERATOR, recordSchema, seed, count });

type Part = (typeof MEMBER_PARTS)[number];

/** A field that gives more than one part gives the sample id: it is another in each record. */
function memberParts({ members }: Carriage): ReadonlyMap<FieldId, Part> {
  return new Map(
    MEMBER_PARTS.toReversed().flatMap(part => {
      const source = members[part];
      if (source.kind === 'constant') return [];
      return [[source.kind === 'field' ? source.field : ENVELOPE_IDS[part], part] as const];
    }),
  );
}

type WhoIs = {
  readonly parts: ReadonlyMap<FieldId, Part>;
  readonly idAt: ((row: number) => Value) | undefined;
};

function record({ columns }: Carriage, { parts, idAt }: WhoIs, seed: number, row: number): readonly Value[] {
  const draw = drawer(seed, row);
  return columns.fields.map(field => {
    const part = parts.get(field.id);
    if (part === undefined) return randomValue(field, draw);
    return part === 'sampleId' ? idAt!(row) : partValue(field, part, draw);
  });
}

/** Draws integers below a bound; each record has a stream of its own, so that none depends on those before it. */
type Draw = (below: bigint) => bigint;

function drawer(seed: number, row: number): Draw {
  let step = 0;
  return below => {
    const bits = hash('sha256', `${GENERATOR} ${seed} ${row} ${step++}`, 'buffer');
    return bits.readBigUInt64BE(0) % below;
  };
}

const SPLITS = ['train', 'train', 'train', 'train', 'train', 'train', 'train', 'train', 'validation', 'test'];

function partValue(field: Field, part: Exclude<Part, 'sampleId'>, draw: Draw): Value {
  if (field.type.kind !== 'string' || field.vocabulary !== undefined)
    return randomValue({ ...field, nullable: false }, draw);
  switch (part) {
    case 'sourceId':
      return `source-${draw(4n)}`;
    case 'sourceVersion':
      return 'v1';
    case 'split':
      return SPLITS[Number(draw(BigInt(SPLITS.length)))]!;
  }
}

function randomValue(field: Field, draw: Draw): Value {
  if (field.nullable && draw(20n) === 0n) return null;
  const { type, vocabulary } = field;
  if (vocabulary !== undefined && !isNested(type)) {
    const term = vocabulary.terms[Number(draw(BigInt(vocabulary.terms.length)))]!;
    if (type.kind === 'string') return term.label;
    return asHeld(type.kind, term.code);
  }
  if (isNested(type)) return randomNested(type, draw);
  if (isFloat(type.kind)) return float(field, fraction(field, draw));
  switch (type.kind) {
    case 'bool':
      return draw(2n) === 1n;
    case 'string':
      return `text ${draw(1_000_000n)}`;
    case 'bytes':
    case 'fixed': {
      const length = type.kind === 'fixed' ? type.size : 8;
      return Uint8Array.from({ length }, () => Number(draw(256n)));
    }
    default:
      return asHeld(type.kind, integer(field, draw));
  }
}

function randomNested(type: TypeOf<NestedKind>, draw: Draw): readonly Value[] {
  switch (type.kind) {
    case 'list': {
      const spread = BigInt(Math.min(type.length.max, type.length.min + 4) - type.length.min + 1);
      const length = type.length.min + Number(draw(spread));
      return type.order === 'set'
        ? randomSet(type.element, length, draw)
        : Array.from({ length }, () => randomValue(type.element, draw));
    }
    case 'struct':
      return type.fields.map(member => randomValue(member, draw));
    case 'map': {
      const length = Number(draw(BigInt(Math.min(type.entries, 4) + 1)));
      return randomSet(type.key, length, draw).map(key => [key, randomValue(type.value, draw)]);
    }
    case 'tensor':
      return Array.from({ length: sizeOf(type) }, () => randomValue(type.element, draw));
  }
}

/** So many different values; fewer where a type of few values has no more to draw. */
function randomSet(field: Field, length: number, draw: Draw): readonly Value[] {
  const found = new Map<string, Value>();
  for (let tries = 0; found.size < length && tries < 8 * length; tries++) {
    const value = randomValue(field, draw);
    found.set(identityOf(field, value), value);
  }
  return [...found.values()];
}

/** Inside the range and the type; where an end is open, within a thousand of the other, or of zero. */
function integer(field: Field, draw: Draw): bigint {
  const [min, max] = [field.range?.min, field.range?.max].map(end =>
    end === undefined ? undefined : BigInt(end),
  );
  const from = min ?? (max === undefined ? 0n : within(field, max - 1_000n, max));
  const to = max ?? within(field, from + 1_000n, from);
  return from + draw(to - from + 1n);
}

/** Half the way to an end as often as it takes: a type may end before a range that is left open does. */
function within(field: Field, value: bigint, end: bigint): bigint {
  let at = value;
  while (!fitsBounds(field, at)) at = end + (at - end) / 2n;
  return at;
}

/** Sixteenths, which every float holds exactly. */
function fraction({ range }: Field, draw: Draw): number {
  const min = Number(range?.min ?? (range?.max === undefined ? 0 : Number(range.max) - 64));
  const max = Number(range?.max ?? min + 64);
  const steps = BigInt(Math.max(0, Math.floor((Math.min(max, min + 1e9) - min) * 16)));
  return min + Number(draw(steps + 1n)) / 16;
}

/** Rounding to a narrow float may leave the range at its very end; the middle of a range, or an end, is inside it. */
function float({ type: { kind }, range }: Field, value: number): number {
  const [min, max] = [Number(range?.min ?? value), Number(range?.max ?? value)];
  const tried = [value, (min + max) / 2, min, max].map(each => nearestFloat(kind, each));
  return tried.find(each => each >= min && each <= max && Number.isFinite(each)) ?? nearestFloat(kind, min);
}
