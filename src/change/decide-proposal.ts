import type { Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { BurntId } from '../contract/ledger.ts';
import type { UsedId } from '../contract/used-id.ts';
import type { Commit, Decision, ScopeState } from './decision.ts';
import { type Named, nameOf } from './named.ts';
import { newHead } from './new-head.ts';
import type { Unmet } from './record.ts';
import { offeredEarly, waitsForCutOver } from './rollout/rollout-law.ts';
import { isWaiting, type State, stateAfter, step } from './states.ts';
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
import { changedIds, reusedId, withBurnt, withUsed } from './used-ids.ts';

/** What a proposal of either kind says. */
export type Proposed = {
  /** Digest of the change record. */
  readonly change: Digest;
  readonly class: ChangeClass;
  /** Whether golden sets and statistics stayed within the thresholds. */
  readonly meaning: 'holds' | 'fails';
  readonly unmet: readonly Unmet[];
  /** The generation of the head this was judged against; 0 where there was none. */
  readonly expectedHead: number;
  /** The change record of the waiting proposal that this one replaces; without it, none may be waiting. */
  readonly amends?: Digest;
  /** The documents that go with it: contract, schema, change record, reports. */
  readonly objects: readonly Uint8Array[];
};

export type VersionProposal = Proposed & {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly governance: Digest;
  readonly tokenizer?: Digest | undefined;
  /** What the subject promises once it is active. */
  readonly compatibility?: Compatibility;
  /** Days of observation after the cut-over, where its change record declares a rollout. */
  readonly observe_days?: number | undefined;
  readonly ids: readonly UsedId[];
  /** What the ledger knows to be burnt: this store may have seen none of it. */
  readonly burnt: readonly BurntId[];
};

export type RevisionProposal = Proposed & {
  readonly revision: string;
  readonly version: number;
  readonly data: Digest;
};

/**
 * `already`: it was stored before with the same content. `amended`: it replaced `replaced`, and whatever was bound to
 * that is void. `governed`: owners or sensitivities beside an accepted schema replaced those of `replaced`, where any were known. `superseded`: the head has since gone on.
 */
export type ProposalAnswer = (
  | { readonly kind: 'stored' | 'already' }
  | { readonly kind: 'amended'; readonly replaced: Digest }
  | { readonly kind: 'governed'; readonly replaced?: Digest }
) & {
  readonly state: State;
  readonly change: Digest;
  /** Of a governance revision: what is to stand, or stands, beside the schema of the version. */
  readonly governance?: Digest;
  /** The journal entry that stored it. */
  readonly storedAt: number;
  readonly superseded: boolean;
} & Named;

/**
 * Takes a version in, or says why not. The first of a subject may have any number, later ones count on; what needs a
 * migration waits for approval, and so does what is not read as it was meant.
 *
 * What is stored already comes first, so that a repeat is never refused for what its own first time changed; then who
 * was faster; then what is wrong with the ask.
 *
 * @faults VERSION_TAKEN EXPECTED_HEAD_MOVED VERSION_WAITS VERSION_OUT_OF_ORDER FIELD_ID_REUSED CLASS_FORBIDDEN, and those of
 *   `amendFault`
 */
export function decideProposal(scope: ScopeState, ask: VersionProposal): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject, head } = state;
  const { version } = ask;
  const stored = state.versions.get(version);
  const standing = standingOf(
    subject,
    { version },
    stored,
    ask,
    stored?.governance === undefined ? ['recordSchema', 'change'] : ['recordSchema', 'governance', 'change'],
  );
  if (standing === 'same')
    return already(
      { version },
      stored!,
      isOvertaken(stored!, head) || (head.at !== undefined && head.at > version),
    );
  if (standing instanceof Fault) return standing;
  if (typeof standing === 'object')
    return new Fault('VERSION_TAKEN', { subject, version, state: stored!.state, ...standing });
  if (head.generation !== ask.expectedHead) return headMoved(subject, ask, head);
  const waits = waitsFault(state, version);
  if (waits !== undefined) return waits;
  if (head.at !== undefined && version !== head.at + 1)
    return new Fault('VERSION_OUT_OF_ORDER', { subject, version, expected: head.at + 1 });
  const known = withBurnt(state.ids, ask.burnt);
  const live = new Set(head.at === undefined ? [] : state.versions.get(head.at)!.ids);
  const reused = reusedId(subject, known, live, ask.ids);
  if (reused !== undefined) return reused;
  if (ask.class === 'forbidden') return new Fault('CLASS_FORBIDDEN', { subject, version });

  const entry: VersionEntry = {
    ...shared(ask, state),
    recordSchema: ask.recordSchema,
    governance: ask.governance,
    ...(ask.tokenizer && { tokenizer: ask.tokenizer }),
    ...(ask.compatibility && { compatibility: ask.compatibility }),
    ...(ask.observe_days !== undefined && { observe_days: ask.observe_days }),
    ids: ask.ids.map(({ id }) => id),
  };
  const refs = new Map<string, Json>([[versionRef(version), entry]]);
  const after = { ...state, ids: withUsed(known, ask.ids) };
  for (const [id, now] of changedIds(state.ids, after.ids)) refs.set(idRef(id), now);
  if (entry.state === 'active') for (const [name, now] of newHead(after, version, entry)) refs.set(name, now);
  return stores({ version }, entry, ask, refs);
}

