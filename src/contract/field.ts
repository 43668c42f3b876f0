import type { Digest } from '../base/digest.ts';
import type { Senses } from './senses.ts';
import type { Unit } from './unit.ts';
import type { Value } from './value.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A field's number for life within its subject. Never reused, so a rename is not a removal. */
export type FieldId = number;

/** Above it Iceberg keeps its own ids, and a shard's envelope columns stand. */
export const FIELD_ID_MAX: FieldId = 2_147_483_447;

/** Scalars that their name describes in full; of a `time` and a `duration` the field's unit says what is counted. */
export const PLAIN_SCALARS = [
  'bool',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float16',
  'bfloat16',
  'float32',
  'float64',
  'string',
  'bytes',
  'date',
  'time',
  'duration',
] as const;
export type PlainScalar = (typeof PLAIN_SCALARS)[number];

export const SCALARS = [...PLAIN_SCALARS, 'decimal', 'fixed', 'timestamp'] as const;
export type Scalar = (typeof SCALARS)[number];

/** A moment everywhere the same, or what a clock on some wall showed. */
export const ZONES = ['instant', 'local'] as const;
export type Zone = (typeof ZONES)[number];

export type ScalarType =
  | { readonly [K in PlainScalar]: { readonly kind: K } }[PlainScalar]
  /** `precision` digits, `scale` of them behind the point. */
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /** `size` bytes. */
  | { readonly kind: 'fixed'; readonly size: number }
  /** Counted from 1970-01-01T00:00, in the field's unit. */
  | { readonly kind: 'timestamp'; readonly zone: Zone };

/** Whether the order of a list's elements says something; in a set it does not, and each stands there once. */
export const ORDERS = ['sequence', 'set'] as const;

/** What holds other fields, each with an id of its own: elements, keys, values and members. */
export const NESTED = ['list', 'struct', 'map', 'tensor'] as const;
export type NestedKind = (typeof NESTED)[number];

/** The physical type. Lengths are inclusive. */
export type Type =
  | ScalarType
  | {
      readonly kind: 'list';
      readonly element: Field;
      readonly length: { readonly min: number; readonly max: number };
      /** Absent: a sequence. */
      readonly order?: 'set';
    }
  /** In the order they were written. */
  | { readonly kind: 'struct'; readonly fields: readonly Field[] }
  /** Each key once, at most `entries` of them. */
  | { readonly kind: 'map'; readonly key: Field; readonly value: Field; readonly entries: number }
  /** Of every size in `shape`, row-major. */
  | { readonly kind: 'tensor'; readonly element: Field; readonly shape: readonly number[] };
export type Kind = Type['kind'];
export const KINDS = [...SCALARS, ...NESTED] as const satisfies readonly Kind[];

/** A type of this kind: `TypeOf<'decimal'>`. */
export type TypeOf<K extends Kind> = Extract<Type, { readonly kind: K }>;

/** What decides how a value is written: a time says what it counts in the field's unit. */
export type Typed = Pick<Field, 'type' | 'unit'>;

/** What a value is for; `docs/formats.md` has which physical types, units and vocabularies each one allows. */
export const LOGICALS = [
  'quantity',
  'duration',
  'number',
  'count',
  'weight',
  'date',
  'time',
  'timestamp',
  'label',
  'category',
  'split',
  'text',
  'identifier',
  'flag',
  'mask',
  'binary',
  'sequence',
  'tokens',
  'embedding',
  'structure',
  'mapping',
  'tensor',
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

/**
 * Both ends inclusive; an end that is `undefined` is open. number for floats, bigint for
 * everything else that has an order: integers, days, times in the field's unit, unscaled decimals.
 */
export type Range = { readonly min: bigint | number | undefined; readonly max: bigint | number | undefined };

/** What a reader does with a term outside the vocabulary. */
export type UnknownPolicy =
  | { readonly kind: 'reject' }
  | { readonly kind: 'map'; readonly term: number }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'pass' };

export type Field = Senses & {
  readonly id: FieldId;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: Type;
  readonly logical: Logical;
  readonly nullable: boolean;
  readonly default: Default;
  /** What a writer writes that has nothing to write; where it is not said, such a writer has nothing to say. */
  readonly writeDefault?: Default | undefined;
  readonly unit: Unit | undefined;
  readonly range: Range | undefined;
  readonly vocabulary: Vocabulary | undefined;
  readonly unknownPolicy: UnknownPolicy | undefined;
  /** The class index the loss skips. Never the index of a term. */
  readonly ignoreValue: bigint | undefined;
  /** Of text, where it is normalised otherwise than the schema says. */
  readonly normalizer?: Digest | undefined;
  /** What stands at which place of a list, tensor or struct, sorted; at most one of each sort. */
  readonly convention?: readonly string[] | undefined;
};
