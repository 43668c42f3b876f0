import { Fault } from '../base/fault.ts';
import type { FieldId } from '../contract/field.ts';
import type { Consumer } from './consumer.ts';
import type { Producer } from './producer.ts';
import { isWaiting } from './states.ts';
import type { SubjectState } from './subject-state.ts';

/** Who is registered for the subject, and for no other. */
export type Registered = { readonly producers: readonly Producer[]; readonly consumers: readonly Consumer[] };

/**
 * Whether a version may be retired: it is the oldest there is, a newer one is active, nobody can write it any more, every
 * reader has passed it, and the newest data is not under it. How long nobody has written it is no argument, and no
 * parameter: an old reader still asks for it.
 *
 * Retirement goes from the oldest on, so that one number tells what is retired, and only grows.
 *
 * @faults RETIREMENT_NEWEST RETIREMENT_ORDER VERSION_STILL_WRITTEN VERSION_STILL_READ VERSION_STILL_OFFERED
 */
export function retirementFault(
  state: SubjectState,
  version: number,
  registered: Registered,
): Fault | undefined {
  const { subject, head, versions } = state;
  if (head.at === version) return new Fault('RETIREMENT_NEWEST', { subject, version });
  const before = [...versions]
    .filter(([number, entry]) => number < version && entry.state === 'active')
    .map(([number]) => number)
    .sort((a, b) => a - b)[0];
  if (before !== undefined) return new Fault('RETIREMENT_ORDER', { subject, version, before });
  const writers = registered.producers.filter(({ writes }) => writes.includes(version));
  if (writers.length > 0)
    return new Fault('VERSION_STILL_WRITTEN', { subject, version, producers: namesOf(writers) });
  const readers = registered.consumers.filter(({ reads }) => reads.from <= version);
  if (readers.length > 0)
    return new Fault('VERSION_STILL_READ', { subject, version, consumers: namesOf(readers) });
  const offered = offeredUnder(state, version);
  return offered && new Fault('VERSION_STILL_OFFERED', { subject, version, ...offered });
}

/**
 * The fields no version has any more that is not retired: their data may be deleted now. The id of one that was restored
 * since is in use again.
 */
export const freedFields = ({ ids }: SubjectState, version: number): readonly FieldId[] =>
  [...ids]
    .filter(([, { retiredIn }]) => retiredIn === version + 1)
    .map(([id]) => id)
    .sort((a, b) => a - b);

/** The newest data, which a release would carry, or what waits and could never become active. */
function offeredUnder(
  { data, revisions }: SubjectState,
  version: number,
): { readonly revision: string; readonly state: string } | undefined {
  const found = [...revisions].find(
    ([name, entry]) => entry.version === version && (name === data.at || isWaiting(entry.state)),
  );
  return found && { revision: found[0], state: found[0] === data.at ? 'the newest data' : found[1].state };
}

const namesOf = (registered: readonly { readonly name: string }[]): string =>
  registered
    .map(({ name }) => name)
    .sort()
    .join(', ');
