import type { Fault } from '../base/fault.ts';
import { CONVENTIONS, conventionConversion } from '../contract/convention.ts';
import type { Field, Type } from '../contract/field.ts';
import type { StepOf } from './converter-shape.ts';
import { type Planned, type Setting, unfit } from './setting.ts';

/** A list whose order says something becomes one where it doesn't, or the other way round, sorted. */
export function planOrder({ to }: StepOf<'order'>, setting: Setting): Planned | Fault {
  const { field } = setting;
  const { type } = field;
  if (type.kind !== 'list') return unfit(setting, 'order', `a ${type.kind} has no order of its own`);
  if ((type.order ?? 'sequence') === to) return unfit(setting, 'order', `it is a ${to} already`);
  const { order: _, ...plain } = type;
  const result: Field = { ...field, type: to === 'set' ? { ...plain, order: 'set' } : plain };
  return { plan: { kind: 'order', element: type.element }, field: result };
}

/** The same parts at other places. */
export function planPlaces({ from, convention }: StepOf<'places'>, setting: Setting): Planned | Fault {
  const { field } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'places', because);
  const count = placesOf(field.type);
  if (count === undefined) return refuse(`a ${field.type.kind} of this kind has no fixed places`);
  if (from.length !== count || Math.max(...from) >= count)
    return refuse(`it names each of the ${count} places from 0 on once`);
  const [before] = field.convention ?? [];
  if (before !== undefined && convention === undefined)
    return refuse(`its places hold ${before} by convention, and nothing says what they hold then`);
  if ((field.convention?.length ?? 0) > 1) return refuse('its places hold parts of more than one sort');
  const wrong =
    before === undefined || convention === undefined ? undefined : whyOther(before, convention, from);
  if (wrong !== undefined) return refuse(wrong);
  return {
    plan: { kind: 'places', from },
    field: { ...field, convention: convention === undefined ? field.convention : [convention] },
  };
}

function whyOther(before: string, after: string, from: readonly number[]): string | undefined {
  if (!CONVENTIONS.has(before) || !CONVENTIONS.has(after)) return undefined;
  const way = conventionConversion(before, after);
  return way === `positions ${from.join(', ')}`
    ? undefined
    : `${before} becomes ${after} by ${way ?? 'no order'}`;
}

function placesOf(type: Type): number | undefined {
  if (type.kind === 'list')
    return type.order !== 'set' && type.length.min === type.length.max ? type.length.max : undefined;
  return type.kind === 'tensor' && type.shape.length === 1 ? type.shape[0] : undefined;
}
