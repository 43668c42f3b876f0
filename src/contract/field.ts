import type { Unit } from './unit.ts';
import type { Value } from './value.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A field's number for life within its subject. Never reused, so a rename is not a removal. */
export type FieldId = number;

/** Above it Iceberg keeps its own ids, and a shard's envelope columns stand. */
export const FIELD_ID_MAX: FieldId = 2_147_483_447;

export const SCALARS = ['bool', 'int32', 'int64', 'float32', 'float64', 'string', 'bytes', 'date'] as const;
export type Scalar = (typeof SCALARS)[number];

/** The physical type. A list's element is a field of its own, with its own id. Lengths are inclusive. */
export type Type =
  | { readonly kind: Scalar }
  | {
      readonly kind: 'list';
      readonly element: Field;
      readonly length: { readonly min: number; readonly max: number };
    };
export type Kind = Type['kind'];

/** What a value is for; `docs/formats.md` has which physical types, units and vocabularies each one allows. */
export const LOGICALS = [
  'quantity',
  'duration',
  'number',
  'count',
  'date',
  'label',
  'category',
  'text',
  'identifier',
  'flag',
  'binary',
  'sequence',
] as const;
export type Logical = (typeof LOGICALS)[number];

/**
 * What a reader takes for a field the writer never wrote. `none` is "no default", never zero.
 *
 * `means` says what the value stands for: `unknown` when nobody knows what those records would have held (the reading
 * of a default that does not say), `value` when they all truly held it.
 */
export type Default =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: Value; readonly means: 'value' | 'unknown' };

/** Both ends inclusive; an end that is `undefined` is open. bigint for int32, int64 and date, number for floats. */
export type Range = { readonly min: bigint | number | undefined; readonly max: bigint | number | undefined };

/** What a reader does with a term outside the vocabulary. */
export type UnknownPolicy =
  | { readonly kind: 'reject' }
  | { readonly kind: 'map'; readonly term: number }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'pass' };

export type Field = {
  readonly id: FieldId;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: Type;
  readonly logical: Logical;
  readonly nullable: boolean;
  readonly default: Default;
  readonly unit: Unit | undefined;
  readonly range: Range | undefined;
  readonly vocabulary: Vocabulary | undefined;
  readonly unknownPolicy: UnknownPolicy | undefined;
  /** The class index the loss skips. Never the index of a term. */
  readonly ignoreValue: bigint | undefined;
};
