import * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { schemaProblem } from './check-schema.ts';
import { DIGEST, NAME } from './contract-shape.ts';
import type { Field } from './field.ts';
import { FIELD_DOCUMENT, fieldDocument, fieldFromDocument } from './field-document.ts';
import { type Schema, SLICE_BY } from './schema.ts';
import { pathText, shapeProblem } from './shape-problem.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The canonical document of a schema: what the recordSchema digest hashes. `docs/contract-format.md` prints one. */
export const schemaDocument = (schema: Schema): Json => ({
  fields: schema.fields.map(fieldDocument),
  key: schema.key,
  slices: schema.slices.map(({ name, field, by }) => ({ name, field, by })),
  ...(schema.label !== undefined && { label: schema.label }),
  ...(schema.normalizer !== undefined && { normalizer: schema.normalizer }),
});

export const recordSchemaDigest = (schema: Schema): Digest => documentDigest(schemaDocument(schema));

/**
 * The inverse, and only that: a text other than the canonical one of a lawful schema is refused.
 *
 * @faults SCHEMA_DOCUMENT VOCABULARY_UNKNOWN UNIT_UNKNOWN, and what `schemaProblem` finds
 */
export function schemaFromDocument(
  text: string,
  vocabularies: ReadonlyMap<Digest, Vocabulary>,
): Schema | Fault {
  const shaped = shapeOf(text);
  if (shaped instanceof Fault) return shaped;
  const fields: Field[] = [];
  for (const field of shaped.fields) {
    const built = fieldFromDocument(field, vocabularies);
    if (built instanceof Fault) return built;
    fields.push(built);
  }
  const { key, slices, label, normalizer } = shaped;
  const schema: Schema = { fields, key, slices, label, normalizer };
  const found = schemaProblem(schema);
  if (found) return found.fault;
  return canonicalJson(schemaDocument(schema)) === text ? schema : refuse('its text is not canonical');
}

/** What the document of a schema says beside its fields; `undefined` where that is malformed. */
export function schemaRest(document: unknown): Omit<Schema, 'fields'> | undefined {
  const shaped = REST.safeParse(document);
  if (!shaped.success) return undefined;
  const { key, slices, label, normalizer } = shaped.data;
  return { key, slices, label, normalizer };
}

const REST = z.strictObject({
  key: z.array(z.int()),
  slices: z
    .array(z.strictObject({ name: NAME, field: z.int(), by: z.enum(SLICE_BY) }))
    .max(LIMITS.slices_max),
  label: z.int().optional(),
  normalizer: DIGEST.optional(),
});

export const SCHEMA_DOCUMENT = REST.extend({
  fields: z.array(FIELD_DOCUMENT).min(1).max(LIMITS.fields_max),
});

function shapeOf(text: string): z.output<typeof SCHEMA_DOCUMENT> | Fault {
  if (text.length > LIMITS.schema_document_bytes_max)
    return refuse(`it has more than ${LIMITS.schema_document_bytes_max} bytes`);
  if (depthOf(text) > LIMITS.schema_document_depth_max)
    return refuse(`it nests deeper than ${LIMITS.schema_document_depth_max} levels`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return refuse('it is no JSON');
  }
  const result = SCHEMA_DOCUMENT.safeParse(document);
  if (result.success) return result.data;
  const problem = shapeProblem(SCHEMA_DOCUMENT, result.error);
  const where = pathText(problem.path);
  return refuse(problem.kind === 'unknown' ? `${where} has an unknown key` : `${where} is malformed`);
}

/** Before anything recursive sees the text. Brackets inside strings do not count. */
function depthOf(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && '[{'.includes(character)) deepest = Math.max(deepest, ++depth);
    else if (!quoted && ']}'.includes(character)) depth--;
  }
  return deepest;
}

const refuse = (problem: string): Fault => new Fault('SCHEMA_DOCUMENT', { problem });
