import { LIMITS } from '../base/limits.ts';
import { comparePlaces, nextBelow, type Place } from './place.ts';

/**
 * The numbers at which a distribution is counted: places in a sample, the ends, and apart those that stand for many rows, each
 * with its neighbour before it.
 *
 * @param sample  of one side, or of both together; in any order
 * @param ends  the least and the greatest of all
 */
export function cutsFrom<P extends Place>(
  sample: readonly P[],
  [least, greatest]: readonly [P, P],
): readonly P[] {
  const sorted = sample.filter(value => value >= least && value <= greatest).sort(comparePlaces);
  const places = LIMITS.shadow_cuts_max / 2;
  const cuts = new Set<P>([least, greatest]);
  if (greatest > least) cuts.add(nextBelow(greatest));
  for (let place = 1; place < places && sorted.length > 0; place++)
    cuts.add(sorted[Math.floor((place * sorted.length) / places)]!);
  const often = Math.max(2, sorted.length / LIMITS.shadow_cuts_max);
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    if (to - from > often && sorted[from]! > least) cuts.add(sorted[from]!).add(nextBelow(sorted[from]!));
    from = to;
  }
  return [...cuts].sort(comparePlaces);
}
