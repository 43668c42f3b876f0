import type { Comparison } from './compare.ts';
import { type ExactNumber, isAtMost } from './exact-number.ts';
import { isSize, type Measurement, measureName, type Question, questionsOf } from './measures.ts';

/** Whether the new path means what the old one meant, as far as the change record allows it not to. */
export type GoldenVerdict<V = never> = {
  readonly holds: boolean;
  /** Every difference, and every threshold, once; the order is that of the comparison. */
  readonly checks: readonly Check<V>[];
};

export type Check<V = never> = {
  /** `cells.share:weather` */
  readonly measure: string;
  readonly observed: ExactNumber | V | undefined;
  readonly allowed: number | undefined;
  readonly answer: Answer;
};

/** Only `within` holds. `not-evaluated`: a threshold that bound nothing, or a question nothing could answer. */
export type Answer = 'within' | 'exceeded' | 'no-allowance' | 'not-evaluated';

export const failing = <V = never>(verdict: GoldenVerdict<V>): readonly Check<V>[] =>
  verdict.checks.filter(({ answer }) => answer !== 'within');

/**
 * Without a threshold nothing may differ, however little: one cell in a million fails.
 *
 * @param thresholds  from the change record, by the names of `GOLDEN_MEASURES`; a name that binds nothing fails, so a misspelled one
 *   does too. Those that begin with `shadow.` are for shadow statistics, with `coverage.` for what golden sets exercise.
 */
export function goldenVerdict(
  comparison: Comparison,
  thresholds: Readonly<Record<string, number>>,
): GoldenVerdict {
  const given = new Map(Object.entries(thresholds).filter(([name]) => !/^(?:shadow|coverage)\./.test(name)));
  const questions = questionsOf(comparison);
  const answered = questions.flatMap(question => answer(question, given));
  const known = new Set(answered.map(({ measure }) => measure));
  const unbound = [...given].filter(([name]) => !known.has(name));
  const checks: Check[] = [
    ...(comparison.rows.matched === 0 ? [NOTHING_MATCHED] : []),
    ...answered,
    ...unbound.map(([measure, allowed]) => ({
      measure,
      observed: undefined,
      allowed,
      answer: 'not-evaluated' as const,
    })),
  ];
  return { holds: checks.every(check => check.answer === 'within'), checks };
}

/** A gate that compared nothing has shown nothing. */
const NOTHING_MATCHED: Check = {
  measure: 'rows.matched',
  observed: 0,
  allowed: undefined,
  answer: 'not-evaluated',
};

function answer(
  { differs, measurements, sizeless = false }: Question,
  given: ReadonlyMap<string, number>,
): Check[] {
  const bound = measurements.filter(measurement => given.has(measureName(measurement)));
  const checks = bound.map(measurement => judged(measurement, given));
  const isAllowed = sizeless ? bound.some(measurement => !isSize(measurement)) : bound.length > 0;
  return isAllowed || !differs ? checks : [unallowed(measurements[0]!), ...checks];
}

const unallowed = (measurement: Measurement): Check => ({
  measure: measureName(measurement),
  observed: measurement.observed,
  allowed: undefined,
  answer: measurement.observed === undefined ? 'not-evaluated' : 'no-allowance',
});

function judged(measurement: Measurement, given: ReadonlyMap<string, number>): Check {
  const { observed } = measurement;
  const measure = measureName(measurement);
  const allowed = given.get(measure)!;
  if (observed === undefined) return { measure, observed, allowed, answer: 'not-evaluated' };
  // A NaN is not at most anything, so it can't pass.
  return { measure, observed, allowed, answer: isAtMost(observed, allowed) ? 'within' : 'exceeded' };
}
