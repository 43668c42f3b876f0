/** One line of the benchmark: what was measured, beside a named peer measured in the same process. */
export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: string;
  readonly peerValue: number;
  /** value ÷ peerValue: below 1 we are the faster where less is better, above 1 where more is (so much a second). */
  readonly ratio: number;
};

export type Plan = { readonly warmUps: number; readonly rounds: number; readonly runsPerRound: number };

/** Microseconds a run: the median of many rounds, so that a pause of the collector is one round and not the answer. */
export function median_us(run: () => unknown, { warmUps, rounds, runsPerRound }: Plan): number {
  let kept: unknown;
  for (let index = 0; index < warmUps; index++) kept = run();
  const each = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint();
    for (let index = 0; index < runsPerRound; index++) kept = run();
    return Number(process.hrtime.bigint() - start) / 1_000 / runsPerRound;
  });
  // Read once, so that no run can be optimised away as unused.
  if (kept === run) throw new RangeError('a run returned itself');
  return each.sort((a, b) => a - b)[each.length >> 1]!;
}
