import fc from 'fast-check';
import { allFields } from '../../src/contract/check-schema.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import type { Draft, PinnedDraft, Written } from '../../src/exchange/draft.ts';
import { pinnedFrom } from '../../src/exchange/pinned.ts';
import { settle } from '../../src/exchange/settle.ts';
import { lawfulSchema } from '../contract/lawful-schema.ts';
import { ANIMALS, CONTEXT, must, SMALL } from '../contract/small-subject.ts';

/** The files the schemas of `lawfulSchema` name. */
export const PINNED: readonly PinnedDraft[] = [
  ...[ANIMALS, SMALL].map(({ terms }) => ({
    vocabulary: 'animals',
    terms: terms.map(term => ({ ...term })),
  })),
  { normalizer: 'n', steps: [{ trim: true }] },
].map(document => must(pinnedFrom(document)));

export const contractOf = (schema: Schema, own: Partial<Contract> = {}): Contract => ({
  subject: 's',
  version: 7,
  schema,
  recordSchema: recordSchemaDigest(schema),
  governance: new Map(
    allFields(schema).map(([{ id }]) => [
      id,
      { owner: 'o', sensitivity: 'public', doc: id % 2 === 0 ? `field ${id}: "what" it # means` : undefined },
    ]),
  ),
  places: new Map(),
  doc: undefined,
  ...own,
});

/** Any contract, with the name of its subject. */
export const anyContract: fc.Arbitrary<Contract> = fc
  .tuple(lawfulSchema, fc.option(fc.constantFrom('a contract', 'of: two\n lines'), { nil: undefined }))
  .map(([schema, doc]) => contractOf(schema, { doc }));

/** The contract a draft comes to, by itself: no version before it, nothing to inherit. */
export function settled(draft: Draft): { readonly text: string; readonly contract: Contract } {
  const { text } = must(
    settle(draft, {
      subject: 's',
      version: 7,
      latest: undefined,
      usedIds: new Set(),
      owner: undefined,
      sensitivity: undefined,
      inherited: { owner: undefined, sensitivity: undefined },
      leaveOut: new Set(),
    }),
  );
  return { text, contract: must(parseContract('v7.yaml', Buffer.from(text), CONTEXT)) };
}

/** What a contract says, as plain as can be compared. */
export const saidBy = ({ recordSchema, governance, doc }: Contract): Written =>
  ({ recordSchema, governance: [...governance].map(entry => [...entry]), doc: doc ?? null }) as never;

export const schemas = lawfulSchema;
