import * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { LINE, whole } from './contract-shape.ts';
import { FIELD_ID_MAX, type FieldId } from './field.ts';

/** Where a member's identity comes from: a field of the contract, a constant, or an envelope column of the shard. */
export type MemberSource =
  | { readonly kind: 'field'; readonly field: FieldId }
  | { readonly kind: 'constant'; readonly value: string }
  | { readonly kind: 'envelope'; readonly column: string };

export const MEMBER_PARTS = ['sampleId', 'sourceId', 'sourceVersion', 'split'] as const;
export type MemberPart = (typeof MEMBER_PARTS)[number];
export type Members = Readonly<Record<MemberPart, MemberSource>>;

/** @param id  of a field: a name may change, and the members of an old snapshot may not */
const shapeOf = (id: z.ZodType<FieldId>) => {
  const envelope = z.strictObject({ envelope: z.enum(MEMBER_PARTS) });
  const field = z.strictObject({ field: id });
  const source = z.union([envelope, field, z.strictObject({ constant: LINE })]);
  return z.strictObject({
    // A constant would make one sample of all records.
    sampleId: z.union([envelope, field]),
    sourceId: source,
    sourceVersion: source,
    split: source,
  });
};

/** As a subject and its ledger write them. */
export const MEMBERS = shapeOf(whole(1, FIELD_ID_MAX));

/** As they are kept beside a schema. */
export const MEMBERS_DOCUMENT = shapeOf(z.int().min(1).max(FIELD_ID_MAX));

export type WrittenMembers = z.output<typeof MEMBERS>;

export const membersFrom = (written: WrittenMembers): Members => ({
  sampleId: sourceOf(written.sampleId),
  sourceId: sourceOf(written.sourceId),
  sourceVersion: sourceOf(written.sourceVersion),
  split: sourceOf(written.split),
});

export const membersDocument = (members: Members): Json =>
  Object.fromEntries(MEMBER_PARTS.map(part => [part, sourceDocument(members[part])]));

export const isSameMembers = (one: Members, other: Members): boolean =>
  canonicalJson(membersDocument(one)) === canonicalJson(membersDocument(other));

function sourceOf(written: WrittenMembers[MemberPart]): MemberSource {
  if ('envelope' in written) return { kind: 'envelope', column: written.envelope };
  if ('field' in written) return { kind: 'field', field: written.field };
  return { kind: 'constant', value: written.constant };
}

function sourceDocument(source: MemberSource): Json {
  switch (source.kind) {
    case 'envelope':
      return { envelope: source.column };
    case 'field':
      return { field: source.field };
    case 'constant':
      return { constant: source.value };
  }
}
