import type { FieldId } from './field.ts';

/** Why one record, or every record of a writer, has no reading. One list for codecs, gates and read plans. */
export const REJECT_CODES = [
  // what a codec finds in bytes
  'UNKNOWN_FIELD',
  'MISSING_FIELD',
  'DUPLICATE_KEY',
  'DUPLICATE_ELEMENT',
  'TYPE_MISMATCH',
  'INVALID_UTF8',
  'OVERFLOW',
  'TRUNCATED',
  'TRAILING_BYTES',
  'MALFORMED',
  'UNSUPPORTED',
  'ROW_GROUP_TOO_LARGE',
  'CHECKSUM_DIFFERS',
  // what a gate finds in a value
  'NULL_NOT_ALLOWED',
  'UNKNOWN_ENUM',
  'RANGE',
  'NAN_NOT_ALLOWED',
  'INFINITY_NOT_ALLOWED',
  'ARRAY_TOO_LONG',
  'ARRAY_TOO_SHORT',
  // what the form that records are wanted in has no text for
  'CODEC_CANNOT_CARRY',
  // what a converter finds
  'PRECISION_LOSS',
  'SENTINEL_MADE',
  'REFUSED_BY_CONVERTER',
  'EXPRESSION_FAILED',
  'REJECTED_BY_FUNCTION',
  'TOKEN_UNKNOWN',
  'TOKEN_SPECIAL',
  'TOKENS_TOO_MANY',
  // what two vocabularies make of it
  'TERM_NAMED_LATER',
  // what a read plan finds between two schemas
  'MISSING_DEFAULT',
  'TYPE_CHANGED',
  'LABEL_TYPE_CHANGED',
  'LOGICAL_CHANGED',
  'UNIT_CHANGED',
  'VOCABULARY_CHANGED',
  'UNKNOWN_POLICY_CHANGED',
  'IGNORE_VALUE_CHANGED',
  'SENSE_CHANGED',
  'CONVENTION_CHANGED',
  'NORMALIZER_CHANGED',
] as const;
export type RejectCode = (typeof REJECT_CODES)[number];

/** One record left out: its row, from 0, and the first field, by id, that it failed on. Never the value. */
export type Reject = {
  readonly row: number;
  readonly field: FieldId;
  readonly code: RejectCode;
  /** Of a function: which of its own codes it gave. */
  readonly reason?: string;
};
