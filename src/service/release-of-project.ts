import { Fault } from '../base/fault.ts';
import { governedBy } from '../change/decide-governance.ts';
import { liveFault } from '../change/live-evidence.ts';
import { readRecord } from '../change/read-record.ts';
import { quarantineFault } from '../change/rollout/quarantine.ts';
import type { State } from '../change/states.ts';
import {
  type RevisionEntry,
  subjectScope,
  subjectState,
  type VersionEntry,
} from '../change/subject-state.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { Contract } from '../contract/contract.ts';
import { MEMBER_PARTS, type Members } from '../contract/members.ts';
import { withheldFields } from '../contract/withheld.ts';
import { setDigest } from '../golden/set.ts';
import type { ShardPacking } from '../release/shard-file.ts';
import { type Carriage, carriageOf } from '../release/shard-records.ts';
import type { ReadStore } from '../store/port.ts';
import { generatedSource, generateRecords, tooFewIds } from './generate-records.ts';
import { ledgerFault } from './hold-ledger.ts';
import { judgeGovernance, weakenedFault } from './judge-governance.ts';
import { rejectedFault } from './judge-revision.ts';
import { liveGroundOf } from './live-ground.ts';
import { contractOf, type LoadedSubject, loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';
import { readRevision } from './read-revision.ts';
import type { Reference } from './reference.ts';
import { offerFault, withStored } from './registered.ts';
import { type BoundChange, type Built, releaseBuild } from './release-build.ts';
import type { RecordSource } from './release-source.ts';
import { evidenceFault } from './stored-evidence.ts';

export type ReleaseOfProject = {
  readonly project: Project;
  readonly store: ReadStore;
  /** A data revision; or a version, whose records are then generated. */
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly generate: { readonly count: number; readonly seed: number };
  readonly dir: string;
  readonly shards: number | undefined;
  readonly sortSeed: number;
  readonly tombstoneWatermark: number;
  readonly benchmarkFence: number;
  readonly compression: ShardPacking;
  /** Whether to build of what is only proposed; the release then says so. */
  readonly allowProposed: boolean;
  /** Whether refusals may show sample ids; where their field's values are withheld, they never do. */
  readonly showValues: boolean;
  readonly progress: (done: number, of: number) => void;
};

/**
 * Builds a release of a version or revision that was accepted, and binds the change records of both, and of what was
 * approved or taken since beside the schema.
 *
 * @faults VERSION_UNKNOWN REVISION_UNKNOWN DATA_QUARANTINED REGISTERED_DIFFERS VERSION_UNWRITTEN VERSION_NOT_ACTIVE PROPOSAL_UNKNOWN RELEASE_NOT_ACCEPTED STORE_DIFFERS RELEASE_ENVELOPE GENERATED_IDS_TOO_FEW, and those of `loadSubject`, `ledgerFault`, `evidenceFault`, `liveFault`,
 *   `readRevision` and `releaseBuild`
 */
export async function releaseOfProject(ask: ReleaseOfProject): Promise<Built | Fault> {
  const { project, what } = ask;
  const loaded = loadSubject(project, what.subject);
  if (loaded instanceof Fault) return loaded;
  const contract = contractFor(loaded, what);
  if (contract instanceof Fault) return contract;
  const scope = await ask.store.readScope(subjectScope(what.subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const both = withStored(project, state);
  if (both instanceof Fault) return both;
  const unfit =
    offerFault(loaded, contract.version, both.config) ??
    quarantineFault(state, what.kind === 'version' ? { version: what.version } : { revision: what.revision });
  if (unfit !== undefined) return unfit;
  const changeRecords = await changesOf(ask, loaded, contract);
  if (changeRecords instanceof Fault) return changeRecords;
  const { members } = loaded.subject;
  const carriage = carriageOf(contract.schema, members, contract.recordSchema);
  const source =
    what.kind === 'version'
      ? generated(ask, contract, carriage)
      : revisionSource(ask, loaded, carriage, what.revision);
  if (source instanceof Fault) return source;
  return releaseBuild({
    ...ask,
    showValues: ask.showValues && !isWithheldId(members, contract),
    schema: contract.schema,
    tokenizer: contract.tokenizer,
    members,
    source,
    changeRecords,
  });
}

const isWithheldId = ({ sampleId }: Members, contract: Contract): boolean =>
  sampleId.kind === 'field' && withheldFields(contract.schema, [contract]).includes(sampleId.field);

/** The contract that the records of a release stand under. @faults VERSION_UNKNOWN REVISION_UNKNOWN */
function contractFor(loaded: LoadedSubject, what: ReleaseOfProject['what']): Contract | Fault {
  if (what.kind === 'version') return contractOf(loaded, what.version);
  const set = setOf(loaded, what.revision);
  return set instanceof Fault ? set : loaded.contracts.get(set.version)!;
}

/** What the store has of the version, and of the revision: a release whose schema nobody proposed has no report. */
async function changesOf(
  ask: ReleaseOfProject,
  loaded: LoadedSubject,
  contract: Contract,
): Promise<readonly BoundChange[] | Fault> {
  const { store, what } = ask;
  const { subject, version } = contract;
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const state = subjectState(scope);
  const unheld = ledgerFault(loaded, state);
  if (unheld !== undefined) return unheld;
  const entry = state.versions.get(version);
  if (entry === undefined || entry.state === 'withdrawn')
    return new Fault('PROPOSAL_UNKNOWN', { what: `${subject}@${version}` });
  if (entry.recordSchema !== contract.recordSchema)
    return new Fault('STORE_DIFFERS', {
      subject,
      version,
      stored: entry.recordSchema,
      found: contract.recordSchema,
    });
  // What guards less here would tell samples of it, and another tokenizer would be bound to the snapshot.
  const { config } = ask.project;
  const governed = await judgeGovernance({ store, config, contract, stored: entry });
  const weakened = governed instanceof Fault ? governed : weakenedFault(contract, governed);
  if (weakened !== undefined) return weakened;
  const damage = await evidenceFault(store, state, { version });
  if (damage !== undefined) return damage;
  const ofVersion = await boundChange(ask, `${subject}@${version}`, entry);
  if (ofVersion instanceof Fault) return ofVersion;
  const record = ofVersion.proposed ? readRecord(entry.change, ofVersion.bytes) : undefined;
  if (record instanceof Fault) return record;
  const judged = record?.evidence.against ?? [];
  // What is only proposed is shown to nobody by a proof that is out of date.
  const outdated = record && liveFault(state, { version, judged, ground: liveGroundOf(loaded, config) });
  if (outdated !== undefined) return outdated;
  const governing = await governingChanges(store, entry);
  if (governing instanceof Fault) return governing;
  if (what.kind === 'version') return [ofVersion, ...governing];
  const revision = state.revisions.get(what.revision);
  const found = setDigest(loaded.sets.get(what.revision)!);
  if (revision === undefined || revision.state === 'withdrawn')
    return new Fault('PROPOSAL_UNKNOWN', { what: `${subject}/${what.revision}` });
  if (revision.data !== found)
    return new Fault('REVISION_EDITED', { subject, revision: what.revision, accepted: revision.data, found });
  const revisionDamage = await evidenceFault(store, state, { revision: what.revision });
  if (revisionDamage !== undefined) return revisionDamage;
  const ofRevision = await boundChange(ask, `${subject}/${what.revision}`, revision);
  return ofRevision instanceof Fault ? ofRevision : [ofVersion, ...governing, ofRevision];
}

/** Of what was approved or taken since beside the schema; it says which samples are told, and what makes tokens of their text. */
async function governingChanges(
  store: ReadStore,
  entry: VersionEntry,
): Promise<readonly BoundChange[] | Fault> {
  const bound: BoundChange[] = [];
  for (const change of [...governedBy(entry), ...(entry.takenBy ?? [])]) {
    const bytes = await store.getObject(change);
    if (bytes instanceof Fault) return bytes;
    bound.push({ bytes, proposed: false });
  }
  return bound;
}

/** Whether a release may be built of what is in a state: as a matter of course, when it is asked for, not yet, or never. */
const RELEASES: Readonly<Record<State, 'accepted' | 'asked' | 'not yet' | 'never'>> = {
  draft: 'never',
  proposed: 'asked',
  // It is more than proposed, so no release may say that it is only that; and one command from active.
  approved: 'not yet',
  active: 'accepted',
  retired: 'accepted',
  withdrawn: 'never',
};

/** @faults RELEASE_NOT_ACCEPTED PROPOSAL_UNKNOWN, and those of the store */
async function boundChange(
  { store, allowProposed }: ReleaseOfProject,
  what: string,
  { state, change }: VersionEntry | RevisionEntry,
): Promise<BoundChange | Fault> {
  const allowed = RELEASES[state];
  if (allowed === 'never') return new Fault('PROPOSAL_UNKNOWN', { what });
  if (allowed === 'not yet' || (allowed === 'asked' && !allowProposed))
    return new Fault('RELEASE_NOT_ACCEPTED', { what, state, change });
  const bytes = await store.getObject(change);
  return bytes instanceof Fault ? bytes : { bytes, proposed: allowed === 'asked' };
}

function generated(
  { generate }: ReleaseOfProject,
  contract: Contract,
  carriage: Carriage,
): RecordSource | Fault {
  const few = tooFewIds(carriage, generate);
  if (few !== undefined)
    return new Fault(
      'GENERATED_IDS_TOO_FEW',
      { field: few.field.name, most: few.most, asked: generate.count },
      contract.places.get(few.field.id),
    );
  return {
    digests: [generatedSource(contract.recordSchema, generate)],
    batches: () => generateRecords(carriage, generate),
  };
}

/** A file of records has no envelope around each; what it can say of all of them is which revision they are. */
function revisionSource(
  { project }: ReleaseOfProject,
  loaded: LoadedSubject,
  carriage: Carriage,
  revision: string,
): RecordSource | Fault {
  const set = loaded.sets.get(revision)!;
  const reading = readRevision(project, loaded, set);
  if (reading instanceof Fault) return reading;
  const { schema } = loaded.contracts.get(set.version)!;
  const rejected = rejectedFault(reading);
  if (rejected !== undefined) return rejected;
  const columns = carriage.columns.fields.slice(schema.fields.length);
  const missing = columns.find(({ name }) => name !== 'sourceVersion');
  if (missing !== undefined) {
    const part = MEMBER_PARTS.find(name => name === missing.name);
    const place = part && loaded.subject.memberPlaces.get(part);
    return new Fault('RELEASE_ENVELOPE', { column: missing.name, revision }, place);
  }
  const rows = rowsOf(schema, reading.batch).map(row => [...row, ...columns.map(() => revision)]);
  const batch = batchOf(carriage.columns, rows);
  return { digests: [setDigest(set)], batches: () => [batch] };
}
