import { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import type { Consumer } from './consumer.ts';

/** A field on its way out: announced in one version, and no longer part of `retiredIn`. */
export type RetiringField = { readonly id: FieldId; readonly retiredIn: number };

/** A consumer may not begin to depend on a field that is on its way out. @faults FIELD_RETIRING */
export function mayDependOn(
  consumer: string,
  fields: readonly FieldId[],
  retiring: readonly RetiringField[],
): Fault | undefined {
  const field = retiring.find(({ id }) => fields.includes(id));
  return field && new Fault('FIELD_RETIRING', { consumer, field: field.id, retiredIn: field.retiredIn });
}

/**
 * Whether a field's data may be deleted: every supported reader has passed the version that no longer has it. How long
 * nobody has written it is no argument, and no parameter: an old reader still asks for it. @faults FIELD_STILL_READ
 */
export function mayDelete(
  subject: string,
  field: RetiringField,
  supported: readonly Consumer[],
): Fault | undefined {
  const below = supported
    .filter(consumer => consumer.subject === subject && consumer.reads.from < field.retiredIn)
    .map(consumer => consumer.name)
    .sort();
  if (below.length === 0) return undefined;
  return new Fault('FIELD_STILL_READ', {
    field: field.id,
    retiredIn: field.retiredIn,
    consumers: below.join(', '),
  });
}
