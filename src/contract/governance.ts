import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { DIGEST, SENSITIVITIES } from './contract-shape.ts';
import type { FieldId } from './field.ts';

/** Who answers for a field, and who may see it. */
export type Governance = {
  readonly owner: string;
  readonly sensitivity: (typeof SENSITIVITIES)[number];
  readonly doc: string | undefined;
};

/** What stands beside the schema of a version: kept, compared and audited, and no part of its digest. */
export type Governed = {
  readonly governance: ReadonlyMap<FieldId, Governance>;
  /** Bound to data sets by their snapshot; none where no text becomes tokens. */
  readonly tokenizer: Digest | undefined;
};

/** Documentation is no part of it: it may be put better at any time. */
export const governanceDocument = ({ governance, tokenizer }: Governed): Json => ({
  fields: Object.fromEntries(
    [...governance].map(([id, { owner, sensitivity }]) => [String(id), { owner, sensitivity }]),
  ),
  ...(tokenizer !== undefined && { tokenizer }),
});

export const governanceDigest = (governed: Governed): Digest => documentDigest(governanceDocument(governed));

/** The inverse; `undefined` for what is the document of none. */
export function governanceFromDocument(document: unknown): Governed | undefined {
  const shaped = GOVERNANCE_DOCUMENT.safeParse(document);
  if (!shaped.success) return undefined;
  const { fields, tokenizer } = shaped.data;
  const governance = new Map(
    Object.entries(fields).map(([id, said]) => [Number(id), { ...said, doc: undefined }]),
  );
  return { governance, tokenizer };
}

const GOVERNANCE_DOCUMENT = z.strictObject({
  fields: z.record(z.string(), z.strictObject({ owner: z.string(), sensitivity: z.enum(SENSITIVITIES) })),
  tokenizer: DIGEST.optional(),
});
