import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { type Digest, documentDigest } from '../base/digest.ts';
import { DIGEST, SENSITIVITIES } from './contract-shape.ts';
import type { FieldId } from './field.ts';
import { MEMBERS_DOCUMENT, type Members, membersDocument, membersFrom } from './members.ts';

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
  /** Who each record is, and what it is for: none is known where it was accepted before that was kept. */
  readonly members?: Members | undefined;
  /** Of the record as a whole. */
  readonly doc?: string | undefined;
};

export const governanceDocument = ({ governance, tokenizer, members, doc }: Governed): Json => ({
  ...(doc !== undefined && { doc }),
  fields: Object.fromEntries([...governance].map(([id, said]) => [String(id), fieldDocument(said)])),
  ...(members !== undefined && { members: membersDocument(members) }),
  ...(tokenizer !== undefined && { tokenizer }),
});

const fieldDocument = ({ owner, sensitivity, doc }: Governance): Json => ({
  ...(doc !== undefined && { doc }),
  owner,
  sensitivity,
});

export const governanceDigest = (governed: Governed): Digest => documentDigest(governanceDocument(governed));

/** The inverse; `undefined` for what is the document of none. */
export function governanceFromDocument(document: unknown): Governed | undefined {
  const shaped = GOVERNANCE_DOCUMENT.safeParse(document);
  if (!shaped.success) return undefined;
  const { fields, members, tokenizer, doc } = shaped.data;
  const governance = new Map(
    Object.entries(fields).map(([id, said]) => [Number(id), { ...said, doc: said.doc }]),
  );
  return {
    governance,
    tokenizer,
    ...(members !== undefined && { members: membersFrom(members) }),
    ...(doc !== undefined && { doc }),
  };
}

export const GOVERNANCE_DOCUMENT = z.strictObject({
  doc: z.string().optional(),
  fields: z.record(
    z.string(),
    z.strictObject({
      doc: z.string().optional(),
      owner: z.string(),
      sensitivity: z.enum(SENSITIVITIES),
    }),
  ),
  members: MEMBERS_DOCUMENT.optional(),
  tokenizer: DIGEST.optional(),
});
