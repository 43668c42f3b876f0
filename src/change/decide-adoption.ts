import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { Compatibility } from '../contract/compatibility.ts';
import type { BurntId } from '../contract/ledger.ts';
import type { UsedId } from '../contract/used-id.ts';
import { approvedBy, governedBy, waitingGovernance } from './decide-governance.ts';
import { digestsOf, waitsFault } from './decide-proposal.ts';
import type { Decision, ScopeState } from './decision.ts';
import { isAccepted, stateAfter } from './states.ts';
import {
  DATA_HEAD,
  type GoverningEntry,
  HEAD,
  idRef,
  PROMISE,
  type RevisionEntry,
  revisionRef,
  subjectState,
  type VersionEntry,
  versionRef,
} from './subject-state.ts';
import { changedIds, type KnownIds, withBurnt, withHead, withUsed } from './used-ids.ts';

type AdoptedPart = {
  /** Digest of the record that says what the ledger has. */
  readonly change: Digest;
  readonly class: ChangeClass;
  readonly objects: readonly Uint8Array[];
};

/** A version that a ledger has as accepted. */
export type AdoptedVersion = AdoptedPart & {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly governance: Digest;
  readonly tokenizer: Digest | undefined;
  readonly ids: readonly UsedId[];
  /** The revisions of its governance that were approved: the record of each here, and where it was approved. */
  readonly governed: readonly { readonly change: Digest; readonly elsewhere: Digest }[];
};

export type AdoptedRevision = AdoptedPart & {
  readonly revision: string;
  readonly version: number;
  readonly data: Digest;
};

/** What a ledger has as accepted, in its order; all of it, or as much as one transaction takes. */
export type Adoption = {
  /** Where the ledger is, as it was asked for: `git:main`. */
  readonly source: string;
  /** Of the text of the ledger. */
  readonly ledger: Digest;
  readonly versions: readonly AdoptedVersion[];
  readonly revisions: readonly AdoptedRevision[];
  readonly retiredTo: number;
  /** What is promised since its newest version. */
  readonly compatibility: Compatibility | undefined;
  readonly burnt: readonly BurntId[];
};

/** What was new to the store. `already`: nothing was. */
export type AdoptionAnswer = {
  readonly kind: 'adopted' | 'already';
  readonly source: string;
  readonly ledger: Digest;
  readonly versions: readonly number[];
  /** Versions that were there, and of which an approved revision of the governance was not. */
  readonly governed: readonly number[];
  readonly revisions: readonly string[];
  readonly retired: readonly number[];
};

/**
 * Takes what a ledger has as accepted and this store has not heard of, after what it has. Nothing is judged and nobody is
 * asked: that was done when it was accepted. What this store has accepted itself, or what waits in it, is never replaced; what
 * was given up leaves its number or name to this as well.
 *
 * @faults VERSION_TAKEN REVISION_TAKEN VERSION_WAITS VERSION_OUT_OF_ORDER GOVERNANCE_WAITS VERSION_NOT_ACTIVE
 */
