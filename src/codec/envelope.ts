import { bareField } from '../contract/bare-field.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { MEMBER_PARTS, type Members } from '../contract/members.ts';
import type { Schema } from '../contract/schema.ts';

/** The ids of envelope columns: above every id a contract may use, one for each part of a member's identity. */
export const ENVELOPE_IDS = {
  sampleId: 2_147_483_448,
  sourceId: 2_147_483_449,
  sourceVersion: 2_147_483_450,
  split: 2_147_483_451,
} as const satisfies Readonly<Record<(typeof MEMBER_PARTS)[number], FieldId>>;

/** A schema and, after its own fields, a string column for each part of a member that no field or constant gives. */
export function withEnvelope(schema: Schema, members: Members): Schema {
  const envelope = MEMBER_PARTS.flatMap(part => {
    const source = members[part];
    return source.kind === 'envelope' ? [envelopeField(ENVELOPE_IDS[part], source.column)] : [];
  });
  return { ...schema, fields: [...schema.fields, ...envelope] };
}

/** The fields that say who a record is. What they hold is no part of its content. */
export function memberFieldIds(members: Members): ReadonlySet<FieldId> {
  return new Set(
    MEMBER_PARTS.flatMap(part => {
      const source = members[part];
      if (source.kind === 'constant') return [];
      return source.kind === 'field' ? source.field : ENVELOPE_IDS[part];
    }),
  );
}

const envelopeField = (id: FieldId, name: string): Field =>
  bareField(id, name, { kind: 'string' }, 'identifier');
