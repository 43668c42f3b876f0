import { Fault } from '../base/fault.ts';
import type { Named } from '../change/named.ts';
import { type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import type { Store } from '../store/port.ts';
import { changedRecords } from './held-changes.ts';
import { unhealedFault } from './hold-ledger.ts';
import { type LoadedSubject, loadSubject } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';
import type { Decided, ProposeAsk } from './proposal.ts';
import { proposeRevision } from './propose-revision.ts';
import { proposeVersion } from './propose-version.ts';
import { registeredFault, strangerFault, withStored } from './registered.ts';
import { evidenceFault } from './stored-evidence.ts';
import { writeLedger } from './write-ledger.ts';

export type { ProposeAsk };

/** Besides the decision: whether the subject's ledger file was given a new entry. */
export type Proposed = Decided & { readonly ledgerWritten: boolean };

/**
 * Judges one version or data revision, and keeps it with its evidence in one transaction.
 *
 * @faults those of `readyToPropose`, `withStored`, `unhealedFault`, `evidenceFault`, `changedRecords`, the store, `proposeVersion`, `proposeRevision` and `writeLedger`
 */
export async function propose(ask: ProposeAsk): Promise<Proposed | Fault> {
  const { what, store } = ask;
  const loaded = readyToPropose(ask.project, what.subject);
  if (loaded instanceof Fault) return loaded;
  const scope = await store.readScope(subjectScope(what.subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const project = withStored(ask.project, state);
  if (project instanceof Fault) return project;
  const unheld = unhealedFault(loaded, state);
  if (unheld !== undefined) return unheld;
  const damage = await damagedGround(store, state, what);
  if (damage !== undefined) return damage;
  const edited = await changedRecords(store, loaded, state, what);
  if (edited instanceof Fault) return edited;
  if (edited[0] !== undefined) return edited[0];
  const done =
    what.kind === 'version'
      ? await proposeVersion({ ...ask, project }, loaded, state, what.version)
      : await proposeRevision({ ...ask, project }, loaded, state, what.revision);
  if (done instanceof Fault) return done;
  const ledgerWritten = await writeLedger(project, store, what.subject, ask.opId);
  return ledgerWritten instanceof Fault ? ledgerWritten : { ...done, ledgerWritten };
}

/**
 * A subject whose files can be proposed from, as far as they and registry.config.ts alone can tell.
 *
 * @faults those of `loadSubject`, `subjectNames`, `strangerFault` and `registeredFault`
 */
export function readyToPropose(project: Project, subject: string): LoadedSubject | Fault {
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  return strangerFault(names, project.config) ?? registeredFault(loaded, project.config) ?? loaded;
}

/** What a proposal stands on: what is stored under its name already, and what it is judged against. */
async function damagedGround(
  store: Store,
  state: SubjectState,
  what: ProposeAsk['what'],
): Promise<Fault | undefined> {
  const { head, data } = state;
  const ground: readonly (Named | undefined)[] =
    what.kind === 'version'
      ? [{ version: what.version }, head.at === undefined ? undefined : { version: head.at }]
      : [{ revision: what.revision }, data.at === undefined ? undefined : { revision: data.at }];
  for (const of of ground) {
    const fault = of && (await evidenceFault(store, state, of));
    if (fault !== undefined) return fault;
  }
  return undefined;
}
