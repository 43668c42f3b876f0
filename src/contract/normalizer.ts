import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { DOC, SUBJECT } from './contract-shape.ts';
import { schemaKey } from './published-schema.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What is done to text before it is tokenized, step after step. */
export type Normalizer = { readonly digest: Digest; readonly steps: readonly NormalizerStep[] };

export type NormalizerStep = z.output<typeof STEP>;

export function parseNormalizer(file: string, bytes: Uint8Array): Normalizer | Fault {
  const document = readYaml(file, bytes);
  return document instanceof Fault ? document : normalizerOf(document);
}

export function normalizerOf(document: YamlDocument): Normalizer | Fault {
  const written = parseWith(NORMALIZER_FILE, document);
  if (written instanceof Fault) return written;
  const { steps } = written;
  return { digest: documentDigest(normalizerDocument({ steps })), steps };
}

/** What the digest of a normalizer hashes: the steps in their order. */
export const normalizerDocument = ({ steps }: Pick<Normalizer, 'steps'>): Json => ({ steps });

const STEP = z.union([
  z.strictObject({ unicode: z.enum(['NFC', 'NFD', 'NFKC', 'NFKD']) }),
  z.strictObject({ lowercase: z.enum(['ascii', 'unicode']) }),
  z.strictObject({ collapse: z.literal('whitespace') }),
  z.strictObject({ trim: z.literal(true) }),
]);

export const NORMALIZER_FILE = z.strictObject({
  $schema: schemaKey('normalizer'),
  normalizer: SUBJECT,
  steps: z.array(STEP).min(1).max(32),
  doc: DOC.optional(),
});
