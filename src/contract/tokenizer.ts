import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DIGEST, DOC, whole } from './contract-shape.ts';
import { schemaKey } from './published-schema.ts';
import { parseWith } from './read-yaml.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What turns text into token ids: the bytes it is made of, and how many ids there are. */
export type Tokenizer = {
  readonly digest: Digest;
  /** By the name a trainer loads them under. */
  readonly files: Readonly<Record<string, Digest>>;
  /** Token ids are 0 to one below it. */
  readonly size: number;
};

export function tokenizerOf(document: YamlDocument): Tokenizer | Fault {
  const written = parseWith(TOKENIZER_FILE, document);
  if (written instanceof Fault) return written;
  const { files, size } = written;
  return { digest: documentDigest(tokenizerDocument({ files, size })), files, size };
}

/** What the digest of a tokenizer hashes. What it is called, and where it came from, is not what it does. */
export const tokenizerDocument = ({ files, size }: Pick<Tokenizer, 'files' | 'size'>): Json => ({
  files,
  size,
});

const FILE = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'names of files such as tokenizer.json');

export const TOKENIZER_FILE = z.strictObject({
  $schema: schemaKey('tokenizer'),
  tokenizer: z.string().min(1).max(LIMITS.subject_chars_max),
  files: z
    .record(FILE, DIGEST)
    .refine(files => Object.keys(files).length > 0, 'one file at least, with the digest of its bytes'),
  size: whole(1, LIMITS.tokenizer_size_max),
  doc: DOC.optional(),
});
