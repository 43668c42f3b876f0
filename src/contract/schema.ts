import type { Digest } from '../base/digest.ts';
import type { Field, FieldId } from './field.ts';

export const SLICE_BY = ['value', 'year', 'month', 'day'] as const;

/** A way to cut a data set so that a mean cannot hide a part; `month` of 2015-12-03 is 2015-12. */
export type Slice = {
  readonly name: string;
  readonly field: FieldId;
  readonly by: (typeof SLICE_BY)[number];
};

/** What the records of one version are and mean: everything that enters the recordSchema digest, and nothing else. */
export type Schema = {
  /** In the order they were written, which is what a reader by position sees. */
  readonly fields: readonly Field[];
  readonly normalizer: Digest | undefined;
  /** The fields that identify a record, in order; empty when the members of the subject do. */
  readonly key: readonly FieldId[];
  readonly label: FieldId | undefined;
  readonly slices: readonly Slice[];
};
