import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import {
  amendFault,
  needsNoApproval,
  type ProposalAnswer,
  type Proposed,
} from '../change/decide-proposal.ts';
import type { Decision, ScopeState } from '../change/decision.ts';
import type { Named } from '../change/named.ts';
import { readRecord } from '../change/read-record.ts';
import {
  type AuthoredChange,
  type ChangeRecord,
  type Evidence,
  recordBytes,
  recordDigest,
  unmetBy,
} from '../change/record.ts';
import { type RevisionEntry, subjectScope, type VersionEntry } from '../change/subject-state.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { ForeignReaders, PlainReaders } from '../engine/port.ts';
import type { Blobs, Recorded, Store } from '../store/port.ts';
import { withoutReports } from './attach-evidence.ts';
import { namedFunctionFault } from './bundle-functions.ts';
import type { GovernanceJudgement } from './judge-governance.ts';
import { judgeRecord } from './judge-record.ts';
import type { RevisionJudgement } from './judge-revision.ts';
import type { VersionJudgement } from './judge-version.ts';
import type { KeptCells } from './kept-cells.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';
import type { TriedBy } from './run-converters.ts';
import { type By, byOf, signedBy } from './signed-by.ts';

export type ProposeAsk = By & {
  readonly project: Project;
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  /**
   * Whether it replaces what waits under the name; `change` is the record of that which was read, and without it, the
   * one that stands when the asking begins.
   */
  readonly amends?: { readonly change: Digest | undefined };
  readonly store: Store;
  /** Where the files of golden sets are kept, if anywhere. */
  readonly data?: Blobs | undefined;
  readonly plain: PlainReaders;
  readonly tried: TriedBy;
  readonly kept?: KeptCells | undefined;
  readonly foreign?: ForeignReaders | undefined;
  readonly now_ms: number;
  /** A new one for each ask; the same one again gets the first answer. */
  readonly opId: string;
};

/** What the store answered, and the evidence it was given. */
export type Decided = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly judgement: VersionJudgement | RevisionJudgement | GovernanceJudgement;
};

type Judgement = Pick<VersionJudgement | RevisionJudgement, 'step' | 'affected'> &
  Partial<Pick<RevisionJudgement, 'between'>>;
type Entry = VersionEntry | RevisionEntry;

/** A proposal of either kind that was judged, and is to be kept with its evidence. */
export type Judged = {
  readonly of: Named;
  /** What is stored under the name, and the head it is now held against. */
  readonly stored: Entry | undefined;
  readonly head: { readonly generation: number };
  readonly judgement: Judgement;
  /** Whether the ledger has it as accepted, and the store has not heard of it: then it is not asked what the first time is asked. */
  readonly isUnheard: boolean;
  readonly class: ChangeClass;
  readonly meaning: Proposed['meaning'];
  readonly evidence: Omit<Evidence, 'affectedConsumers'>;
  /** Where it repeats what was accepted: the record of then. Who reads it, and what it is held against, may be others by now. */
  readonly then?: ChangeRecord | undefined;
  readonly objects: readonly Uint8Array[];
  /** What was asked beside the name and the change record. */
  readonly content: { readonly [fact: string]: Json };
  readonly decide: (scope: ScopeState, proposed: Proposed) => Decision<ProposalAnswer>;
};

/** What stands under a name: a withdrawn proposal stands no more, and its number or name is free again. */
export const standing = <T extends Entry>(stored: T | undefined): T | undefined =>
  stored?.state === 'withdrawn' ? undefined : stored;

/**
 * That there is nothing to amend, told before anything is judged; the store decides the same again.
 *
 * @faults those of `amendFault`
 */
export const nothingToAmend = (
  { what, amends }: ProposeAsk,
  of: Named,
  stored: Pick<Entry, 'state' | 'change'> | undefined,
): Fault | undefined =>
  amends === undefined
    ? undefined
    : amendFault(what.subject, of, stored, amends.change ?? stored?.change ?? NO_CHANGE);

/** Where nothing is stored, no record is named by mistake either. */
const NO_CHANGE: Digest = `sha256:${'0'.repeat(64)}`;

