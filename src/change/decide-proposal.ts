import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { Commit, Decision, ScopeState } from './decision.ts';
import { newHead } from './new-head.ts';
import type { Unmet } from './record.ts';
import { type State, stateAfter } from './states.ts';
import {
  DATA_HEAD,
  idRef,
  type RevisionEntry,
  revisionRef,
  type SubjectState,
  subjectState,
  type VersionEntry,
  versionRef,
} from './subject-state.ts';
import { burntIds, reusedId, type UsedId } from './used-ids.ts';

/** What a proposal of either kind says. */
type Proposed = {
  /** Digest of the change record. */
  readonly change: Digest;
  readonly class: ChangeClass;
  /** Whether golden sets and statistics stayed within the thresholds. */
  readonly meaning: 'holds' | 'fails';
  readonly unmet: readonly Unmet[];
  /** The generation of the head this was judged against; 0 where there was none. */
  readonly expectedHead: number;
  /** The documents that go with it: contract, schema, change record, reports. */
  readonly objects: readonly Uint8Array[];
};

export type VersionProposal = Proposed & {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly ids: readonly UsedId[];
};

export type RevisionProposal = Proposed & {
  readonly revision: string;
  readonly version: number;
  readonly data: Digest;
};

/** `already`: it was stored before with the same content. `superseded`: the head has since gone on. */
export type ProposalAnswer = {
  readonly kind: 'stored' | 'already';
  readonly state: State;
  readonly change: Digest;
  /** The journal entry that stored it. */
  readonly storedAt: number;
  readonly superseded: boolean;
} & ({ readonly version: number } | { readonly revision: string });

/**
 * Takes a version in, or says why not. The first of a subject may have any number and needs no approval, as nobody
 * reads it yet; later ones count on, and what needs a migration waits for approval.
 *
 * What is stored already comes first, so that a repeat is never refused for what its own first time changed; then who
 * was faster; then what is wrong with the ask.
 *
 * @faults VERSION_TAKEN EXPECTED_HEAD_MOVED VERSION_GAP FIELD_ID_REUSED CLASS_FORBIDDEN
 */
export function decideProposal(scope: ScopeState, ask: VersionProposal): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject, head } = state;
  const { version } = ask;
  const stored = state.versions.get(version);
  if (stored !== undefined && stored.state !== 'withdrawn') {
    const taken = differs(stored, ask, ['recordSchema', 'change']);
    if (taken !== undefined)
      return new Fault('VERSION_TAKEN', { subject, version, state: stored.state, ...taken });
    return already({ version }, stored, head.at !== undefined && head.at > version);
  }
  if (head.generation !== ask.expectedHead) return headMoved(subject, ask.expectedHead, head.generation);
  if (head.at !== undefined && version !== head.at + 1)
    return new Fault('VERSION_GAP', { subject, version, expected: head.at + 1 });
  const reused = reusedId(state, ask.ids);
  if (reused !== undefined) return reused;
  if (ask.class === 'forbidden') return new Fault('CLASS_FORBIDDEN', { subject, version });

  const entry: VersionEntry = {
    ...shared(ask, state, head.at === undefined),
    recordSchema: ask.recordSchema,
    ids: ask.ids.map(({ id }) => id),
  };
  const refs = new Map<string, Json>([[versionRef(version), entry]]);
  const burnt = burntIds(state, ask.ids);
  for (const [id, now] of burnt) refs.set(idRef(id), now);
  const after = { ...state, ids: new Map([...state.ids, ...burnt]) };
  if (entry.state === 'active') for (const [name, now] of newHead(after, version, entry)) refs.set(name, now);
  return stores({ version }, entry, refs, ask.objects);
}

/**
 * Takes a data revision in. The first of a subject is active at once; later ones are when their schema allows it and
 * their meaning holds.
 *
 * @faults REVISION_TAKEN EXPECTED_HEAD_MOVED VERSION_NOT_ACTIVE CLASS_FORBIDDEN
 */
export function decideRevision(scope: ScopeState, ask: RevisionProposal): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject, data } = state;
  const { revision, version } = ask;
  const stored = state.revisions.get(revision);
  if (stored !== undefined && stored.state !== 'withdrawn') {
    const taken = differs(stored, ask, ['data', 'change']);
    if (taken !== undefined)
      return new Fault('REVISION_TAKEN', { subject, revision, state: stored.state, ...taken });
    return already({ revision }, stored, stored.state === 'active' && data.at !== revision);
  }
  if (data.generation !== ask.expectedHead) return headMoved(subject, ask.expectedHead, data.generation);
  const under = state.versions.get(version)?.state ?? 'unknown';
  if (under !== 'active') return new Fault('VERSION_NOT_ACTIVE', { subject, version, state: under });
  if (ask.class === 'forbidden') return new Fault('CLASS_FORBIDDEN', { subject, version });

  const entry: RevisionEntry = { ...shared(ask, state, data.at === undefined), version, data: ask.data };
  const refs = new Map<string, Json>([[revisionRef(revision), entry]]);
  if (entry.state === 'active') refs.set(DATA_HEAD, revision);
  return stores({ revision }, entry, refs, ask.objects);
}

const headMoved = (subject: string, expected: number, found: number): Fault =>
  new Fault('EXPECTED_HEAD_MOVED', { subject, expected, found });

function shared(ask: Proposed, state: SubjectState, isFirst: boolean) {
  const isLawful = ask.class !== 'migrate' && ask.meaning === 'holds';
  return {
    state: stateAfter(isFirst || isLawful ? ['propose', 'approve', 'activate'] : ['propose']),
    change: ask.change,
    class: ask.class,
    unmet: ask.unmet,
    against: ask.expectedHead,
    seq: state.seq + 1,
  };
}

type Content = { readonly [part: string]: unknown };

/** The first part of the content that is not what is stored. */
function differs(
  stored: Content,
  asked: Content,
  parts: readonly string[],
): { readonly stored: string; readonly asked: string } | undefined {
  const part = parts.find(name => stored[name] !== asked[name]);
  return part === undefined ? undefined : { stored: String(stored[part]), asked: String(asked[part]) };
}

type Named = { readonly version: number } | { readonly revision: string };
type Entry = VersionEntry | RevisionEntry;

const already = (named: Named, entry: Entry, superseded: boolean): Commit<ProposalAnswer> => ({
  answer: {
    kind: 'already',
    ...named,
    state: entry.state,
    change: entry.change,
    storedAt: entry.seq,
    superseded,
  },
  refs: new Map(),
  objects: [],
});

const stores = (
  named: Named,
  entry: Entry,
  refs: ReadonlyMap<string, Json>,
  objects: readonly Uint8Array[],
): Commit<ProposalAnswer> => ({
  answer: {
    kind: 'stored',
    ...named,
    state: entry.state,
    change: entry.change,
    storedAt: entry.seq,
    superseded: false,
  },
  refs,
  objects,
});
