import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { keptReport } from '../base/rows-apart.ts';
import { isContinued } from '../change/decide-adoption.ts';
import { approvedBy, waitingGovernance } from '../change/decide-governance.ts';
import { decideProposal, waitsFault } from '../change/decide-proposal.ts';
import { restingOn } from '../change/live-evidence.ts';
import { readRecord } from '../change/read-record.ts';
import type { ChangeRecord } from '../change/record.ts';
import { isAccepted } from '../change/states.ts';
import type { SubjectState, VersionEntry } from '../change/subject-state.ts';
import { comparisonDocument } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import { governanceDigest } from '../contract/governance.ts';
import type { LedgerVersion } from '../contract/ledger.ts';
import { usedIds } from '../contract/used-id.ts';
import { matrixDocument } from '../matrix/report.ts';
import type { ReadStore } from '../store/port.ts';
import { asAccepted } from './accepted-beside.ts';
import { contractObjects } from './contract-objects.ts';
import { heldKeyFault } from './held-key.ts';
import { hasNothingBeside, judgeGovernance, unchangedFault } from './judge-governance.ts';
import { holdsOf, judgeVersion } from './judge-version.ts';
import { liveGroundOf } from './live-ground.ts';
import { liveReports } from './live-reports.ts';
import { changeOf, contractOf, type LoadedSubject } from './load-subject.ts';
import { behindFault, type Decided, keep, nothingToAmend, type ProposeAsk, standing } from './proposal.ts';
import { proposeGovernance } from './propose-governance.ts';
import { reusePlaced } from './reused-ids.ts';
import { foreignAsked } from './run-foreign.ts';

/**
 * @faults VERSION_UNKNOWN STORE_BEHIND STORE_DIFFERS VERSION_WAITS VERSION_OUT_OF_ORDER VERSION_UNCHANGED KEY_NOT_UNIQUE GOVERNANCE_UNREVISED EVIDENCE_BROKEN, those of `nothingToAmend`,
 *   `judgeGovernance`, `proposeGovernance`, `asAccepted`, `judgeVersion`, `restingOn` and `keep`
 */
export async function proposeVersion(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  state: SubjectState,
  version: number,
): Promise<Decided | Fault> {
  const contract = contractOf(loaded, version);
  if (contract instanceof Fault) return contract;
  const stored = state.versions.get(version);
  const waiting = stored && waitingGovernance(stored);
  const nothing = nothingToAmend(ask, { version }, waiting ?? stored);
  if (nothing !== undefined) return nothing;
  const { config, root } = ask.project;
  const { store, plain, tried, kept } = ask;
  // Of a version that was accepted, what may be amended is what waits beside its schema.
  const isRevised = stored !== undefined && isAccepted(stored.state);
  const entry = loaded.ledger.versions.find(accepted => accepted.version === version);
  // What a store knows nothing of, the ledger may know.
  const accepted = hasNothingBeside(stored, contract) ? entry : undefined;
  const governed = isRevised
    ? await judgeGovernance({ store, config, contract, stored, accepted })
    : undefined;
  if (governed instanceof Fault) return governed;
  if (ask.amends !== undefined && isRevised && governed === undefined)
    return new Fault('GOVERNANCE_UNREVISED', { subject: contract.subject, version });
  if (governed !== undefined && isApprovedElsewhere(entry, stored, contract)) return behindFault(ask);
  if (governed !== undefined) return proposeGovernance(ask, loaded, contract, stored!, governed);
  const from = versionBefore(loaded, state, version);
  if (from instanceof Fault) return from;
  const isUnheard = entry !== undefined && standing(stored) === undefined;
  // What was approved beside its schema would come with it, and who approved it would not.
  if (isUnheard && entry.governed !== undefined) return behindFault(ask);
  const before = from === undefined ? undefined : loaded.contracts.get(from);
  const unchanged = standing(stored) === undefined ? unchangedFault(before, contract) : undefined;
  if (unchanged !== undefined) return unchanged;
  const repeated = isRevised ? undefined : heldKeyFault(ask.project, loaded, from, version);
  if (repeated !== undefined) return repeated;
  const then = isRevised ? await recordThen(store, stored!, contract) : undefined;
  if (then instanceof Fault) return then;
  const ground = await asAccepted(store, loaded, state);
  if (ground instanceof Fault) return ground;
  const foreign = foreignAsked(ask.project, ground, version, ask.foreign, ask.now_ms);
  const judgement = await judgeVersion({
    loaded: ground,
    config,
    root,
    from,
    to: version,
    plain,
    tried,
    kept,
    foreign,
  });
  if (judgement instanceof Fault) return judgement;
  const { comparison, live, lowers, matrix } = judgement;
  if (matrix.conditions.length > 0)
    return new Fault('EVIDENCE_BROKEN', { conditions: matrix.conditions.join(', ') });

  const findings = keptReport(comparisonDocument(comparison));
  const report = keptReport(matrixDocument(matrix), 'cells');
  const { against, objects: reports } = liveReports(ground, live);
  const { recordSchema } = contract;
  const beside = { governance: governanceDigest(contract), tokenizer: contract.tokenizer };
  const answer = await keep(ask, loaded, {
    of: { version },
    stored,
    head: state.head,
    judgement,
    isUnheard,
    class: judgement.class,
    meaning: holdsOf(judgement),
    evidence: {
      findings: sha256(findings.bytes),
      matrix: sha256(report.bytes),
      golden: [],
      ...(against.length > 0 && { against }),
      ...(lowers && { compatibility: lowers }),
    },
    then,
    objects: [
      ...contractObjects(loaded, contract),
      ...[findings, report].flatMap(({ bytes, rows }) => [bytes, ...rows]),
      ...reports,
    ],
    content: { recordSchema, governance: beside.governance },
    decide: (scope, proposed) =>
      restingOn(
        scope,
        { version, judged: against, ground: liveGroundOf(loaded, config) },
        decideProposal(scope, {
          ...proposed,
          version,
          recordSchema,
          ...beside,
          compatibility: loaded.subject.compatibility,
          observe_days: changeOf(loaded, judgement.step)?.change.observe_days,
          ids: usedIds(contract.schema),
          burnt: loaded.ledger.burnt,
        }),
      ),
  });
  return answer instanceof Fault
    ? isReuse(answer)
      ? reusePlaced(contract, answer)
      : answer
    : { answer, judgement };
}

