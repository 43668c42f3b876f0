import type { ShadowComparison, ShadowMeasurement } from './compare.ts';
import { SHADOW_ALLOWANCES } from './thresholds.ts';

export type ShadowVerdict<V = never> = {
  readonly holds: boolean;
  /** How many measurements there were to judge. */
  readonly evaluated: number;
  /** Every measurement that is not zero or has a threshold of its own, and every threshold that bound nothing. */
  readonly checks: readonly ShadowCheck<V>[];
};

export type ShadowCheck<V = never> = {
  /** `shadow.divergence:weather` */
  readonly measure: string;
  readonly part: string | null | V | undefined;
  readonly effect: number | V | undefined;
  readonly allowed: number | undefined;
  readonly answer: ShadowAnswer;
  /** About how many rows the smaller side needs to tell, where chance is all that is left; undefined where no number is enough. */
  readonly needs?: number;
};

/**
 * `within` and `within-chance` hold. `within-chance`: more than allowed, and no more than chance shows in samples this
 * small; it says "too few to tell". What could not be evaluated fails.
 */
export type ShadowAnswer = 'within' | 'within-chance' | 'exceeded' | 'not-evaluated';

export const failingShadow = (verdict: ShadowVerdict): readonly ShadowCheck[] =>
  verdict.checks.filter(({ answer }) => answer === 'exceeded' || answer === 'not-evaluated');

/**
 * @param thresholds  from the change record: `shadow.distance` for all fields, `shadow.distance:wind` for one; names that
 *   do not begin with `shadow.` are for golden sets
 * @param gone  columns of the side before that the other lacks, where no change record says so: they can't be compared
 */
export function shadowVerdict(
  comparison: ShadowComparison,
  thresholds: Readonly<Record<string, number>>,
  gone: readonly string[] = [],
): ShadowVerdict {
  const given = new Map(Object.entries(thresholds).filter(([name]) => name.startsWith('shadow.')));
  const bound = new Set<string>();
  const judged = comparison.measurements.flatMap(measurement => {
    for (const name of namesOf(measurement)) if (given.has(name)) bound.add(name);
    const check = judge(measurement, given);
    if (check === undefined || (measurement.effect === 0 && !given.has(check.measure))) return [];
    return [check];
  });
  const unbound = [...given].filter(([name]) => !bound.has(name));
  const empty = comparison.before.rows === 0 || comparison.after.rows === 0;
  const checks: ShadowCheck[] = [
    ...(empty ? [notEvaluated('shadow.rows', undefined)] : []),
    ...gone.map(name => notEvaluated(`shadow.column:${name}`, undefined)),
    ...judged,
    ...unbound.map(([name, allowed]) => notEvaluated(name, allowed)),
  ];
  const evaluated = comparison.measurements.filter(({ effect }) => effect !== undefined).length;
  const verdict = { holds: false, evaluated, checks };
  return { ...verdict, holds: evaluated > 0 && failingShadow(verdict).length === 0 };
}

/** The names a threshold on it may have, that of it alone first. */
export const namesOf = ({
  measure,
  of,
}: Pick<ShadowMeasurement, 'measure' | 'of'>): readonly [string, string] => [`${measure}:${of}`, measure];

/** Undefined of a distance that nobody named, where another one of the same distributions stands by itself. */
function judge(measurement: ShadowMeasurement, given: ReadonlyMap<string, number>): ShadowCheck | undefined {
  const { measure, part, effect, chance, before, after } = measurement;
  const [name, general] = namesOf(measurement);
  const allowed = given.get(name) ?? given.get(general) ?? SHADOW_ALLOWANCES[measure];
  if (allowed === undefined) return undefined;
  const check = { measure: name, part, effect, allowed };
  if (effect === undefined || Number.isNaN(effect)) return { ...check, answer: 'not-evaluated' };
  if (effect <= allowed) return { ...check, answer: 'within' };
  if (effect > chance) return { ...check, answer: 'exceeded' };
  // Chance falls with the root of the rows, or faster.
  const needs = allowed === 0 ? undefined : Math.ceil(Math.min(before, after) * (chance / allowed) ** 2);
  return { ...check, answer: 'within-chance', ...(needs !== undefined && { needs }) };
}

const notEvaluated = (measure: string, allowed: number | undefined): ShadowCheck => ({
  measure,
  part: undefined,
  effect: undefined,
  allowed,
  answer: 'not-evaluated',
});
