import { hash } from 'node:crypto';
import type { RecordBatch } from 'apache-arrow';
import { type Digest, documentDigest } from '../base/digest.ts';
import { ENVELOPE_IDS } from '../codec/envelope.ts';
import { batchOf } from '../contract/batch.ts';
import { MEMBER_PARTS } from '../contract/contract.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';
import type { Carriage } from '../release/shard-records.ts';

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
  for (let first = 0; first < ask.count; first += BATCH_ROWS) {
    const rows = Math.min(BATCH_ROWS, ask.count - first);
    yield batchOf(
      carriage.columns,
      Array.from({ length: rows }, (_, index) => record(carriage, parts, ask.seed, first + index)),
    );
  }
}

/** What a snapshot names as the source of generated records. */
export const generatedSource = (recordSchema: Digest, { seed, count }: GenerateAsk): Digest =>
  documentDigest({ generator: GENERATOR, recordSchema, seed, count });

type Part = (typeof MEMBER_PARTS)[number];

function memberParts({ members }: Carriage): ReadonlyMap<FieldId, Part> {
  return new Map(
    MEMBER_PARTS.flatMap(part => {
      const source = members[part];
      if (source.kind === 'constant') return [];
      return [[source.kind === 'field' ? source.field : ENVELOPE_IDS[part], part] as const];
    }),
  );
}

function record(
  { columns }: Carriage,
  parts: ReadonlyMap<FieldId, Part>,
  seed: number,
  row: number,
): readonly Value[] {
  const draw = drawer(seed, row);
  return columns.fields.map(field => {
    const part = parts.get(field.id);
    return part === undefined ? randomValue(field, draw) : partValue(field, part, row, draw);
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

function partValue(field: Field, part: Part, row: number, draw: Draw): Value {
  if (part !== 'sampleId' && field.type.kind !== 'string')
    return randomValue({ ...field, nullable: false }, draw);
  switch (part) {
    case 'sampleId':
      return numbered(field, row);
    case 'sourceId':
      return `source-${draw(4n)}`;
    case 'sourceVersion':
      return 'v1';
    case 'split':
      return SPLITS[Number(draw(BigInt(SPLITS.length)))]!;
  }
}

/** A value that no other row has. */
function numbered({ type }: Field, row: number): Value {
  if (type.kind === 'int64') return BigInt(row);
  return type.kind === 'string' ? `s-${String(row).padStart(8, '0')}` : row;
}

function randomValue(field: Field, draw: Draw): Value {
  if (field.nullable && draw(20n) === 0n) return null;
  const { type, vocabulary } = field;
  if (vocabulary !== undefined && type.kind !== 'list') {
    const term = vocabulary.terms[Number(draw(BigInt(vocabulary.terms.length)))]!;
    if (type.kind === 'string') return term.label;
    return type.kind === 'int64' ? term.code : Number(term.code);
  }
  switch (type.kind) {
    case 'bool':
      return draw(2n) === 1n;
    case 'int32':
    case 'date':
      return Number(integer(field, draw));
    case 'int64':
      return integer(field, draw);
    case 'float32':
      return float32(field, fraction(field, draw));
    case 'float64':
      return fraction(field, draw);
    case 'string':
      return `text ${draw(1_000_000n)}`;
    case 'bytes':
      return Uint8Array.from({ length: 8 }, () => Number(draw(256n)));
    case 'list': {
      const spread = BigInt(Math.min(type.length.max, type.length.min + 4) - type.length.min + 1);
      const length = type.length.min + Number(draw(spread));
      return Array.from({ length }, () => randomValue(type.element, draw));
    }
  }
}

/** Inside the range; where an end is open, within a thousand of the other, or of zero. */
function integer({ range }: Field, draw: Draw): bigint {
  const [min, max] = [range?.min, range?.max].map(end => (end === undefined ? undefined : BigInt(end)));
  const from = min ?? (max === undefined ? 0n : max - 1_000n);
  return from + draw((max ?? from + 1_000n) - from + 1n);
}

/** Sixteenths, which every float holds exactly. */
function fraction({ range }: Field, draw: Draw): number {
  const min = Number(range?.min ?? (range?.max === undefined ? 0 : Number(range.max) - 64));
  const max = Number(range?.max ?? min + 64);
  const steps = BigInt(Math.max(0, Math.floor((Math.min(max, min + 1e9) - min) * 16)));
  return min + Number(draw(steps + 1n)) / 16;
}

/** Rounding to a float may leave the range at its very end; the middle of a range is inside it. */
function float32({ range }: Field, value: number): number {
  const [rounded, min, max] = [Math.fround(value), Number(range?.min ?? value), Number(range?.max ?? value)];
  return rounded < min || rounded > max ? Math.fround((min + max) / 2) : rounded;
}
