import type { Json } from '../base/canonical-json.ts';

export const PLAIN_CODECS = ['avro', 'json', 'arrow', 'parquet'] as const;
export type CodecName = (typeof PLAIN_CODECS)[number];

/** What a matrix is run in where nobody says. */
export const USUAL_CODECS: readonly CodecName[] = ['avro', 'json'];

/** Formats whose records stand in files of columns, and are known by their rows. */
export const isColumnar = (codec: CodecName): codec is 'arrow' | 'parquet' =>
  codec === 'arrow' || codec === 'parquet';

/** The whole record, or one field of it by the name its reader knows: past what the reader refuses elsewhere. */
export type Selection = { readonly kind: 'record' } | { readonly kind: 'field'; readonly name: string };

/** One record, and who is asked to read it. */
export type PlainTask = {
  /** Unique within one call. */
  readonly id: string;
  readonly codec: CodecName;
  /**
   * An ordinary Avro schema, JSON Schema or list of columns, by names. Tasks that share a schema share the object, and
   * those of one file its bytes: each is sent once.
   */
  readonly writerSchema: Json;
  readonly readerSchema: Json;
  readonly bytes: Uint8Array;
  /** Which record of a file it is, from 0; undefined where the bytes are one record. */
  readonly row?: number | undefined;
  readonly select: Selection;
};

/**
 * What an ordinary reader hands to its caller, kept apart where JSON text would blur it: a number is told from a
 * string, NaN from null, bytes from text, and a member that isn't there from one that is null.
 */
export type PlainValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** As ECMAScript prints it, with `-0`. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'bigint'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'list'; readonly items: readonly PlainValue[] }
  | { readonly kind: 'record'; readonly members: readonly PlainMember[] };
export type PlainMember = readonly [name: string, value: PlainValue];

export type PlainAnswer = { readonly id: string } & PlainOutcome;
export type PlainOutcome =
  | { readonly kind: 'read'; readonly values: readonly PlainMember[] }
  /** The class of the reader's objection, never its words: those may quote the record. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The signal or exit code that ended the reader, `timeout`, or `answer too large`. */
  | { readonly kind: 'crash'; readonly how: string };
