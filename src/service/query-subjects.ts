import { Fault } from '../base/fault.ts';
import type { Ref } from '../change/decision.ts';
import { bothRegistered } from '../change/register/both-registered.ts';
import {
  type RevisionEntry,
  type SubjectState,
  subjectScope,
  subjectState,
  type VersionEntry,
} from '../change/subject-state.ts';
import { nearest } from '../contract/nearest.ts';
import type { JournalEntry, ReadStore } from '../store/port.ts';
import { type Registered, registeredDocument, registeredFor } from './registered.ts';

/** Where an answer stands in the one order of its subject. */
export type Placed<T> = { readonly subject: string; readonly seq: number } & T;

export type SubjectsDocument = {
  readonly subjects: readonly { readonly subject: string; readonly seq: number }[];
};

export type SubjectDocument = Placed<{
  readonly head: { readonly version: number | null; readonly generation: number };
  readonly data: { readonly revision: string | null; readonly generation: number };
  readonly versions: readonly number[];
  readonly revisions: readonly string[];
}> &
  ReturnType<typeof registeredDocument>;

/** `storedAt` is the journal entry that stored it. */
export type VersionDocument = Omit<VersionEntry, 'seq' | 'objects'> & {
  readonly version: number;
  readonly storedAt: number;
};
export type RevisionDocument = Omit<RevisionEntry, 'seq' | 'objects'> & {
  readonly revision: string;
  readonly storedAt: number;
};

export type JournalDocument = Placed<{
  readonly entries: readonly JournalEntry[];
  /** The seq the next page begins with; `null` on the last one. */
  readonly next: number | null;
}>;

/** The refs of a subject by name. */
export type StateDocument = Placed<{ readonly refs: Readonly<Record<string, Ref>> }>;

/** Sorted by name. */
export async function querySubjects(store: ReadStore): Promise<SubjectsDocument | Fault> {
  const scopes = await store.scopes();
  if (scopes instanceof Fault) return scopes;
  const prefix = subjectScope('');
  return {
    subjects: scopes
      .filter(({ scope }) => scope.startsWith(prefix))
      .map(({ scope, seq }) => ({ subject: scope.slice(prefix.length), seq })),
  };
}

/** @faults SUBJECT_UNKNOWN, and those of `bothRegistered` */
export async function querySubject(
  store: ReadStore,
  subject: string,
  registered: Registered,
): Promise<SubjectDocument | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const both = bothRegistered(state, registeredFor(subject, registered));
  if (both instanceof Fault) return both;
  return {
    ...placed(state),
    head: { version: state.head.at ?? null, generation: state.head.generation },
    data: { revision: state.data.at ?? null, generation: state.data.generation },
    versions: versionsOf(state).map(({ version }) => version),
    revisions: revisionsOf(state).map(({ revision }) => revision),
    ...registeredDocument(subject, both),
  };
}

/** @faults SUBJECT_UNKNOWN */
export async function queryState(store: ReadStore, subject: string): Promise<StateDocument | Fault> {
  const known = await knownSubject(store, subject);
  if (known instanceof Fault) return known;
  const scope = await store.readScope(subjectScope(subject));
  return scope instanceof Fault ? scope : { subject, seq: scope.seq, refs: Object.fromEntries(scope.refs) };
}

/** Ascending. @faults SUBJECT_UNKNOWN */
export async function queryVersions(
  store: ReadStore,
  subject: string,
): Promise<Placed<{ readonly versions: readonly VersionDocument[] }> | Fault> {
  const state = await knownSubject(store, subject);
  return state instanceof Fault ? state : { ...placed(state), versions: versionsOf(state) };
}

/** @faults SUBJECT_UNKNOWN VERSION_UNKNOWN */
export async function queryVersion(
  store: ReadStore,
  subject: string,
  version: number,
): Promise<Placed<VersionDocument> | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const entry = knownVersion(state, version);
  return entry instanceof Fault ? entry : { ...placed(state), ...versionDocument(version, entry) };
}

/** In the order they were stored. @faults SUBJECT_UNKNOWN */
export async function queryRevisions(
  store: ReadStore,
  subject: string,
): Promise<Placed<{ readonly revisions: readonly RevisionDocument[] }> | Fault> {
  const state = await knownSubject(store, subject);
  return state instanceof Fault ? state : { ...placed(state), revisions: revisionsOf(state) };
}

/** @faults SUBJECT_UNKNOWN REVISION_UNKNOWN */
export async function queryRevision(
  store: ReadStore,
  subject: string,
  revision: string,
): Promise<Placed<RevisionDocument> | Fault> {
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const entry = state.revisions.get(revision);
  if (entry === undefined)
    return new Fault('REVISION_UNKNOWN', {
      subject,
      revision,
      known: [...state.revisions.keys()].join(', '),
    });
  return { ...placed(state), ...revisionDocument(revision, entry) };
}

/** @faults SUBJECT_UNKNOWN */
export async function queryJournal(
  store: ReadStore,
  subject: string,
  page: { readonly from: number; readonly limit: number },
): Promise<JournalDocument | Fault> {
  const entries = await store.journal(subjectScope(subject), page.from, page.limit);
  if (entries instanceof Fault) return entries;
  // After the entries, so that seq is never behind what the page shows.
  const state = await knownSubject(store, subject);
  if (state instanceof Fault) return state;
  const last = entries.at(-1)?.seq;
  return { ...placed(state), entries, next: last !== undefined && last < state.seq ? last + 1 : null };
}

/** @faults SUBJECT_UNKNOWN */
export async function knownSubject(store: ReadStore, subject: string): Promise<SubjectState | Fault> {
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  if (scope.seq > 0) return subjectState(scope);
  const known = await querySubjects(store);
  if (known instanceof Fault) return known;
  const names = known.subjects.map(({ subject: name }) => name);
  return new Fault('SUBJECT_UNKNOWN', { subject, nearest: nearest(subject, names) });
}

/** @faults VERSION_UNKNOWN */
export function knownVersion(state: SubjectState, version: number): VersionEntry | Fault {
  const known = versionsOf(state).map(each => each.version);
  return (
    state.versions.get(version) ??
    new Fault('VERSION_UNKNOWN', { subject: state.subject, version, known: known.join(', ') })
  );
}

const placed = ({ subject, seq }: SubjectState) => ({ subject, seq });

const versionsOf = (state: SubjectState): readonly VersionDocument[] =>
  [...state.versions]
    .map(([version, entry]) => versionDocument(version, entry))
    .sort((a, b) => a.version - b.version);

const revisionsOf = (state: SubjectState): readonly RevisionDocument[] =>
  [...state.revisions]
    .map(([revision, entry]) => revisionDocument(revision, entry))
    .sort((a, b) => a.storedAt - b.storedAt);

const versionDocument = (version: number, { seq, objects: _, ...entry }: VersionEntry): VersionDocument => ({
  version,
  ...entry,
  storedAt: seq,
});

const revisionDocument = (
  revision: string,
  { seq, objects: _, ...entry }: RevisionEntry,
): RevisionDocument => ({
  revision,
  ...entry,
  storedAt: seq,
});
