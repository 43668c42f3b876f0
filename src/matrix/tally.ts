import { OUTCOMES, type Outcome } from './outcome.ts';
import type { Trial } from './trial.ts';

/** How the probes of one lane ended. The outcomes add up to `probes`; `codes` splits `refused`. */
export type Tally = {
  readonly probes: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly codes: Readonly<Record<string, number>>;
};

export function tallyOf(trials: readonly Trial[]): Tally {
  const codes = new Map<string, number>();
  for (const { observed } of trials)
    if (observed.kind === 'refused') codes.set(observed.code, (codes.get(observed.code) ?? 0) + 1);
  const count = (outcome: Outcome): number =>
    trials.filter(({ judged }) => judged.outcome === outcome).length;
  return {
    probes: trials.length,
    outcomes: Object.fromEntries(OUTCOMES.map(outcome => [outcome, count(outcome)])) as Record<
      Outcome,
      number
    >,
    codes: Object.fromEntries([...codes].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
