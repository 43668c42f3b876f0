import { Fault } from '../base/fault.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { identityOf } from '../contract/identity.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { nodeAt, type Path, placeOf, type YamlDocument } from '../contract/yaml-document.ts';
import type { StepOf } from './converter-shape.ts';
import { gate } from './gates.ts';
import { literalOf } from './plan-blanks.ts';
import { unfit } from './setting.ts';

export type PlannedDefault = { readonly value: Value; readonly means: 'value' | 'unknown' };

/**
 * The value of a field that the old version has not: the default of the contract where none is written, and never one that
 * would be taken for known where it is not.
 *
 * @param path  of the step
 * @faults CONVERTER_STEP_UNFIT CONVERTER_VALUE_UNFIT
 */
export function planDefault(
  field: Field,
  { means }: StepOf<'default'>,
  document: YamlDocument,
  path: Path,
): PlannedDefault | Fault {
  const setting = { field, target: field, names: undefined, document, path };
  const refuse = (because: string): Fault => unfit(setting, 'default', because);
  const declared = field.default;
  const isWritten = nodeAt(document, [...path, 'value']) !== undefined;
  if (!isWritten && declared.kind === 'none')
    return refuse('the contract has no default of its own: write `value`');
  const value = isWritten
    ? literalOf(setting, 'default', ['value'])
    : declared.kind === 'value'
      ? declared.value
      : null;
  if (value instanceof Fault) return value;
  const because = gate(field, value);
  if (because !== undefined)
    return new Fault(
      'CONVERTER_VALUE_UNFIT',
      { field: nameText(field), step: 'default', key: 'value', because: `it is refused with ${because}` },
      placeOf(document, [...path, 'value']),
    );
  const isOwn = declared.kind === 'value' && identityOf(field, declared.value) === identityOf(field, value);
  if (isOwn && declared.means !== means)
    return refuse(`the contract has this value for a default that means ${declared.means}`);
  const isNone = value === null || sentinelOf(field, value) !== undefined;
  const says = value === null ? field.nullMeans : sentinelOf(field, value)?.means;
  if (isNone && !isOwn && means === 'value' && (says === undefined || says === 'unknown'))
    return refuse('what stands for nobody knows what is no value that they held');
  if (!isNone && !isOwn && means === 'unknown')
    return refuse('a value that is not known would be taken for one that is: write null or a sentinel');
  return { value, means };
}
