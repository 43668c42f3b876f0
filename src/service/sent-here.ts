import { attachSent } from './attach-sent.ts';
import { deregisterSent, registerSent } from './register-sent.ts';
import { rolloutSent } from './rollout-sent.ts';
import type { SentChanges } from './sent-changes.ts';
import type { Serving } from './serving.ts';
import { approveSent, stepSent } from './step-sent.ts';

/** Whatever is asked from afar and takes no judge: it is decided where it is asked. */
export const sentHere = (serving: () => Serving): Omit<SentChanges, 'propose' | 'apart'> => ({
  step: step => stepSent(serving(), step),
  approve: approval => approveSent(serving(), approval),
  attach: evidence => attachSent(serving().store, evidence),
  rollout: step => rolloutSent(serving(), step),
  register: sent => registerSent(serving(), sent),
  deregister: sent => deregisterSent(serving(), sent),
});
