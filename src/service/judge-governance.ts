import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import { isAccepted } from '../change/states.ts';
import type { VersionEntry } from '../change/subject-state.ts';
import { isNote } from '../compat/catalogue.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { DIRECTIONS, pathText } from '../compat/finding.ts';
import { type Contract, governanceDigestOf } from '../contract/contract.ts';
import { type Governed, governanceDigest } from '../contract/governance.ts';
import type { LedgerVersion } from '../contract/ledger.ts';
import type { ReadStore } from '../store/port.ts';
import { acceptedBeside } from './accepted-beside.ts';
import type { Config } from './config.ts';
import { type Verdicts, verdictsOfRules } from './verdicts.ts';

/**
 * A governance revision: what a version now says beside its schema, against what it said when that was stored. Its step
 * leads from the version to itself.
 */
export type GovernanceJudgement = Verdicts & {
  readonly step: Extract<ChangeStep, { kind: 'version' }>;
  readonly governed: Comparison;
  /** Nothing is known to be other: it was accepted before members, or anything beside it, were kept, and a proposal keeps them. */
  readonly isUnbound: boolean;
  /** What was accepted, where anybody knows. */
  readonly was: Digest | undefined;
  readonly affected: readonly string[];
};

type Sources = {
  readonly store: ReadStore;
  readonly config: Config;
  readonly contract: Contract;
  readonly stored: VersionEntry | undefined;
  /** Where the ledger is the truth, and may know of a tokenizer that this store has not heard of. */
  readonly accepted?: LedgerVersion | undefined;
};

/**
 * Undefined where it says the same, or nobody can know.
 *
 * @faults OBJECT_OTHER_KIND, and those of the store
 */
export async function judgeGovernance(sources: Sources): Promise<GovernanceJudgement | undefined | Fault> {
  const { config, contract } = sources;
  const accepted = await acceptedBeside(sources);
  if (accepted instanceof Fault) return accepted;
  const isUnkept = hasNothingBeside(sources.stored, contract);
  if (accepted === undefined) return isUnkept ? judged(config, contract, contract, undefined) : undefined;
  const { beside: older, digest } = accepted;
  const isSame =
    digest ===
    (older.members === undefined
      ? governanceDigest(asKnownOf(older, contract))
      : governanceDigestOf(contract));
  const isBound = older.members !== undefined || sources.stored?.governance === undefined;
  if (isSame && isBound && !isUnkept) return undefined;
  return { ...judged(config, contract, older, digest), isUnbound: isSame };
}

/** That a store accepted the version, and was written before it kept what stands beside one. */
export const hasNothingBeside = (stored: VersionEntry | undefined, { recordSchema }: Contract): boolean =>
  stored !== undefined &&
  isAccepted(stored.state) &&
  stored.governance === undefined &&
  stored.recordSchema === recordSchema;

function judged(
  { consumers }: Config,
  contract: Contract,
  older: Governed,
  was: Digest | undefined,
): GovernanceJudgement {
  const { schema, subject, version } = contract;
  const governed = compare(schema, schema, undefined, undefined, { older, newer: contract });
  const step = { kind: 'version', from: version, to: version } as const;
  return {
    step,
    governed,
    isUnbound: was === undefined,
    was,
    ...verdictsOfRules(governed.findings, DIRECTIONS),
    affected: affectedConsumers(consumers, subject, step),
  };
}

/** What a contract says of all that `older` can speak of: documentation was kept before members were, and both after the rest. */
function asKnownOf(older: Governed, { governance, tokenizer, members, doc }: Contract): Governed {
  if (older.members !== undefined) return { governance, tokenizer, members, doc };
  const isDocumented =
    older.doc !== undefined || [...older.governance.values()].some(said => said.doc !== undefined);
  if (isDocumented) return { governance, tokenizer, doc };
  const undocumented = [...governance].map(([id, said]) => [id, { ...said, doc: undefined }] as const);
  return { governance: new Map(undocumented), tokenizer };
}

/**
 * That the working tree guards less than was accepted, makes other tokens of text or other samples of records: data is not judged under what nobody
 * approved yet. @faults GOVERNANCE_WEAKENED
 */
export function weakenedFault(
  { subject, version, place }: Contract,
  judged: GovernanceJudgement | undefined,
): Fault | undefined {
  const weaker = judged?.governed.findings.find(({ rule }) => !isNote(rule));
  if (weaker === undefined) return undefined;
  const what = `${weaker.rule}, ${pathText(weaker.path)} from ${weaker.from} to ${weaker.to}`;
  return new Fault('GOVERNANCE_WEAKENED', { subject, version, what }, place);
}

/**
 * That a version has the schema of the one before it, and only what stands beside it is other: then it is no version.
 *
 * @faults VERSION_UNCHANGED
 */
export function unchangedFault(older: Contract | undefined, newer: Contract): Fault | undefined {
  if (older === undefined || older.recordSchema !== newer.recordSchema) return undefined;
  if (governanceDigest(older) === governanceDigest(newer)) return undefined;
  const { subject, version } = newer;
  return new Fault('VERSION_UNCHANGED', { subject, version, before: older.version }, newer.place);
}
