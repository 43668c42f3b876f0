import { Fault } from '../base/fault.ts';
import { canBeEmpty } from '../contract/check-senses.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { isFloat } from '../contract/kind-table.ts';
import { sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { fitsExactly, readValue } from '../contract/value-form.ts';
import { nodeAt, type Path, placeOf } from '../contract/yaml-document.ts';
import type { Blank, StepKind, StepOf } from './converter-shape.ts';
import { gate } from './gates.ts';
import { expressionIn, type Planned, type Setting, unfit } from './setting.ts';

/** A null becomes a value that they all truly held, or a sentinel. */
export function planFill({ means }: StepOf<'fill'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'fill', because);
  if (!field.nullable) return refuse('it is never null');
  const value = literalOf(setting, 'fill', ['value']);
  if (value instanceof Fault) return value;
  if (value === null) return refuse('a null is what it is to do away with');
  const sentinel = sentinelOf(target, value);
  if ((sentinel !== undefined) !== (means === 'unknown'))
    return refuse(
      sentinel === undefined
        ? 'the new version has no sentinel of this value, so it would be taken for a value that was known'
        : 'the value is a sentinel, and stands for none',
    );
  const { nullMeans } = field;
  if (sentinel !== undefined && nullMeans !== undefined && sentinel.means !== nullMeans)
    return refuse(`a null means ${nullMeans}, and the sentinel ${sentinel.means}`);
  const own = field.sentinels ?? [];
  const isNew = sentinel !== undefined && sentinelOf(field, value) === undefined;
  const result: Field = {
    ...field,
    nullable: false,
    nullMeans: undefined,
    sentinels: isNew ? [...own, { value, means: sentinel.means }] : field.sentinels,
  };
  if (gate(result, value) !== undefined) return refuse('the field could not hold the value');
  return { plan: { kind: 'fill', field, value, means, isSentinel: isNew }, field: result };
}

/** Values that stood for none become null. */
export function planBlank({ values, also = [], means }: StepOf<'blank'>, setting: Setting): Planned | Fault {
  const { field } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'blank', because);
  if (values === undefined && also.length === 0) return refuse('it names nothing: write `values` or `also`');
  const unlikely = also.map(what => whyNever(field, what)).find(because => because !== undefined);
  if (unlikely !== undefined) return refuse(unlikely);
  if (field.nullable && field.nullMeans !== means)
    return refuse(
      `a null of it says another thing already: ${field.nullMeans ?? 'nothing that is written down'}`,
    );
  const found: Exclude<Value, null>[] = [];
  for (const index of (values ?? []).keys()) {
    const value = literalOf(setting, 'blank', ['values', index]);
    if (value instanceof Fault) return value;
    if (value === null) return refuse('a null is one already');
    const sentinel = sentinelOf(field, value);
    if (sentinel !== undefined && sentinel.means !== means)
      return refuse(`a sentinel among them means ${sentinel.means}`);
    found.push(value);
  }
  const left = field.sentinels?.filter(
    ({ value }) => !found.some(other => sentinelOf({ sentinels: [{ value, means }] }, other) !== undefined),
  );
  const result: Field = {
    ...without(setting, also),
    nullable: true,
    nullMeans: means,
    sentinels: left?.length === 0 ? undefined : left,
  };
  return { plan: { kind: 'blank', source: field, values: found, also }, field: result };
}

/** A record that holds one of them is left out. */
export function planReject({ what = [], when: text }: StepOf<'reject'>, setting: Setting): Planned | Fault {
  if (what.length === 0 && text === undefined)
    return unfit(setting, 'reject', 'it names nothing: write `what` or `when`');
  const never = what.map(each => whyNever(setting.field, each)).find(because => because !== undefined);
  if (never !== undefined) return unfit(setting, 'reject', never);
  const when =
    text === undefined ? undefined : expressionIn(setting, text, [...setting.path, 'when'], 'bool');
  if (when instanceof Fault) return when;
  const result = without(setting, what);
  return {
    plan: { kind: 'reject', what, when },
    field: what.includes('null') ? { ...result, nullable: false } : result,
  };
}

/** The field when none of its values is one of these any more, so that the new version alone says what one would mean. */
function without({ field, target }: Setting, what: readonly Blank[]): Field {
  return {
    ...field,
    ...(what.includes('nan') && { nan: 'refuse' as const }),
    ...(what.includes('infinity') && { infinity: 'refuse' as const }),
    ...(what.includes('empty') && { emptyMeans: target.emptyMeans }),
  };
}

function whyNever(field: Field, what: Blank): string | undefined {
  if (what === 'null') return field.nullable ? undefined : 'it is never null';
  if (what === 'empty') return canBeEmpty(field) ? undefined : 'it is never empty';
  return isFloat(field.type.kind) ? undefined : `a ${field.type.kind} is never ${what}`;
}

/** A value that is written in a step, of the type that the field has there. */
export function literalOf(
  { field, target, document, path }: Setting,
  step: StepKind,
  at: Path,
): Value | Fault {
  const node = nodeAt(document, [...path, ...at]);
  const value = node === undefined ? undefined : readValue(field, node);
  if (value !== undefined && (value === null || fitsExactly(field, value))) return value;
  const because = node === undefined ? 'it is not written' : `a ${field.type.kind} has none such`;
  return new Fault(
    'CONVERTER_VALUE_UNFIT',
    { field: nameText(target), step, key: String(at[0]), because },
    placeOf(document, [...path, ...at]),
  );
}
