import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { SignedApproval } from '../change/approval/signed-step.ts';
import { decideStep, type StepAnswer, type StepAsk } from '../change/decide-step.ts';
import { gated } from '../change/gated.ts';
import { type LiveEvidence, restingOn } from '../change/live-evidence.ts';
import { type Named, nameOf } from '../change/named.ts';
import { readRecord } from '../change/read-record.ts';
import {
  type GoverningEntry,
  type RevisionEntry,
  type SubjectState,
  subjectScope,
  subjectState,
  type VersionEntry,
} from '../change/subject-state.ts';
import { governanceDigest } from '../contract/governance.ts';
import { setDigest } from '../golden/set.ts';
import type { ReadStore, Recorded, Store } from '../store/port.ts';
import type { Config } from './config.ts';
import { gateAsk } from './gate.ts';
import { readLiveGround } from './live-ground.ts';
import { contractOf, loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';
import { registeredFor } from './registered.ts';
import { type Signature, signedApproval } from './signed-approval.ts';
import { type By, byOf, signedBy } from './signed-by.ts';
import { evidenceFault } from './stored-evidence.ts';
import { writeLedger } from './write-ledger.ts';

/** The steps a person takes by name. */
export type MoveEvent = Extract<StepAsk['event'], 'approve' | 'activate' | 'retire' | 'withdraw'>;

export type MoveAsk = By & {
  readonly project: Project;
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly event: MoveEvent;
  /** The change record that was read; without it, the one that stands when the asking begins. */
  readonly change: Digest | undefined;
  /** Of an approval, where registry.config.ts says who signs. */
  readonly signature?: Signature | undefined;
  readonly now_ms: number;
  readonly store: Store;
  readonly opId: string;
  /** Whether a proposal is given up by nobody but whoever made it. */
  readonly onlyOwn?: boolean;
};

export type Moved = { readonly answer: Recorded<StepAnswer>; readonly ledgerWritten: boolean };

/**
 * Takes one step of a stored proposal. What was judged counts, not what the working tree says by now; but what becomes
 * active, or is retired, is entered into its ledger, so that it must still have it.
 *
 * @faults those of `readStanding`, `notOwnFault`, `signedApproval`, `gateAsk`, `gated`, `evidenceFault`, `treeFault`, `evidenceOf`, `decideStep`, `restingOn`, the store and `writeLedger`
 */
export async function moveProposal(ask: MoveAsk): Promise<Moved | Fault> {
  const { project, what, event, store, opId } = ask;
  const { subject } = what;
  const standing = await readStanding(store, what, event);
  if (standing instanceof Fault) return standing;
  const { of, state, stored, governing } = standing;
  // What can't be read can't be approved; it may be given up.
  const damage = event === 'withdraw' ? undefined : await evidenceFault(store, state, of);
  if (damage !== undefined) return damage;
  const foreign = event === 'withdraw' && ask.onlyOwn ? await notOwnFault(ask, of, stored) : undefined;
  if (foreign !== undefined) return foreign;
  // Where there is no working tree, no ledger is written either: whoever has one brings it up to the store.
  const isEntered = project.ground === undefined && (event === 'activate' || event === 'retire');
  const differs = isEntered ? treeFault(project, what, standing) : undefined;
  if (differs !== undefined) return differs;
  const change = ask.change ?? (governing === undefined ? stored.change : governing.change);
  const signed =
    event === 'approve'
      ? signedApproval(project.config.approvals, ask.signature, { subject, of, change, now_ms: ask.now_ms })
      : undefined;
  if (signed instanceof Fault) return signed;
  const evidence = governing?.change === change ? undefined : await evidenceOf(ask, change);
  if (evidence instanceof Fault) return evidence;
  const gate =
    event === 'activate' ? await gateAsk({ project, store, what, now_ms: ask.now_ms }, change) : undefined;
  // A record that is not there is another than the one that stands, which the decision says.
  if (gate instanceof Fault && gate.code !== 'OBJECT_UNKNOWN') return gate;
  const answer = await store.transact(
    subjectScope(subject),
    opId,
    {
      kind: event,
      subject,
      ...of,
      change,
      ...byOf(ask.by),
      ...(ask.signature && { envelope: sha256(ask.signature.envelope) }),
    },
    current => {
      const decision = decideStep(current, { of, change, ...stepOf(event, subject, project.config, signed) });
      const rested = evidence === undefined ? decision : restingOn(current, evidence, decision);
      const passed = gate === undefined || gate instanceof Fault ? rested : gated(current, gate.ask, rested);
      return signedBy(passed, ask.by);
    },
  );
  if (answer instanceof Fault) return answer;
  if (!isEntered) return { answer, ledgerWritten: false };
  const ledgerWritten = await writeLedger(project, store, subject, opId);
  return ledgerWritten instanceof Fault ? ledgerWritten : { answer, ledgerWritten };
}

/** What a step is of. */
export type Standing = {
  readonly of: Named;
  readonly state: SubjectState;
  readonly stored: VersionEntry | RevisionEntry;
  /** Of a version that stays, the step is of what waits beside its schema. */
  readonly governing: GoverningEntry | undefined;
};

/** @faults PROPOSAL_UNKNOWN, and those of the store */
export async function readStanding(
  store: ReadStore,
  what: MoveAsk['what'],
  event: MoveEvent,
): Promise<Standing | Fault> {
  const { subject } = what;
  const of: Named = what.kind === 'version' ? { version: what.version } : { revision: what.revision };
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const stored = 'version' in of ? state.versions.get(of.version) : state.revisions.get(of.revision);
  if (stored === undefined) return new Fault('PROPOSAL_UNKNOWN', { what: nameOf(subject, of) });
  const governing = 'governing' in stored && event !== 'retire' ? stored.governing : undefined;
  return { of, state, stored, governing };
}

/**
 * The journal has who proposed it. A proposal that nobody is known to have made is nobody's own; and one that is
 * replaced while this is looked up is another record, which the decision refuses.
 *
 * @faults NOT_THE_PROPOSER, and those of the store
 */
async function notOwnFault(
  { store, what: { subject }, by }: MoveAsk,
  of: Named,
  stored: VersionEntry | RevisionEntry,
): Promise<Fault | undefined> {
  const { seq } = ('governing' in stored ? stored.governing : undefined) ?? stored;
  const entries = await store.journal(subjectScope(subject), seq, 1);
  if (entries instanceof Fault) return entries;
  const proposer = entries[0]?.answer['by'];
  return by !== undefined && proposer === by
    ? undefined
    : new Fault('NOT_THE_PROPOSER', { principal: by ?? 'nobody known', what: nameOf(subject, of) });
}

/**
 * What the approval or activation of a version rests on beside the store: its record, and who counts by now.
 *
 * @faults those of `readLiveGround` and the store
 */
async function evidenceOf(
  { project, what, event, store }: MoveAsk,
  change: Digest,
): Promise<LiveEvidence | undefined | Fault> {
  if (what.kind !== 'version' || (event !== 'approve' && event !== 'activate')) return undefined;
  const ground = readLiveGround(project, what.subject);
  if (ground instanceof Fault) return ground;
  const bytes = await store.getObject(change);
  if (bytes instanceof Fault && bytes.code !== 'OBJECT_UNKNOWN') return bytes;
  const record = bytes instanceof Fault ? bytes : readRecord(change, bytes);
  // What is no record of this store is evidence of nothing, and the decision refuses it as another than the one that stands.
  const judged = record instanceof Fault ? [] : (record.evidence.against ?? []);
  return { version: what.version, judged, ground };
}

const stepOf = (event: MoveEvent, subject: string, config: Config, signed: SignedApproval | undefined) => {
  if (event === 'retire') return { event, registered: registeredFor(subject, config) };
  return event === 'approve' ? { event, signed } : { event };
};

/**
 * That the working tree no longer has what the store would make active.
 *
 * @faults VERSION_UNKNOWN REVISION_UNKNOWN STORE_DIFFERS REVISION_EDITED, and those of `loadSubject`
 */
export function treeFault(
  project: Project,
  what: MoveAsk['what'],
  { state, governing }: Pick<Standing, 'state' | 'governing'>,
): Fault | undefined {
  const { subject } = what;
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) return loaded;
  if (what.kind === 'version') {
    const { version } = what;
    const contract = contractOf(loaded, version);
    if (contract instanceof Fault) return contract;
    const [stored, found] = [state.versions.get(version)!.recordSchema, contract.recordSchema];
    if (stored !== found) return new Fault('STORE_DIFFERS', { subject, version, stored, found });
    const [kept, now] = [governing?.governance, governanceDigest(contract)];
    return kept === undefined || kept === now
      ? undefined
      : new Fault('STORE_DIFFERS', {
          subject,
          version,
          stored: `governance ${kept}`,
          found: `governance ${now}`,
        });
  }
  const { revision } = what;
  const set = setOf(loaded, revision);
  if (set instanceof Fault) return set;
  const [accepted, found] = [state.revisions.get(revision)!.data, setDigest(set)];
  return accepted === found
    ? undefined
    : new Fault('REVISION_EDITED', { subject, revision, accepted, found });
}
