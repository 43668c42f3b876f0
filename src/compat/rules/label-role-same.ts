import type { FieldId } from '../../contract/field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** A trainer that asks the contract for its target gets another column, of a type it can take. */
export const labelRoleSame: Rule = {
  id: 'LABEL_ROLE_SAME',
  promise: 'The same field is the label.',
  remedy: 'Keep the role where it is; a task with another target is another subject.',
  schema: ({ writer, reader }) =>
    writer.label === reader.label ? SAFE : breaks(roleText(writer.label), roleText(reader.label)),
};

const roleText = (label: FieldId | undefined): string => (label === undefined ? 'none' : `field ${label}`);
