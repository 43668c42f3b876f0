import type { Changed } from '../cli/world.ts';
import type { SentChanges } from '../service/sent-changes.ts';
import { sentHere } from '../service/sent-here.ts';
import { Judges } from './judges.ts';

/** How a registry is changed from afar: proposals are judged in processes of their own, the rest is decided here. */
export function sentChanges(
  { store, place, project: { root, config } }: Changed,
  now_ms: () => number,
): SentChanges & { readonly close: () => void } {
  const { placeOf: _, ...plain } = config;
  // Who may come in is no judge's business.
  const judges = new Judges({ kind: 'setup', root, place, config: { ...plain, auth: 'none' } });
  return {
    ...sentHere(() => ({ root, config, store, now_ms: now_ms() })),
    propose: proposal => judges.propose(proposal),
    apart: body => judges.apart(body),
    close: () => judges.close(),
  };
}
