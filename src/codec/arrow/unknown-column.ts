import { LIMITS } from '../../base/limits.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import { nearest } from '../../contract/nearest.ts';
import { FitStop } from './fit-stop.ts';
import type { IpcField } from './ipc-schema.ts';

/** A column that none of the fields is of: a name in a schema is no value of a record, and may be told. */
export function unknownColumn(
  holder: FieldId | undefined,
  fields: readonly Field[],
  { name, id }: Pick<IpcField, 'name' | 'id'>,
  isById: boolean,
): FitStop {
  const shown = `"${name.slice(0, LIMITS.echoed_chars_max).toWellFormed()}"`;
  const text = isById ? `${shown} (${id ?? 'no id'})` : shown;
  const near = nearest(
    name,
    fields.map(field => field.name),
  );
  const meant = fields.find(field => field.name === near);
  return new FitStop('UNKNOWN_FIELD', holder, undefined, undefined, {
    text,
    by: isById ? 'id' : 'name',
    nearest: meant === undefined ? '' : `${meant.name} (${meant.id})`,
  });
}
