import { Fault } from '../base/fault.ts';
import type { ReadStore } from '../store/port.ts';
import { askGate } from './gate.ts';
import { gateDocument } from './gate-document.ts';
import { knownSubject } from './query-subjects.ts';
import type { Reference } from './reference.ts';
import { listRegistered } from './register.ts';
import { registeredListDocument } from './registered-list-document.ts';
import { rolloutStatus } from './rollout.ts';
import { rolloutDocument } from './rollout-document.ts';
import { type Serving, servedProject } from './serving.ts';

type Answered<T> = Promise<T | Fault>;

/** What a change still waits for, and whoever it is for: asked of the store and of who runs the server, as of today. */
export type StandingQueries = {
  readonly gate: (what: Exclude<Reference, { kind: 'subject' }>) => Answered<ReturnType<typeof gateDocument>>;
  readonly rollout: (subject: string, version: number) => Answered<ReturnType<typeof rolloutDocument>>;
  readonly registered: (
    subject: string,
    role: 'consumer' | 'producer',
  ) => Answered<ReturnType<typeof registeredListDocument>>;
};

export const standingQueries = (
  store: ReadStore,
  project: Pick<Serving, 'root' | 'config'>,
  now_ms: () => number,
): StandingQueries => ({
  gate: async what => {
    // A subject that is not there is that, and no proposal that is not.
    const known = await knownSubject(store, what.subject);
    if (known instanceof Fault) return known;
    const served = await servedProject(project, store, what);
    if (served instanceof Fault) return served;
    const report = await askGate({ project: served, store, what, now_ms: now_ms() });
    return report instanceof Fault ? report : gateDocument(report);
  },
  rollout: async (subject, version) => {
    const status = await rolloutStatus(store, {
      subject,
      version,
      registered: project.config,
      now_ms: now_ms(),
    });
    return status instanceof Fault ? status : rolloutDocument(status);
  },
  registered: async (subject, role) => {
    const found = await listRegistered(store, subject, project.config);
    return found instanceof Fault ? found : registeredListDocument(found, role);
  },
});
