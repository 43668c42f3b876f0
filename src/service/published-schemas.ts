import * as z from 'zod';
import { REVISION_CHANGE, VERSION_CHANGE } from '../change/parse-change.ts';
import { CONTRACT_FILE } from '../contract/contract-shape.ts';
import { LEDGER_FILE } from '../contract/ledger-file.ts';
import { NORMALIZER_FILE } from '../contract/normalizer.ts';
import { VOCABULARY_FILE } from '../contract/parse-vocabulary.ts';
import { type DocumentName, publishedId } from '../contract/published-schema.ts';
import { type JsonSchema, shapeJsonSchema } from '../contract/shape-json-schema.ts';
import { SUBJECT_FILE } from '../contract/subject.ts';
import { TOKENIZER_FILE } from '../contract/tokenizer.ts';
import { CONVERTER_FILE } from '../convert/converter-shape.ts';
import { SET_FILE } from '../golden/set.ts';
import { KEY_NOTES, pageNotes } from './key-notes.ts';

/** What each document's parser holds it against. */
const SHAPES: Readonly<Record<DocumentName, z.ZodType>> = {
  contract: CONTRACT_FILE,
  subject: SUBJECT_FILE,
  vocabulary: VOCABULARY_FILE,
  normalizer: NORMALIZER_FILE,
  tokenizer: TOKENIZER_FILE,
  change: z.union([VERSION_CHANGE, REVISION_CHANGE]),
  converter: CONVERTER_FILE,
  'golden-set': SET_FILE,
  ledger: LEDGER_FILE,
};

/**
 * The published JSON Schema of a document: the shape its parser has, with what docs/contract-format.md says of each key.
 *
 * @param page  the text of docs/contract-format.md
 */
export function publishedSchema(document: DocumentName, page: string): JsonSchema {
  const notes = new Map([...KEY_NOTES[document], ...pageNotes(document, page)]);
  const { $schema, ...schema } = shapeJsonSchema(SHAPES[document]);
  return {
    $schema,
    $id: publishedId(document),
    title: `Assay ${document}`,
    ...(noted(schema, '', notes) as JsonSchema),
  };
}

/** A field is described alike wherever it stands, and so is what several branches have in common. */
function noted(schema: unknown, path: string, notes: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map(each => noted(each, path, notes));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, $defs, ...rest } = schema as JsonSchema & {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  const own = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, noted(value, path, notes)]),
  );
  return {
    ...own,
    ...(properties && { properties: notedProperties(properties, path, notes) }),
    // Nobody inherits it, and so the shape of what is written twice leaves it to be asked for later.
    ...(properties?.['physical'] && { required: [...(rest['required'] as string[]), 'physical'] }),
    ...($defs && {
      $defs: Object.fromEntries(
        Object.entries($defs).map(([key, held]) => [key, noted(held, FIELDS, notes)]),
      ),
    }),
  };
}

/** Only fields hold themselves, and so only they stand apart, to be referred to. */
const FIELDS = 'fields.';

const notedProperties = (
  properties: Readonly<Record<string, JsonSchema>>,
  path: string,
  notes: ReadonlyMap<string, string>,
): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => {
      const at = path === FIELDS && key === 'fields' ? FIELDS : `${path}${key}.`;
      const note = notes.get(`${path}${key}`) ?? (key === '$schema' ? SCHEMA_NOTE : undefined);
      return [key, { ...(noted(value, at, notes) as JsonSchema), ...(note && { description: note }) }];
    }),
  );

const SCHEMA_NOTE =
  'where the schema of this document is, for editors; it is never followed, and no part of a digest';