/** Whether the ledger has an approved revision of the governance that the store has not heard of, and the contract says that. */
const isApprovedElsewhere = (
  entry: LedgerVersion | undefined,
  stored: VersionEntry | undefined,
  contract: Contract,
): boolean =>
  entry?.governed !== undefined &&
  stored !== undefined &&
  entry.governance === governanceDigest(contract) &&
  isContinued(
    approvedBy(stored),
    entry.governed.map(({ change }) => change),
  );

/** The record under which the same content was accepted. @faults those of `readRecord` and the store */
async function recordThen(
  store: ReadStore,
  { recordSchema, governance, change }: VersionEntry,
  contract: Contract,
): Promise<ChangeRecord | undefined | Fault> {
  if (recordSchema !== contract.recordSchema || governance !== governanceDigest(contract)) return undefined;
  const bytes = await store.getObject(change);
  return bytes instanceof Fault ? bytes : readRecord(change, bytes);
}

const isReuse = (fault: Fault): fault is Fault<'FIELD_ID_REUSED'> => fault.code === 'FIELD_ID_REUSED';

/**
 * The version this one is judged against: versions are dense, so the one before it, or none for the first.
 *
 * @faults STORE_BEHIND VERSION_WAITS VERSION_OUT_OF_ORDER STORE_DIFFERS
 */
function versionBefore(
  { subject: { name: subject }, contracts, ledger }: LoadedSubject,
  state: SubjectState,
  version: number,
): number | undefined | Fault {
  // A store that has not seen the past would take any version for the first, which nobody judges.
  const missing = ledger.versions.find(
    accepted => accepted.version < version && !state.versions.has(accepted.version),
  );
  if (missing !== undefined)
    return new Fault('STORE_BEHIND', {
      subject,
      missing: `${subject}@${missing.version}`,
      asked: `${subject}@${version}`,
    });
  const waits = waitsFault(state, version);
  if (waits !== undefined) return waits;
  const before = state.versions.get(version - 1);
  const [lowest = version] = contracts.keys();
  // Versions stand below it that nobody has proposed, and it would be judged against none of them.
  if (before === undefined && state.head.at === undefined && lowest < version)
    return new Fault('VERSION_OUT_OF_ORDER', { subject, version, expected: lowest });
  if (before === undefined) return undefined;
  const found = contracts.get(version - 1)?.recordSchema ?? 'no contract';
  const { recordSchema: stored } = before;
  return found === stored
    ? version - 1
    : new Fault('STORE_DIFFERS', { subject, version: version - 1, stored, found });
}
