import { OUTCOMES, type Outcome } from './outcome.ts';
import type { Trial } from './trial.ts';

/** How the probes of one lane ended. The outcomes add up to `probes`; `codes` splits `refused`. */
export type Tally = {
  readonly probes: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly codes: Readonly<Record<string, number>>;
};

/** Of several parts together. */
export function tallySum(tallies: readonly Tally[]): Tally {
  const sum = (counts: readonly Readonly<Record<string, number>>[]): ReadonlyMap<string, number> => {
    const all = new Map<string, number>();
    for (const one of counts)
      for (const [name, count] of Object.entries(one)) all.set(name, (all.get(name) ?? 0) + count);
    return all;
  };
  const outcomes = sum(tallies.map(tally => tally.outcomes));
  return {
    probes: tallies.reduce((all, { probes }) => all + probes, 0),
    outcomes: outcomeCounts(outcome => outcomes.get(outcome) ?? 0),
    codes: sorted(sum(tallies.map(tally => tally.codes))),
  };
}

export function tallyOf(trials: readonly Trial[]): Tally {
  const codes = new Map<string, number>();
  for (const { observed } of trials)
    if (observed.kind === 'refused') codes.set(observed.code, (codes.get(observed.code) ?? 0) + 1);
  const count = (outcome: Outcome): number =>
    trials.filter(({ judged }) => judged.outcome === outcome).length;
  return {
    probes: trials.length,
    outcomes: outcomeCounts(count),
    codes: sorted(codes),
  };
}

const outcomeCounts = (count: (outcome: Outcome) => number): Tally['outcomes'] =>
  Object.fromEntries(OUTCOMES.map(outcome => [outcome, count(outcome)])) as Record<Outcome, number>;

const sorted = (codes: ReadonlyMap<string, number>): Tally['codes'] =>
  Object.fromEntries([...codes].sort(([a], [b]) => (a < b ? -1 : 1)));