/**
 * Takes a data revision in. It is active at once when its schema allows it and its meaning holds, and its version was cut over.
 *
 * @faults REVISION_TAKEN EXPECTED_HEAD_MOVED VERSION_NOT_ACTIVE CLASS_FORBIDDEN, and those of `amendFault` and `offeredEarly`
 */
export function decideRevision(scope: ScopeState, ask: RevisionProposal): Decision<ProposalAnswer> {
  const state = subjectState(scope);
  const { subject, data } = state;
  const { revision, version } = ask;
  const stored = state.revisions.get(revision);
  const standing = standingOf(subject, { revision }, stored, ask, ['data', 'change']);
  if (standing === 'same')
    return already(
      { revision },
      stored!,
      isOvertaken(stored!, data) || (stored!.state === 'active' && data.at !== revision),
    );
  if (standing instanceof Fault) return standing;
  if (typeof standing === 'object')
    return new Fault('REVISION_TAKEN', { subject, revision, state: stored!.state, ...standing });
  if (data.generation !== ask.expectedHead) return headMoved(subject, ask, data);
  const under = state.versions.get(version)?.state ?? 'unknown';
  if (under !== 'active') return new Fault('VERSION_NOT_ACTIVE', { subject, version, state: under });
  if (ask.class === 'forbidden') return new Fault('CLASS_FORBIDDEN', { subject, version });

  const early = offeredEarly(state, revision, version);
  if (early !== undefined) return early;

  const waits = waitsForCutOver(state, version) && ({ state: 'proposed' } as const);
  const entry: RevisionEntry = { ...shared(ask, state), ...waits, version, data: ask.data };
  const refs = new Map<string, Json>([[revisionRef(revision), entry]]);
  if (entry.state === 'active') refs.set(DATA_HEAD, revision);
  return stores({ revision }, entry, ask, refs);
}

/**
 * A version may not be built on one that may still change or go; nor may a subject have a second first while its first
 * waits. @faults VERSION_WAITS
 */
export function waitsFault({ subject, versions, head }: SubjectState, version: number): Fault | undefined {
  const waiting = [...versions].find(
    ([other, { state }]) =>
      isWaiting(state) && (other === version - 1 || (head.at === undefined && other !== version)),
  );
  if (waiting === undefined) return undefined;
  const [before, { state }] = waiting;
  return new Fault('VERSION_WAITS', { subject, version, before, state });
}

/**
 * Whether what stands under a name may be replaced by other content: only while it waits, and only by somebody who has
 * read what stands there now.
 *
 * @faults PROPOSAL_UNKNOWN EVIDENCE_CHANGED CHANGE_OUT_OF_TURN
 */
