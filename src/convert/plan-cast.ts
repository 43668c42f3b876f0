import type { Fault } from '../base/fault.ts';
import type { Field, ScalarType } from '../contract/field.ts';
import { isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import { castOf } from '../contract/read-field.ts';
import type { Sentinel } from '../contract/senses.ts';
import { timeUnitIn } from '../contract/time-unit.ts';
import { whyApart } from '../contract/types-apart.ts';
import type { StepOf } from './converter-shape.ts';
import { exactOf, isNumber, numberIn } from './exact-number.ts';
import { Refused } from './refused.ts';
import { type Planned, type Setting, unfit } from './setting.ts';

/** From number to number, and between a whole number and what counts time in the same unit. */
export function planCast(step: StepOf<'cast'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'cast', because);
  const type = typeIn(step);
  if (typeof type === 'string') return refuse(type);
  const because = whyNot(field, type, step);
  if (because !== undefined) return refuse(because);
  const bridges = isTime(field.type) !== isTime(type);
  const result: Field = {
    ...field,
    type,
    logical: bridges ? target.logical : field.logical,
    nullable: field.nullable || step.overflow === 'null',
    // Whole numbers have no NaN: what one would mean is the new version's to say.
    nan: isFloat(type.kind) && !isFloat(field.type.kind) ? target.nan : field.nan,
    range: isFloat(type.kind) === isFloat(field.type.kind) ? field.range : undefined,
  };
  const sentinels = sentinelsIn(field, result);
  if (sentinels === 'none')
    return refuse('a sentinel has no value there: make a null of it first, with `blank`');
  const made = { ...result, sentinels };
  const { overflow, rounding } = step;
  return { plan: { kind: 'cast', source: field, result: made, overflow, rounding }, field: made };
}

/** The type that is written, or what is wrong with it. */
function typeIn({ to: kind, precision, scale, zone }: StepOf<'cast'>): ScalarType | string {
  if (kind !== 'decimal' && (precision !== undefined || scale !== undefined))
    return 'only a decimal has a precision and a scale';
  if (kind !== 'timestamp' && zone !== undefined) return 'only a timestamp has a zone';
  if (kind === 'decimal') {
    if (precision === undefined || scale === undefined) return 'a decimal has a precision and a scale';
    return precision >= 1 && scale <= precision
      ? { kind, precision, scale }
      : 'it has more places than digits';
  }
  if (kind === 'timestamp') return zone === undefined ? 'a timestamp has a zone' : { kind, zone };
  return kind === 'fixed' ? 'no value is cast to bytes' : { kind };
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal']);
const isTime = ({ kind }: { readonly kind: Field['type']['kind'] }): boolean =>
  KIND_TABLE[kind].family === 'time';

function whyNot(field: Field, to: ScalarType, { overflow, rounding }: StepOf<'cast'>): string | undefined {
  const { type: from, vocabulary } = field;
  if (castOf(from.kind, to.kind) !== undefined && from.kind === 'string')
    return 'bytes are read from a text without a step';
  const [family, other] = [KIND_TABLE[from.kind].family, KIND_TABLE[to.kind].family];
  if (vocabulary !== undefined) {
    if (family !== 'integer' || other !== 'integer')
      return 'a label becomes one of another type with `remap`';
    return overflow === 'clip' ? 'the nearest code is the code of another term' : undefined;
  }
  if (NUMBERS.has(family) && NUMBERS.has(other)) return undefined;
  const counts = (type: ScalarType | Field['type']): boolean => isTime(type) && type.kind !== 'date';
  const bridges = (counts(from) && to.kind === 'int64') || (from.kind === 'int64' && counts(to));
  if (!bridges) return whyApart(from.kind, to.kind) ?? `a ${from.kind} is no ${to.kind}`;
  if (timeUnitIn(field) === undefined) return 'what it counts is none of s, ms, us and ns';
  return rounding === undefined ? undefined : 'nothing is rounded between whole numbers';
}

/** The sentinels in the new type, or `none` where one has no value in it. */
function sentinelsIn(from: Field, to: Field): readonly Sentinel[] | undefined | 'none' {
  if (from.sentinels === undefined) return undefined;
  const made: Sentinel[] = [];
  for (const { value, means } of from.sentinels) {
    if (!isNumber(value)) return 'none';
    const held = numberIn(to, exactOf(from, value), undefined);
    if (held instanceof Refused) return 'none';
    made.push({ value: held, means });
  }
  return made;
}
