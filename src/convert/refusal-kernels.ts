import { presenceOf } from '../contract/batch.ts';
import type { StepPlan } from './conversion-plan.ts';
import { doublesOf, endOf, hasDoubles } from './doubles.ts';
import type { Kernel } from './number-kernels.ts';

type Of<K extends StepPlan['kind']> = Extract<StepPlan, { readonly kind: K }>;

/** Steps that leave a column as it is but for the records that they refuse. */
export const refusalKernel = (step: Of<'range'> | Of<'reject'>): Kernel | undefined =>
  step.kind === 'range' ? rangeKernel(step) : rejectKernel(step);

function rangeKernel({ source, min, max, outside }: Of<'range'>): Kernel | undefined {
  const [low, high] = [endOf(min, Number.NEGATIVE_INFINITY), endOf(max, Number.POSITIVE_INFINITY)];
  const isNumber = hasDoubles(source.type.kind);
  if (
    !isNumber ||
    outside !== 'reject' ||
    source.sentinels !== undefined ||
    low === undefined ||
    high === undefined
  )
    return undefined;
  return (data, isOut, report) => {
    const double = doublesOf(source.type.kind, data);
    if (double === undefined) throw new TypeError('a range of what is no number');
    const isPresent = presenceOf(data);
    for (let row = 0; row < data.length; row++) {
      const value = double(row);
      if ((value < low || value > high) && !isOut(row) && isPresent?.(row) !== false) report(row, 'RANGE');
    }
    return data;
  };
}

function rejectKernel({ what, when }: Of<'reject'>): Kernel | undefined {
  if (when !== undefined || what.some(kind => kind !== 'null')) return undefined;
  return (data, isOut, report) => {
    const isPresent = presenceOf(data);
    if (isPresent === undefined) return data;
    for (let row = 0; row < data.length; row++)
      if (!isPresent(row) && !isOut(row)) report(row, 'REFUSED_BY_CONVERTER');
    return data;
  };
}
