import { Fault } from '../base/fault.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { hasOrder, isFloat } from '../contract/kind-table.ts';
import { parseUnit } from '../contract/parse-unit.ts';
import { sentinelOf } from '../contract/senses.ts';
import { countsTime, timeUnitIn } from '../contract/time-unit.ts';
import { unitConversion } from '../contract/unit-conversion.ts';
import { readRangeEnd } from '../contract/value-form.ts';
import { nodeAt, placeOf } from '../contract/yaml-document.ts';
import type { Step, StepKind, StepOf } from './converter-shape.ts';
import { planBlank, planFill, planReject } from './plan-blanks.ts';
import { planCast } from './plan-cast.ts';
import { planOrder, planPlaces } from './plan-places.ts';
import { planRemap } from './plan-remap.ts';
import { planRetokenise } from './plan-retokenise.ts';
import { type Planned, type Planner, type Setting, unfit } from './setting.ts';

/**
 * One step, with every value and name in it looked up.
 *
 * @faults CONVERTER_STEP_UNFIT CONVERTER_VALUE_UNFIT CONVERTER_TERM_UNKNOWN CONVERTER_TERM_TWICE CONVERTER_TERMS_LEFT
 *   CONVERTER_UNKNOWN_LEFT CONVERTER_EXPRESSION TOKENIZER_NOT_RUNNABLE UNIT_UNKNOWN
 */
export const planStep = (step: Step, setting: Setting): Planned | Fault =>
  (PLANNERS[step.kind] as Planner<StepKind>)(step, setting);

const PLANNERS: { readonly [K in StepKind]: Planner<K> } = {
  unit: planUnit,
  cast: planCast,
  remap: planRemap,
  derive: (_, setting) => unfit(setting, 'derive', 'it stands alone, and says where the value comes from'),
  default: (_, setting) =>
    unfit(setting, 'default', 'it stands alone, for a field that is made from no other'),
  fill: planFill,
  blank: planBlank,
  reject: planReject,
  range: planRange,
  text: planText,
  order: planOrder,
  places: planPlaces,
  function: (_, setting) => unfit(setting, 'function', 'it stands alone, and makes the value'),
  nest: (_, setting) => unfit(setting, 'nest', 'it stands alone, for a struct that the old version has not'),
  declare: planDeclare,
  retokenise: planRetokenise,
};

function planUnit({ to: text, rounding }: StepOf<'unit'>, setting: Setting): Planned | Fault {
  const { field, document, path } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'unit', because);
  const { type, unit: from } = field;
  if (!hasOrder(type.kind) || type.kind === 'date' || field.vocabulary !== undefined)
    return refuse(`a ${field.vocabulary === undefined ? type.kind : 'label'} counts nothing`);
  if (from === undefined) return refuse('it has no unit to come from; what nobody wrote down is declared');
  const to = parseUnit(text);
  if (to instanceof Fault) return new Fault(to.code, to.facts, placeOf(document, [...path, 'to']));
  const conversion = unitConversion(from, to);
  if (conversion === undefined) return refuse(`no number leads from ${from.code} to ${to.code}`);
  const result = { ...field, unit: to };
  if (countsTime(type.kind) && timeUnitIn(result) === undefined)
    return refuse(`a ${type.kind} counts s, ms, us or ns`);
  if (isFloat(type.kind)) {
    if (rounding !== undefined)
      return refuse('a float is the nearest one there is, and no other rounding is had');
  } else if (conversion.pi !== 0 && rounding === undefined)
    return refuse(
      'no whole number but 0 is a whole multiple of π: name a rounding, or cast to a float first',
    );
  return { plan: { kind: 'unit', source: field, result, conversion, rounding }, field: result };
}

function planRange(step: StepOf<'range'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  const { outside } = step;
  const refuse = (because: string): Fault => unfit(setting, 'range', because);
  if (!hasOrder(field.type.kind) || field.vocabulary !== undefined)
    return refuse(`a ${field.vocabulary === undefined ? field.type.kind : 'label'} has no ends`);
  const ends = step.min === undefined && step.max === undefined ? undefined : writtenEnds(setting);
  if (ends instanceof Fault) return ends;
  if (ends === undefined && (target.range === undefined || target.type.kind !== field.type.kind))
    return refuse('write `min`, `max` or both: the new version has no range of this type to take');
  const { min, max } = ends ?? target.range!;
  if (min !== undefined && max !== undefined && min > max) return refuse('its ends are the wrong way round');
  if (
    outside === 'clip' &&
    [min, max].some(end => end !== undefined && sentinelOf(field, asValue(field, end)))
  )
    return refuse('an end is a sentinel, and a number that is clipped would become none');
  const result = { ...field, range: { min, max }, nullable: field.nullable || outside === 'null' };
  return { plan: { kind: 'range', source: field, min, max, outside }, field: result };
}

const asValue = ({ type }: Field, end: bigint | number): bigint | number =>
  typeof end === 'bigint' &&
  ['int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32', 'date'].includes(type.kind)
    ? Number(end)
    : end;

type Ends = { readonly min: bigint | number | undefined; readonly max: bigint | number | undefined };

function writtenEnds({ field, target, document, path }: Setting): Ends | Fault {
  const ends: Record<'min' | 'max', bigint | number | undefined> = { min: undefined, max: undefined };
  for (const key of ['min', 'max'] as const) {
    const node = nodeAt(document, [...path, key]);
    if (node === undefined) continue;
    const end = readRangeEnd(field, node);
    if (end === undefined) {
      const facts = {
        field: nameText(target),
        step: 'range',
        key,
        because: `a ${field.type.kind} has none such`,
      };
      return new Fault('CONVERTER_VALUE_UNFIT', facts, placeOf(document, [...path, key]));
    }
    ends[key] = end ?? undefined;
  }
  return ends;
}

function planText({ form }: StepOf<'text'>, setting: Setting): Planned | Fault {
  const { field } = setting;
  if (field.type.kind !== 'string') return unfit(setting, 'text', `a ${field.type.kind} is no text`);
  if (field.vocabulary !== undefined)
    return unfit(setting, 'text', 'a label is spelt as its vocabulary says; respell it with `remap`');
  return { plan: { kind: 'text', source: field, form }, field };
}

function planDeclare({ what, reason }: StepOf<'declare'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  // What text becomes tokens with is bound by the version, and stands in no field.
  const keys = what.filter(key => key !== 'tokenizer');
  const result = { ...field, ...Object.fromEntries(keys.map(key => [key, target[key]])) } as Field;
  return { plan: { kind: 'declare', what, reason }, field: result };
}
