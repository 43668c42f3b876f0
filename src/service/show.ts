import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { approvalsOf } from '../change/approval/signed-step.ts';
import { type Tally, tallyOf } from '../change/approval/tally.ts';
import type { Consumer } from '../change/consumer.ts';
import type { Named } from '../change/named.ts';
import type { Producer } from '../change/producer.ts';
import { type SubjectState, subjectScope, subjectState } from '../change/subject-state.ts';
import type { Contract } from '../contract/contract.ts';
import type { GoldenSet } from '../golden/set.ts';
import type { ReadStore } from '../store/port.ts';
import { ledgerFault } from './hold-ledger.ts';
import { contractOf, type LoadedSubject, loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';
import { registeredFor, withStored } from './registered.ts';
import { evidenceFault } from './stored-evidence.ts';

/** What the project's files and its store know of a subject, or of one part of it. */
export type Shown =
  | {
      readonly kind: 'subject';
      readonly loaded: LoadedSubject;
      readonly state: SubjectState;
      /** Of this subject alone. */
      readonly producers: readonly Producer[];
      readonly consumers: readonly Consumer[];
    }
  | {
      readonly kind: 'version';
      readonly loaded: LoadedSubject;
      readonly state: SubjectState;
      readonly contract: Contract;
      readonly approvals: Tally | undefined;
    }
  | {
      readonly kind: 'revision';
      readonly loaded: LoadedSubject;
      readonly state: SubjectState;
      readonly set: GoldenSet;
      readonly approvals: Tally | undefined;
    };

/** @faults VERSION_UNKNOWN REVISION_UNKNOWN, and those of `loadSubject`, `withStored`, `ledgerFault`, `evidenceFault` and the store */
export async function show(project: Project, store: ReadStore, what: Reference): Promise<Shown | Fault> {
  const { subject } = what;
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const unheld = ledgerFault(loaded, state);
  if (unheld !== undefined) return unheld;
  const both = withStored(project, state);
  if (both instanceof Fault) return both;
  const held = new Set<Digest>();
  for (const of of shownOf(state, what)) {
    const damage = await evidenceFault(store, state, of, held);
    if (damage !== undefined) return damage;
  }
  const { approvals: policy } = project.config;
  // By the keys of today: who approved what stands there may have lost theirs since.
  const approvalsFor = (entry: { readonly change: Digest } | undefined): Tally | undefined =>
    policy === undefined || entry === undefined
      ? undefined
      : tallyOf(policy, subject, approvalsOf(scope, entry.change));
  if (what.kind === 'subject')
    return { kind: 'subject', loaded, state, ...registeredFor(subject, both.config) };
  if (what.kind === 'version') {
    const contract = contractOf(loaded, what.version);
    return contract instanceof Fault
      ? contract
      : {
          kind: 'version',
          loaded,
          state,
          contract,
          approvals: approvalsFor(state.versions.get(what.version)),
        };
  }
  const set = setOf(loaded, what.revision);
  return set instanceof Fault
    ? set
    : {
        kind: 'revision',
        loaded,
        state,
        set,
        approvals: approvalsFor(state.revisions.get(what.revision)),
      };
}

/** The entries of the store that are shown. */
const shownOf = (state: SubjectState, what: Reference): readonly Named[] => {
  if (what.kind === 'version') return [{ version: what.version }];
  if (what.kind === 'revision') return [{ revision: what.revision }];
  return [
    ...[...state.versions.keys()].map(version => ({ version })),
    ...[...state.revisions.keys()].map(revision => ({ revision })),
  ];
};
