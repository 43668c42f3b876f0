import type { Fault } from '../base/fault.ts';
import type { AttachAnswer } from '../change/decide-attach.ts';
import type { Recorded, Store } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import { attachEvidence } from './attach-evidence.ts';
import type { SentEvidence } from './sent-changes.ts';

/** Adds reports that somebody sent. @faults those of `answeredBefore` and `attachEvidence` */
export async function attachSent(
  store: Store,
  evidence: SentEvidence,
): Promise<Recorded<AttachAnswer> | Fault> {
  const before = await answeredBefore<AttachAnswer>(store, evidence, ['attach']);
  if (before !== undefined) return before;
  const { what, change, files, opId, by } = evidence;
  return attachEvidence({ what, change, files, opId, by, store: askedStore(store, evidence) });
}
