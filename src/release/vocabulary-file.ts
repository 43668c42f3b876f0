import * as z from 'zod';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { readStrictJson } from '../base/strict-json.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';

/** The document of a vocabulary; a code beyond 2^53 is a decimal string there. */
const Terms = z.strictObject({
  terms: z.array(
    z.strictObject({
      id: z.int(),
      label: z.string(),
      code: z.union([z.int(), z.string().regex(/^-?[1-9][0-9]{15,18}$/)]).transform(code => BigInt(code)),
      aliases: z.array(z.string()),
    }),
  ),
});

/**
 * A vocabulary in the bytes that its digest covers.
 *
 * @param name  what the bytes are called in a fault
 * @faults BOUND_DOCUMENT_FIELD
 */
export function parseVocabularyFile(name: string, bytes: Uint8Array): Vocabulary | Fault {
  const read = readStrictJson(bytes);
  const parsed = Terms.safeParse(read.kind === 'read' ? read.value : undefined);
  return parsed.success
    ? { digest: sha256(bytes), terms: parsed.data.terms }
    : new Fault('BOUND_DOCUMENT_FIELD', { document: name, path: 'terms', problem: 'is no vocabulary' });
}
