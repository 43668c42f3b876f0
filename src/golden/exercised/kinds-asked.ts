import type { Field } from '../../contract/field.ts';
import { isFloat } from '../../contract/kind-table.ts';
import type { NullKind } from '../null-kinds.ts';

/**
 * What a contract lets stand where a value may. Of floats, texts and bytes it is asked only where the contract speaks of it: each
 * of them may be NaN or empty, and few contracts mean that.
 *
 * @param mayLack  whether the form of the records can leave a field out
 */
export function kindsAsked(field: Field, mayLack: boolean): readonly NullKind[] {
  const { type, nullable, default: its, sentinels, nan, infinity, emptyMeans } = field;
  const asked: NullKind[] = [];
  if (mayLack && its.kind === 'value') asked.push(its.value === null ? 'absent' : 'default');
  if (nullable) asked.push('null');
  if (sentinels !== undefined && sentinels.length > 0) asked.push('sentinel');
  if (isFloat(type.kind) && nan !== undefined && nan !== 'refuse') asked.push('nan');
  if (isFloat(type.kind) && infinity === 'value') asked.push('infinite');
  if (emptyMeans !== undefined || (type.kind === 'list' && type.length.min === 0)) asked.push('empty');
  if (type.kind === 'list' && type.element.nullable && type.length.max > 0) asked.push('all-null');
  return asked;
}
