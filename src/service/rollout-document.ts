import type { RolloutStatus } from './rollout.ts';

/** Where a rollout stands, for programs. */
export const rolloutDocument = ({ next, ...status }: RolloutStatus) => ({
  ...status,
  next: next.map(({ target, conditions }) => ({
    target,
    ready: conditions.every(({ lacks }) => lacks === undefined),
    conditions: conditions.map(({ condition, lacks }) => ({
      condition,
      met: lacks === undefined,
      lacks: lacks ?? null,
    })),
  })),
});