export function decideAdoption(scope: ScopeState, ask: Adoption): Decision<AdoptionAnswer> {
  const state = subjectState(scope);
  const { subject } = state;
  const versions = new Map<number, VersionEntry>();
  const revisions = new Map<string, RevisionEntry>();
  const [fresh, governed, retired]: [number[], number[], number[]] = [[], [], []];
  const objects: Uint8Array[] = [];
  const seq = state.seq + 1;
  let ids: KnownIds = withBurnt(state.ids, ask.burnt);
  let head = state.head.at;
  for (const adopted of ask.versions) {
    const { version } = adopted;
    const stored = state.versions.get(version);
    if (stored !== undefined && stored.state !== 'withdrawn') {
      const entry = standing(subject, stored, adopted, seq);
      if (entry instanceof Fault) return entry;
      if (entry === stored) continue;
      governed.push(version);
      versions.set(version, entry);
      objects.push(...adopted.objects);
      continue;
    }
    const waits = waitsFault(state, version);
    if (waits !== undefined) return waits;
    if (head !== undefined && version !== head + 1)
      return new Fault('VERSION_OUT_OF_ORDER', { subject, version, expected: head + 1 });
    const entry = entryOf(adopted, state.head.generation, seq);
    const before = head === undefined ? undefined : (versions.get(head) ?? state.versions.get(head));
    ids = withHead(withUsed(ids, adopted.ids), version, entry.ids, before?.ids ?? []);
    head = version;
    fresh.push(version);
    versions.set(version, entry);
    objects.push(...adopted.objects);
  }
  for (const { revision, version, data, change, class: found, objects: its } of ask.revisions) {
    const stored = state.revisions.get(revision);
    if (stored !== undefined && stored.state !== 'withdrawn') {
      if (isAccepted(stored.state) && stored.data === data && stored.version === version) continue;
      const facts = { subject, revision, state: stored.state, stored: stored.data, asked: data };
      return new Fault('REVISION_TAKEN', facts);
    }
    const under = (versions.get(version) ?? state.versions.get(version))?.state ?? 'unknown';
    if (under !== 'active' && under !== 'retired')
      return new Fault('VERSION_NOT_ACTIVE', { subject, version, state: under });
    revisions.set(revision, {
      ...shared({ change, class: found, objects: its }, state.data.generation, seq),
      version,
      data,
      adopted: { place: revisions.size },
    });
    objects.push(...its);
  }
  for (const [version, entry] of [...state.versions, ...versions]) {
    const now = versions.get(version) ?? entry;
    if (version > ask.retiredTo || now.state !== 'active') continue;
    versions.set(version, { ...now, state: 'retired' });
    retired.push(version);
  }
  const changed = changedIds(state.ids, ids);
  const refs = new Map<string, Json>([
    ...[...versions].map(([version, entry]) => [versionRef(version), entry] as const),
    ...[...revisions].map(([revision, entry]) => [revisionRef(revision), entry] as const),
    ...[...changed].map(([id, entry]) => [idRef(id), entry] as const),
  ]);
  if (head !== undefined && fresh.length > 0) {
    refs.set(HEAD, head);
    if (ask.compatibility !== undefined) refs.set(PROMISE, ask.compatibility);
  }
  const last = [...revisions.keys()].at(-1);
  if (last !== undefined) refs.set(DATA_HEAD, last);
  const { source, ledger } = ask;
  const answer: AdoptionAnswer = {
    kind: refs.size === 0 ? 'already' : 'adopted',
    source,
    ledger,
    versions: fresh,
    governed,
    revisions: [...revisions.keys()],
    retired,
  };
  return { answer, refs, objects };
}

/** What the store has under the number, with the approved governance it has not heard of; or why the ledger is not followed. */
function standing(
  subject: string,
  stored: VersionEntry,
  adopted: AdoptedVersion,
  seq: number,
): VersionEntry | Fault {
  const { version, recordSchema } = adopted;
  if (!isAccepted(stored.state) || stored.recordSchema !== recordSchema) {
    const facts = { subject, version, state: stored.state, stored: stored.recordSchema, asked: recordSchema };
    return new Fault('VERSION_TAKEN', facts);
  }
  const elsewhere = adopted.governed.map(one => one.elsewhere);
  if (!isContinued(approvedBy(stored), elsewhere)) return stored;
  const waiting = waitingGovernance(stored);
  if (waiting !== undefined)
    return new Fault('GOVERNANCE_WAITS', { subject, version, state: waiting.state, change: waiting.change });
  const known = governedBy(stored);
  const { tokenizer: _, ...rest } = stored;
  return {
    ...rest,
    ...beside(adopted, seq, [...known, ...adopted.governed.slice(known.length).map(({ change }) => change)]),
    objects: digestsOf(adopted.objects, stored.objects),
  };
}

/** Whether the second goes on where the first ends. */
export const isContinued = (some: readonly Digest[], more: readonly Digest[]): boolean =>
  more.length > some.length && some.every((one, place) => one === more[place]);

const shared = ({ change, class: found, objects }: AdoptedPart, against: number, seq: number) => ({
  state: stateAfter(['propose', 'approve', 'activate']),
  change,
  class: found,
  unmet: [],
  against,
  objects: digestsOf(objects),
  seq,
});

const entryOf = (adopted: AdoptedVersion, against: number, seq: number): VersionEntry => ({
  ...shared(adopted, against, seq),
  recordSchema: adopted.recordSchema,
  ids: adopted.ids.map(({ id }) => id),
  ...beside(
    adopted,
    seq,
    adopted.governed.map(({ change }) => change),
  ),
});

/** What stands beside the schema, and what it rests on. */
function beside(
  { governance, tokenizer, governed }: AdoptedVersion,
  seq: number,
  changes: readonly Digest[],
) {
  const change = changes.at(-1);
  const governing: GoverningEntry | undefined =
    change === undefined
      ? undefined
      : {
          state: stateAfter(['propose', 'approve', 'activate']),
          governance,
          ...(tokenizer && { tokenizer }),
          change,
          class: 'migrate',
          objects: [],
          seq,
        };
  return {
    governance,
    ...(tokenizer && { tokenizer }),
    ...(governing && { governing, governedBy: changes }),
    adopted: { governed: governed.map(({ elsewhere }) => elsewhere) },
  };
}
