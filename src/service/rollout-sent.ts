import type { Fault } from '../base/fault.ts';
import type { RolloutAnswer } from '../change/rollout/decide-rollout.ts';
import type { Recorded } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import type { Registered } from './registered.ts';
import { stepRollout } from './rollout.ts';
import type { SentRolloutStep } from './sent-changes.ts';
import type { Serving } from './serving.ts';

/** Takes a rollout one step, for somebody far away. @faults those of `answeredBefore` and `stepRollout` */
export async function rolloutSent(
  { store, config, now_ms }: Pick<Serving, 'store' | 'now_ms'> & { readonly config: Registered },
  step: SentRolloutStep,
): Promise<Recorded<RolloutAnswer> | Fault> {
  const before = await answeredBefore<RolloutAnswer>(store, step, ['rollout']);
  if (before !== undefined) return before;
  const { subject, version, target, expected, expectedData, reconciliation, opId, by } = step;
  return stepRollout({
    subject,
    version,
    target,
    expected,
    expectedData,
    reconciliation,
    opId,
    by,
    registered: config,
    now_ms,
    store: askedStore(store, step),
  });
}
