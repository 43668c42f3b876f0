import { presenceOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { StepPlan } from './conversion-plan.ts';
import type { Kernel } from './number-kernels.ts';
import { Refused } from './refused.ts';
import { Spellings } from './spellings.ts';
import { plainActOf } from './step-acts.ts';

/** Labels are few, and records are many: each spelling is looked up once, wherever its bytes stand. */
export function remapKernel(step: Extract<StepPlan, { kind: 'remap' }>): Kernel | undefined {
  const { source, result, splits } = step;
  if (splits.size > 0 || source.type.kind !== 'string') return undefined;
  const act = plainActOf(step);
  return (data, isOut, report) => {
    const known = new Spellings(data, act);
    const isPresent = presenceOf(data);
    const builder = columnBuilder(result);
    for (let row = 0; row < data.length; row++) {
      if (isOut(row)) builder.appendBlank();
      else if (isPresent?.(row) === false) builder.appendNull();
      else {
        const made = known.at(row);
        if (made instanceof Refused) {
          report(row, made.code);
          builder.appendBlank();
        } else builder.append(made);
      }
    }
    return builder.finish();
  };
}
