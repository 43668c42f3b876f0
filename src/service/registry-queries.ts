import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { Comparison } from '../compat/compare.ts';
import type { ReadStore } from '../store/port.ts';
import { type Audited, type AuditPlace, queryAudit } from './access/audit.ts';
import { KnownKinds } from './known-kinds.ts';
import { type CompatibilityAsk, queryCompatibility } from './query-compatibility.ts';
import { type ObjectKind, queryObject } from './query-objects.ts';
import {
  type JournalDocument,
  type Placed,
  queryJournal,
  queryRevision,
  queryRevisions,
  queryState,
  querySubject,
  querySubjects,
  queryVersion,
  queryVersions,
  type RevisionDocument,
  type StateDocument,
  type SubjectDocument,
  type SubjectsDocument,
  type VersionDocument,
} from './query-subjects.ts';
import type { Registered } from './registered.ts';

type Answered<T> = Promise<T | Fault>;

/** Everything that may be asked of a registry without changing it. */
export type RegistryQueries = {
  /** @faults those of the store */
  readonly health: () => Answered<{ readonly status: 'ok'; readonly store: 'ok' }>;
  readonly subjects: () => Answered<SubjectsDocument>;
  readonly subject: (subject: string) => Answered<SubjectDocument>;
  readonly versions: (subject: string) => Answered<Placed<{ readonly versions: readonly VersionDocument[] }>>;
  readonly version: (subject: string, version: number) => Answered<Placed<VersionDocument>>;
  readonly revisions: (
    subject: string,
  ) => Answered<Placed<{ readonly revisions: readonly RevisionDocument[] }>>;
  readonly revision: (subject: string, revision: string) => Answered<Placed<RevisionDocument>>;
  readonly journal: (
    subject: string,
    page: { readonly from: number; readonly limit: number },
  ) => Answered<JournalDocument>;
  /** All that the store says of a subject, as it says it. */
  readonly state: (subject: string) => Answered<StateDocument>;
  /** Any object, as it is stored. @faults OBJECT_UNKNOWN */
  readonly bytes: (digest: Digest) => Answered<Uint8Array>;
  readonly object: (kind: ObjectKind, digest: Digest) => Answered<Uint8Array>;
  readonly compatibility: (ask: CompatibilityAsk) => Answered<Comparison>;
  /** For whoever may see all of it. */
  readonly audit: (page: {
    readonly from: AuditPlace | undefined;
    readonly limit: number;
  }) => Answered<{ readonly entries: readonly Audited[]; readonly next: AuditPlace | null }>;
};

/** @param registered  who writes and reads, where the project says so */
export const registryQueries = (
  store: ReadStore,
  registered: Registered = { producers: [], consumers: [] },
  known = new KnownKinds(),
): RegistryQueries => ({
  health: async () => {
    const scopes = await store.scopes();
    return scopes instanceof Fault ? scopes : { status: 'ok', store: 'ok' };
  },
  subjects: () => querySubjects(store),
  subject: subject => querySubject(store, subject, registered),
  versions: subject => queryVersions(store, subject),
  version: (subject, version) => queryVersion(store, subject, version),
  revisions: subject => queryRevisions(store, subject),
  revision: (subject, revision) => queryRevision(store, subject, revision),
  journal: (subject, page) => queryJournal(store, subject, page),
  state: subject => queryState(store, subject),
  bytes: digest => store.getObject(digest),
  object: (kind, digest) => queryObject(store, kind, digest, known),
  compatibility: ask => queryCompatibility(store, ask),
  audit: page => queryAudit(store, page),
});
