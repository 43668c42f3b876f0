import type { Digest } from '../base/digest.ts';
import type { EncodingName } from '../contract/encoding.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Cast } from '../contract/read-field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Conversion } from '../contract/unit-conversion.ts';
import type { Value } from '../contract/value.ts';
import type {
  Blank,
  Outside,
  Over,
  Rounding,
  Specials,
  TokensGiven,
  UnicodeForm,
} from './converter-shape.ts';
import type { Expression } from './expression.ts';
import type { FunctionPlan } from './function-plan.ts';

/**
 * How records of one version become records of another: a value one can print, hash and approve before anything runs.
 * What a single value must pass on top of it stands in the two schemas, and is asked when the plan is applied.
 */
export type ConversionPlan = {
  readonly converter: Digest;
  readonly subject: string;
  readonly from: Side;
  readonly to: Side;
  /** Records of which it does not hold are passed over. */
  readonly where: Expression | undefined;
  /** In the order in which the converter names them. */
  readonly functions: readonly FunctionPlan[];
  /** In the order of the new version's fields. */
  readonly fields: readonly FieldConversion[];
  /** Ids of the old version that the new one is not made from, ascending. */
  readonly dropped: readonly FieldId[];
};

export type Side = {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly schema: Schema;
  /** What its text becomes tokens with; undefined where nothing is bound. */
  readonly tokenizer?: Digest | undefined;
};

/** A tokenizer that a version binds, and the encoding that it is. */
export type BoundTokenizer = {
  readonly tokenizer: Digest;
  readonly encoding: EncodingName;
  /** The digest by which the encoding is handed in. */
  readonly definition: Digest;
};

/** Where a value lies: from the record its column, then the places in structs; from an element the places in it. */
export type Way = readonly number[];

/** Where one field of the new version comes from. */
export type FieldConversion =
  | {
      readonly kind: 'value';
      readonly field: Field;
      readonly source: Field;
      readonly way: Way;
      readonly steps: readonly StepPlan[];
      /** What is done to each value inside it, after the steps. */
      readonly inside: Inside | undefined;
    }
  | {
      readonly kind: 'constant';
      readonly field: Field;
      readonly value: Value;
      readonly means: 'value' | 'unknown';
    }
  | {
      readonly kind: 'derived';
      readonly field: Field;
      readonly expression: Expression;
    }
  | {
      readonly kind: 'made';
      readonly field: Field;
      /** The name of the function that makes it. */
      readonly by: string;
    }
  | {
      readonly kind: 'struct';
      readonly field: Field;
      /** It is null where this is; undefined: it is made of its members, and there is always one. */
      readonly source: { readonly field: Field; readonly way: Way } | undefined;
      readonly members: readonly FieldConversion[];
    };

/** A plan of what is inside counts its ways from there. */
export type Inside =
  | { readonly kind: 'list'; readonly element: FieldConversion }
  | { readonly kind: 'map'; readonly key: FieldConversion; readonly value: FieldConversion };

/** What is done to one value, all of it known: `source` and `result` are the field before and after the step. */
export type StepPlan =
  | {
      readonly kind: 'unit';
      readonly source: Field;
      readonly result: Field;
      readonly conversion: Conversion;
      readonly rounding: Rounding | undefined;
    }
  | {
      readonly kind: 'cast';
      readonly source: Field;
      readonly result: Field;
      readonly overflow: Outside;
      readonly rounding: Rounding | undefined;
    }
  | {
      readonly kind: 'remap';
      readonly source: Field;
      readonly result: Field;
      /** By the id of the old term; `null` is a null, `reject` refuses the record. */
      readonly terms: ReadonlyMap<number, RemapResult>;
      /** What is asked of a term before that, in order: the first condition that holds decides. */
      readonly splits: ReadonlyMap<number, readonly Split[]>;
      readonly unknown: 'reject' | 'null' | 'pass' | { readonly to: Value };
      readonly ignored: 'reject' | 'null' | { readonly to: Value };
    }
  | {
      readonly kind: 'fill';
      readonly field: Field;
      readonly value: Exclude<Value, null>;
      readonly means: 'value' | 'unknown';
      /** It is a sentinel of the new version, and so no plain value may be the same. */
      readonly isSentinel: boolean;
    }
  | {
      readonly kind: 'blank';
      readonly source: Field;
      readonly values: readonly Exclude<Value, null>[];
      readonly also: readonly Blank[];
    }
  | {
      readonly kind: 'reject';
      readonly what: readonly Blank[];
      readonly when: Expression | undefined;
    }
  | {
      readonly kind: 'range';
      readonly source: Field;
      readonly min: bigint | number | undefined;
      readonly max: bigint | number | undefined;
      readonly outside: Outside;
    }
  | { readonly kind: 'text'; readonly source: Field; readonly form: UnicodeForm }
  | {
      readonly kind: 'retokenise';
      readonly source: Field;
      readonly result: Field;
      readonly gives: TokensGiven;
      /** What old ids are decoded with; undefined where the source is text. */
      readonly from: BoundTokenizer | undefined;
      readonly to: BoundTokenizer;
      /** Undefined: however many there are. */
      readonly max: number | undefined;
      readonly over: Over;
      readonly specials: Specials;
    }
  | { readonly kind: 'order'; readonly element: Field }
  | { readonly kind: 'places'; readonly from: readonly number[] }
  | { readonly kind: 'declare'; readonly what: readonly string[]; readonly reason: string }
  /** A wider type that holds the same value: no one wrote it down, because it changes nothing. */
  | { readonly kind: 'promote'; readonly source: Field; readonly result: Field; readonly cast: Cast };

export type Split = { readonly when: Expression; readonly becomes: RemapResult };

export type RemapResult = 'reject' | 'null' | { readonly term: number; readonly to: Value };