/**
 * Keeps a judged proposal, in one transaction.
 *
 * @faults STORE_BEHIND, those of `recordFault`, `decideProposal`, `decideRevision` and the store
 */
export async function keep(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  judged: Judged,
): Promise<Recorded<ProposalAnswer> | Fault> {
  const subject = loaded.subject.name;
  const { of, judgement, content, then } = judged;
  const stored = standing(judged.stored);
  const authored =
    then === undefined
      ? authoredChange(loaded, judgement, judged.class)
      : (changeOf(loaded, judgement.step)?.change ?? then.authored);
  const found = { ...judged.evidence, affectedConsumers: judgement.affected };
  const record = await withAttached(ask.store, stored, { authored, evidence: then?.evidence ?? found });
  const change = recordDigest(record);
  const isStored = stored?.change === change;
  const wrong =
    recordFault(ask, loaded, judgement, judged.class, isStored) ??
    (isStored ? undefined : await namedFunctionFault(ask.project, loaded, authored.converter));
  if (judged.isUnheard && (wrong !== undefined || !needsNoApproval(judged))) return behindFault(ask);
  if (wrong !== undefined) return wrong;
  const amends = ask.amends && (ask.amends.change ?? judged.stored?.change);
  const proposed: Proposed = {
    change,
    class: judged.class,
    meaning: judged.meaning,
    unmet: unmetBy(authored),
    // A repeat is held against what it was held against; an amendment is a new judgement.
    expectedHead: (amends === undefined ? stored?.against : undefined) ?? judged.head.generation,
    objects: [...judged.objects, recordBytes(record)],
    ...(amends === undefined ? {} : { amends }),
  };
  const kind = `${amends === undefined ? 'propose' : 'amend'}${'version' in of ? '' : '-revision'}`;
  return ask.store.transact(
    subjectScope(subject),
    ask.opId,
    {
      kind,
      subject,
      ...of,
      ...content,
      change,
      ...(amends === undefined ? {} : { amends }),
      ...byOf(ask.by),
    },
    scope => signedBy(judged.decide(scope, proposed), ask.by),
  );
}

/** The stored record, where it is this one with reports that were attached since: they are about the same. */
async function withAttached(
  store: Store,
  stored: Entry | undefined,
  record: ChangeRecord,
): Promise<ChangeRecord> {
  const change = recordDigest(record);
  if (stored === undefined || stored.change === change) return record;
  const bytes = await store.getObject(stored.change);
  const kept = bytes instanceof Fault ? bytes : readRecord(stored.change, bytes);
  return kept instanceof Fault || recordDigest(withoutReports(kept)) !== change ? record : kept;
}

/** That the ledger has what is asked about as accepted, and this store is to adopt it. @faults STORE_BEHIND */
export function behindFault({ what }: Pick<ProposeAsk, 'what'>): Fault<'STORE_BEHIND'> {
  const { subject } = what;
  const asked = what.kind === 'version' ? `${subject}@${what.version}` : `${subject}/${what.revision}`;
  return new Fault('STORE_BEHIND', { subject, missing: asked, asked });
}

/** What a person wrote about the change; where nobody had to, what there is to say of it. */
export const authoredChange = (
  loaded: LoadedSubject,
  { step, affected }: Judgement,
  found: AuthoredChange['class'],
): AuthoredChange =>
  changeOf(loaded, step)?.change ?? {
    subject: loaded.subject.name,
    step,
    class: found,
    reason: 'the first of the subject',
    converter: undefined,
    consumers: affected,
    backfill: { kind: 'none' },
    withdrawBy: undefined,
    thresholds: {},
  };

/** A repeat of what is stored is answered as it was, even when its deadline has passed since. */
export function recordFault(
  { project, now_ms }: ProposeAsk,
  loaded: LoadedSubject,
  judgement: Judgement,
  found: AuthoredChange['class'],
  isStored: boolean,
): Fault | undefined {
  if (isStored) return undefined;
  const record = judgeRecord(project, loaded, judgement, found, now_ms);
  return record.kind === 'none' ? undefined : record.faults[0];
}

export const documentBytes = (document: Json): Uint8Array => Buffer.from(canonicalJson(document), 'utf8');
