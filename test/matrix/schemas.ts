import { type Digest, sha256 } from '../../src/base/digest.ts';
import type { Field, Scalar, Type } from '../../src/contract/field.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema } from '../../src/contract/schema.ts';
import type { Unit } from '../../src/contract/unit.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { typedAs } from '../contract/make-field.ts';

/** A field of which a test says what it is about; the rest is as plain as can be. */
export const field = (
  id: number,
  name: string,
  type: Type['kind'] | Type,
  over: Partial<Field> = {},
): Field => ({
  id,
  name,
  aliases: [],
  ...(typeof type === 'string' ? typedAs(type as Scalar) : { type, unit: undefined }),
  logical: 'number',
  nullable: false,
  default: { kind: 'none' },
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
  ...over,
});

export const schemaOf = (...fields: Field[]): Schema => ({
  fields,
  normalizer: undefined,
  key: [],
  label: undefined,
  slices: [],
});

export const listOf = (element: Field, min: number, max: number): Type => ({
  kind: 'list',
  element,
  length: { min, max },
});

export function unit(text: string): Unit {
  const parsed = parseUnit(text);
  if (parsed instanceof Error) throw parsed;
  return parsed;
}

/** Terms in the given order, ids from 1, codes from 0. */
export const vocabulary = (...labels: string[]): Vocabulary => ({
  digest: sha256(labels.join('\n')),
  terms: labels.map((label, index) => ({ id: index + 1, label, code: BigInt(index), aliases: [] })),
});

export const side = (version: number, ...fields: Field[]): Side => ({
  version,
  schema: schemaOf(...fields),
  recordSchema: sha256(`version ${version} of ${fields.map(({ name }) => name).join()}`) as Digest,
});

const OUTCOMES = vocabulary('declined', 'accepted', 'expired');
const REJECT = { unknownPolicy: { kind: 'reject' }, vocabulary: OUTCOMES, logical: 'label' } as const;

/** `training.example`: seconds become milliseconds under one name and type, and a label leaves its integers. */
export const V3 = side(
  3,
  field(17, 'response_latency_ms', 'int64', {
    logical: 'duration',
    unit: unit('second'),
    range: { min: 0n, max: 600n },
  }),
  field(23, 'outcome', 'int32', { ...REJECT, ignoreValue: -100n }),
);
export const V4 = side(
  4,
  field(17, 'response_latency_ms', 'int64', {
    logical: 'duration',
    unit: unit('millisecond'),
    range: { min: 0n, max: 600_000n },
  }),
  field(23, 'outcome', 'string', { ...REJECT, ignoreValue: -100n }),
);