export function amendFault(
  subject: string,
  of: Named,
  stored: Pick<VersionEntry | RevisionEntry, 'state' | 'change'> | undefined,
  amends: Digest,
): Fault | undefined {
  const what = nameOf(subject, of);
  if (stored === undefined) return new Fault('PROPOSAL_UNKNOWN', { what });
  if (stored.change !== amends)
    return new Fault('EVIDENCE_CHANGED', { what, stored: stored.change, asked: amends });
  const next = step(what, stored.state, 'amend');
  return next instanceof Fault ? next : undefined;
}

type Difference = { readonly stored: string; readonly asked: string };

/**
 * How the ask stands to what is stored under its name: the `same`, in the way with other content, or `free`, as nothing
 * is there, it was withdrawn, or it may be amended.
 *
 * An amendment is the same only when it was judged against the same head, too: what waited while another went ahead is
 * judged anew.
 */
function standingOf(
  subject: string,
  of: Named,
  stored: Entry | undefined,
  ask: Proposed,
  parts: readonly string[],
): 'same' | 'free' | Difference | Fault {
  const isThere = stored !== undefined && stored.state !== 'withdrawn';
  const difference = isThere ? differs(stored, ask, parts) : undefined;
  if (ask.amends === undefined) {
    if (!isThere) return 'free';
    return difference ?? 'same';
  }
  if (isThere && difference === undefined && stored.against === ask.expectedHead) return 'same';
  return amendFault(subject, of, stored, ask.amends) ?? 'free';
}

const headMoved = (
  subject: string,
  { expectedHead, amends }: Proposed,
  { generation }: Generation,
): Fault => {
  const again = amends === undefined ? 'propose' : 'amend';
  return new Fault('EXPECTED_HEAD_MOVED', { subject, expected: expectedHead, found: generation, again });
};

type Generation = { readonly generation: number };

/** Whether it waits, judged against what is the head no more. */
const isOvertaken = ({ state, against }: Entry, { generation }: Generation): boolean =>
  (state === 'proposed' || state === 'approved') && against !== generation;

/**
 * Whether a proposal is active at once: a lawful change surprises nobody. The first of a subject has no readers yet, but
 * what it writes must be read, or somebody say that it need not be.
 */
export const needsNoApproval = (ask: {
  readonly class: ChangeClass;
  readonly meaning: Proposed['meaning'];
}): boolean => ask.class !== 'migrate' && ask.meaning === 'holds';

function shared(ask: Proposed, state: SubjectState) {
  return {
    state: stateAfter(needsNoApproval(ask) ? ['propose', 'approve', 'activate'] : ['propose']),
    change: ask.change,
    class: ask.class,
    unmet: ask.unmet,
    against: ask.expectedHead,
    objects: digestsOf(ask.objects),
    seq: state.seq + 1,
  };
}

/** What is kept beside an entry, so that whoever builds on the entry can ask whether it is still there. */
export const digestsOf = (
  objects: readonly Uint8Array[],
  before: readonly Digest[] = [],
): readonly Digest[] => [...new Set([...before, ...objects.map(sha256)])].sort();

type Content = { readonly [part: string]: unknown };

/** The first part of the content that is not what is stored. */
function differs(stored: Content, asked: Content, parts: readonly string[]): Difference | undefined {
  const part = parts.find(name => stored[name] !== asked[name]);
  return part === undefined ? undefined : { stored: String(stored[part]), asked: String(asked[part]) };
}

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
  { amends, objects }: Proposed,
  refs: ReadonlyMap<string, Json>,
): Commit<ProposalAnswer> => ({
  answer: {
    ...(amends === undefined ? { kind: 'stored' } : { kind: 'amended', replaced: amends }),
    ...named,
    state: entry.state,
    change: entry.change,
    storedAt: entry.seq,
    superseded: false,
  },
  refs,
  objects,
});
