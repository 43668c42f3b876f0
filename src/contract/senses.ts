import type { Field } from './field.ts';
import type { Value } from './value.ts';

/** What a null, or a value that stands in for one, says: nobody knows, there can be none, nobody may see it, there is none. */
export const NULL_MEANINGS = ['unknown', 'not-applicable', 'withheld', 'none'] as const;
export type NullMeaning = (typeof NULL_MEANINGS)[number];

export const NAN_SENSES = ['refuse', 'unknown', 'value'] as const;
export const INFINITY_SENSES = ['refuse', 'value'] as const;
export const EMPTY_SENSES = ['value', 'unknown'] as const;

/** A value of the field's own type that is none: -999 where nobody measured. */
export type Sentinel = { readonly value: Exclude<Value, null>; readonly means: NullMeaning };

/**
 * What stands where no plain value does. Each is said, or not said at all: a null of a field that does not say what it
 * means is a null and nothing more.
 */
export type Senses = {
  readonly nullMeans?: NullMeaning | undefined;
  /** Sorted as the canonical document has them; outside range and vocabulary, and no part of either. */
  readonly sentinels?: readonly Sentinel[] | undefined;
  /** Where it is not said, a NaN is a NaN, and lies in no range. */
  readonly nan?: (typeof NAN_SENSES)[number] | undefined;
  /** Where it is not said, an infinity is a number, and the range decides. */
  readonly infinity?: (typeof INFINITY_SENSES)[number] | undefined;
  /** Of lists, text and bytes. Where it is not said, an empty one is a value like another. */
  readonly emptyMeans?: (typeof EMPTY_SENSES)[number] | undefined;
};

/** The sentinel that a value is, if it is one. Of a float, 0 and -0 are one. */
export function sentinelOf({ sentinels }: Pick<Field, 'sentinels'>, value: Value): Sentinel | undefined {
  if (sentinels === undefined) return undefined;
  if (value instanceof Uint8Array)
    return sentinels.find(({ value: own }) => own instanceof Uint8Array && Buffer.from(own).equals(value));
  return sentinels.find(sentinel => sentinel.value === value);
}

/** Whether the field's gate lets a NaN in. */
export const acceptsNan = ({ nan, range }: Pick<Field, 'nan' | 'range'>): boolean =>
  nan === undefined ? range === undefined : nan !== 'refuse';

/** Whether the field's gate lets an infinity in, of either sign. */
export const acceptsInfinity = ({ infinity, range }: Pick<Field, 'infinity' | 'range'>): boolean =>
  infinity !== 'refuse' && (range === undefined || range.min === undefined || range.max === undefined);
