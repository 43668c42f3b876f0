import type { Fault } from '../base/fault.ts';
import type { RegisterAnswer } from '../change/register/decide-register.ts';
import type { Recorded } from '../store/port.ts';
import { answeredBefore, askedStore } from './asked-store.ts';
import { deregister, register } from './register.ts';
import type { SentDeregistration, SentRegistration } from './sent-changes.ts';
import type { Serving } from './serving.ts';

/** @faults those of `answeredBefore` and `register` */
export async function registerSent(
  { store, config }: Serving,
  sent: SentRegistration,
): Promise<Recorded<RegisterAnswer> | Fault> {
  const { said, opId, by } = sent;
  const before = await answeredBefore<RegisterAnswer>(store, sent, [`register-${said.role}`]);
  if (before !== undefined) return before;
  return register({ ...said, configured: config, store: askedStore(store, sent), opId, by });
}

/** @faults those of `answeredBefore` and `deregister` */
export async function deregisterSent(
  { store }: Serving,
  sent: SentDeregistration,
): Promise<Recorded<RegisterAnswer> | Fault> {
  const { subject, role, name, opId, by } = sent;
  const before = await answeredBefore<RegisterAnswer>(store, sent, [`retire-${role}`]);
  if (before !== undefined) return before;
  return deregister({ subject, role, name, store: askedStore(store, sent), opId, by });
}
