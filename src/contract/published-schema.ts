import * as z from 'zod';

/** The documents a person writes, and the one the registry writes beside them: each has a published JSON Schema. */
export const DOCUMENTS = [
  'contract',
  'subject',
  'vocabulary',
  'normalizer',
  'tokenizer',
  'change',
  'converter',
  'golden-set',
  'ledger',
] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** What the schema of a document calls itself, wherever a copy of it lies. */
export const publishedId = (document: DocumentName): string => `urn:assay:json-schema:${document}`;

/** The name of its file. */
export const publishedFile = (document: DocumentName): string => `${document}.schema.json`;

/**
 * The `$schema` key by which an editor finds the schema: its id, or a path or address that ends in its name. It is held
 * against what the file is, never followed, and no part of a digest.
 */
export const schemaKey = (document: DocumentName) =>
  z
    .string()
    .max(1_000)
    .regex(
      new RegExp(String.raw`^(?:${publishedId(document)}|(?:\S*/)?${document}(?:\.schema\.json)?)$`),
      `where the schema of this document is, such as ../../json-schema/${publishedFile(document)}`,
    )
    .optional();
