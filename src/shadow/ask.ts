import type { Value } from '../contract/value.ts';
import type { Form } from './form.ts';
import type { Place, PlaceForm } from './place.ts';

/** A question to whoever can count a whole data set, written down; `engine` has one that runs it. */
export type ShadowAsk =
  | { readonly kind: 'scan' }
  | { readonly kind: 'counts'; readonly of: number; readonly level: number; readonly isKept: boolean }
  | { readonly kind: 'lengths'; readonly of: number }
  /** Some rows, told by their places, for what is asked of a sample. */
  | { readonly kind: 'sample'; readonly of: readonly number[]; readonly share: number }
  | { readonly kind: 'sampled'; readonly of: Measured }
  | { readonly kind: 'frequent'; readonly of: number; readonly most: number }
  /** Of values of these hashes, or these values, every row. */
  | {
      readonly kind: 'exactly';
      readonly of: number;
      readonly keys: readonly string[];
      readonly values: readonly Value[];
    }
  | { readonly kind: 'cuts'; readonly of: readonly (Measured & { readonly cuts: readonly Place[] })[] }
  | {
      readonly kind: 'slice';
      readonly of: number;
      /** Units of the column in a day, where only the day counts. */
      readonly day: bigint | undefined;
      readonly label: number | undefined;
      readonly most: number;
    };

/** A column by its place in the schema, and what of it is measured as a number. */
export type Measured = { readonly column: number; readonly of: 'value' | 'length' };

export type ShadowAnswer =
  | { readonly kind: 'scan'; readonly rows: number; readonly columns: readonly ScannedColumn[] }
  | {
      readonly kind: 'counts';
      readonly rows: readonly (readonly [key: string, value: Value, count: number])[];
    }
  | { readonly kind: 'lengths'; readonly rows: readonly (readonly [length: number, count: number])[] }
  | { readonly kind: 'sample'; readonly rows: number }
  | { readonly kind: 'sampled'; readonly numbers: readonly Place[] }
  | { readonly kind: 'frequent'; readonly rows: readonly (readonly [key: string, count: number])[] }
  | { readonly kind: 'cuts'; readonly upTo: readonly (readonly number[])[] }
  | {
      readonly kind: 'slice';
      readonly rows: readonly (readonly [key: Value, label: Value, count: number])[];
    };

export type ScannedColumn = {
  readonly nulls: number;
  readonly notFinite: number;
  readonly sentinels: number;
  /** Values that the column's type does not allow: then nothing of what was counted is used. */
  readonly unfit: number;
  /** About how many distinct values, and distinct lengths, there are. */
  readonly distinct: number;
  readonly distinctLengths: number;
  /** Of numbers, without sentinels and what is not finite; undefined where there is none. */
  readonly numbers: readonly [least: Place, greatest: Place] | undefined;
  readonly lengths: readonly [least: number, greatest: number] | undefined;
};

/** How a column is laid out to be counted. */
export type CountedColumn = {
  readonly form: Form;
  /** How its numbers are laid out to be put in order. */
  readonly places: PlaceForm;
  readonly hasNumbers: boolean;
  readonly hasLengths: boolean;
  readonly nullable: boolean;
  readonly sentinels: readonly Value[];
  /** Of lists, how long they may be. */
  readonly length: { readonly min: number; readonly max: number } | undefined;
  readonly hasNullElements: boolean;
};
