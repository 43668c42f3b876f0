import { Fault } from '../base/fault.ts';
import type { LiveGround } from '../change/live-evidence.ts';
import { acceptedRevisions, type SubjectState } from '../change/subject-state.ts';
import { parseSubject } from '../contract/subject.ts';
import type { Config } from './config.ts';
import { type LoadedSubject, readLedger } from './load-subject.ts';
import type { Project } from './project.ts';
import { registeredFor } from './registered.ts';
import { source } from './source-file.ts';

/** What the files of a subject, and who is registered for it, say of which versions count. */
export const liveGroundOf = (
  {
    subject: { name, compatibility },
    ledger: { revisions, compatibility: accepted },
  }: Pick<LoadedSubject, 'subject' | 'ledger'>,
  config: Config,
): LiveGround => ({ compatibility, accepted, revisions, ...registeredFor(name, config) });

/**
 * The same from the files alone that say it: a contract that is being written hinders no approval of another.
 *
 * @faults those of `source`, `parseSubject` and `readLedger`
 */
export function readLiveGround(project: Project, name: string): LiveGround | Fault {
  if (project.ground !== undefined) return project.ground;
  const file = source(project, `${project.config.schemas}/${name}/subject.yaml`);
  if (file instanceof Fault) return file;
  const subject = parseSubject(file.path, file.bytes);
  if (subject instanceof Fault) return subject;
  const held = readLedger(project, name);
  return held instanceof Fault ? held : liveGroundOf({ subject, ledger: held.ledger }, project.config);
}

/** The same where there is no working tree: the store has all that was accepted, and what was promised with it. */
export const storedGround = (state: SubjectState, config: Config, version?: number): LiveGround => ({
  compatibility:
    (version === undefined ? undefined : state.versions.get(version)?.compatibility) ??
    state.compatibility ??
    // As where a subject.yaml says nothing of it.
    'backward',
  accepted: state.compatibility,
  revisions: acceptedRevisions(state).map(([name, { version: under, data }]) => ({
    name,
    version: under,
    data,
  })),
  ...registeredFor(state.subject, config),
});
