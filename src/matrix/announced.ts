import { isNote } from '../compat/catalogue.ts';
import type { Finding } from '../compat/finding.ts';
import type { FieldId } from '../contract/field.ts';

/** Of what the rules have spoken: of the record as a whole, and of which fields, nested ones included. */
export type Announced = { readonly record: boolean; readonly fields: ReadonlySet<FieldId> };

/** A note binds nobody, so it announces nothing; nor does what holds by position alone, by which neither lane reads. */
export function announcedBy(findings: readonly Finding[]): Announced {
  const binding = findings.filter(
    ({ rule, level, access }) =>
      (level !== 'govern' || !isNote(rule)) && access.some(path => path !== 'position'),
  );
  return {
    record: binding.some(({ path }) => path.length === 0),
    fields: new Set(binding.flatMap(({ path }) => path.map(({ id }) => id))),
  };
}

/** Undefined stands for the record as a whole. */
export const isAnnounced = ({ record, fields }: Announced, field: FieldId | undefined): boolean =>
  field === undefined ? record : fields.has(field);
