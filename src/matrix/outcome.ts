import type { FieldId } from '../contract/field.ts';
import type { Value } from '../contract/value.ts';

/** What a lane answered for one probe, before anybody judged it. */
export type Observed =
  /** What the reader holds for each of its fields, in its order. */
  | { readonly kind: 'read'; readonly values: readonly Seen[] }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly field: FieldId | undefined;
      /** Byte of the probe, from 0, where a decoder stopped. */
      readonly offset: number | undefined;
    }
  | { readonly kind: 'crash'; readonly how: string };

/** `foreign` is a value of another kind than the reader's field: a text where it expects a number. */
export type Seen =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'absent' }
  | { readonly kind: 'foreign'; readonly text: string };

/**
 * How one probe ends in one lane. `same`: the reader holds what the writer meant, as it was written; `converted`: it
 * holds what the writer meant, in another form, or a default that the contract declares.
 */
export const OUTCOMES = ['same', 'converted', 'refused', 'silent-change', 'crash'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const LANES = ['plain', 'guarded'] as const;
export type Lane = (typeof LANES)[number];
