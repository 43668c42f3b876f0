import { plain } from './axis.ts';
import { factorBetween } from './factor.ts';
import { type FieldPair, inUnitOfAfter } from './pairs.ts';
import { scaleOf } from './place.ts';

/** What the values of a field and its unit say of each other. */
export type ShadowFinding<V = never> = {
  /**
   * `values-without-unit`: one factor lies between the distributions, and the unit is as it was. `unit-without-values`: the
   * unit is another, and the values are as they were. `factor-differs`: both changed, and not by the same.
   */
  readonly kind: 'values-without-unit' | 'unit-without-values' | 'factor-differs';
  readonly field: string;
  /** As the contracts write them; undefined where there is none. */
  readonly units: { readonly before: string | undefined; readonly after: string | undefined };
  /** What values are multiplied by as the units say, and as they were. */
  readonly said: number;
  readonly found: number | V;
  /** A factor between two units in use that `found` comes near. */
  readonly near: number | V | undefined;
};

export function unitFinding({ before, after, step }: FieldPair): ShadowFinding | undefined {
  if (before.numbers === undefined || after.numbers === undefined || step === 'apart') return undefined;
  const said = step === 'same' ? 1 : step.times;
  // That nothing was done to the values is the likeliest.
  const likely = step === 'same' ? [] : [1 / said];
  const factor = factorBetween(
    inUnitOfAfter(plain(before.numbers, scaleOf(before.field)), step),
    plain(after.numbers, scaleOf(after.field)),
    likely,
  );
  if (factor === undefined) return undefined;
  const stayed = step !== 'same' && factor.near === 1 / said;
  return {
    kind: step === 'same' ? 'values-without-unit' : stayed ? 'unit-without-values' : 'factor-differs',
    field: after.field.name,
    units: { before: before.field.unit?.code, after: after.field.unit?.code },
    said,
    found: said * factor.times,
    near: stayed ? 1 : factor.near === undefined ? undefined : said * factor.near,
  };
}
