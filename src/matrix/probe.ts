import type { Json } from '../base/canonical-json.ts';
import type { FieldId } from '../contract/field.ts';
import type { RecordValues } from '../contract/value.ts';

export const PROBE_KINDS = [
  'typical',
  'term',
  'null',
  'missing-default',
  'missing-field',
  'extreme',
  'overflow',
  'unknown-field',
  'unknown-term',
  'ignore-value',
  'sentinel',
  'invalid-utf8',
  'over-long',
  'empty-list',
  'nan',
  'infinity',
  'duplicate-key',
  'dictionary',
  'truncated',
  'trailing',
] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Where a record stands: bytes of its own, or a row, from 0, of the bytes of a file that may hold others. */
export type Placed = { readonly bytes: Uint8Array; readonly row?: number | undefined };

/** One record's bytes, lawful or spoiled on purpose, and what is known about them. */
export type Probe = Placed & {
  /** Names kind, field and variant; unique within a part of a cell, and the same in every run. */
  readonly id: string;
  readonly kind: ProbeKind;
  /** The field it is about; undefined when it is about the record. */
  readonly field: FieldId | undefined;
  readonly truth: Truth;
  /** The Avro schema that came with the bytes, where it is not the writer's registered one. */
  readonly published: Json | undefined;
};

/** What the bytes record, so far as they record anything. */
export type Truth =
  | {
      readonly kind: 'record';
      /** In the order of the writer's fields. */
      readonly values: RecordValues;
      /** Whose bytes have no lawful reading, so that whatever is read for it is made up. */
      readonly spoiled: FieldId | undefined;
      /** Which the record leaves out: only a declared default stands for it. */
      readonly unwritten: FieldId | undefined;
    }
  | { readonly kind: 'none' };

/** A probe that this codec can't carry or that would be too large: said, so that nobody takes it for run. */
export type Gap = { readonly kind: ProbeKind; readonly field: FieldId; readonly reason: 'codec' | 'size' };
