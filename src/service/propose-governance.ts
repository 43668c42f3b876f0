import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { decideGovernance, waitingGovernance } from '../change/decide-governance.ts';
import { needsNoApproval } from '../change/decide-proposal.ts';
import { type AuthoredChange, recordBytes, recordDigest } from '../change/record.ts';
import { subjectScope, type VersionEntry } from '../change/subject-state.ts';
import { comparisonDocument } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import { governanceDigest, governanceDocument } from '../contract/governance.ts';
import { tokenizerDocument } from '../contract/tokenizer.ts';
import type { GovernanceJudgement } from './judge-governance.ts';
import { holdsOf } from './judge-version.ts';
import type { LoadedSubject } from './load-subject.ts';
import { authoredChange, type Decided, documentBytes, type ProposeAsk, recordFault } from './proposal.ts';
import { byOf, signedBy } from './signed-by.ts';

/**
 * The schema stays, so there are no bytes to judge: what changed is told, and kept with who asked for it. What only tells
 * more, or guards better, is taken at once; another tokenizer or a lower sensitivity waits for approval, as a version does.
 *
 * @faults those of `recordFault`, `decideGovernance` and the store
 */
export async function proposeGovernance(
  ask: ProposeAsk,
  loaded: LoadedSubject,
  contract: Contract,
  stored: VersionEntry,
  judgement: GovernanceJudgement,
): Promise<Decided | Fault> {
  const { governed, was } = judgement;
  const { subject, version, tokenizer } = contract;
  const findings = documentBytes(comparisonDocument(governed));
  const objects = [
    documentBytes(governanceDocument(contract)),
    findings,
    ...[...loaded.context.tokenizers.values()].map(each => documentBytes(tokenizerDocument(each))),
  ];
  const { class: found } = governed;
  const [from, governance] = [stored.governance, governanceDigest(contract)];
  const isFree = needsNoApproval({ class: found, meaning: holdsOf(judgement) });
  const record = {
    authored: isFree ? takenChange(judgement, subject) : authoredChange(loaded, judgement, found),
    evidence: {
      findings: sha256(findings),
      matrix: undefined,
      golden: [],
      affectedConsumers: judgement.affected,
      ...(was && { governance: { from: was, to: governance } }),
    },
  };
  const change = recordDigest(record);
  const waiting = waitingGovernance(stored)?.change;
  const isStored = waiting === change;
  const wrong = isFree ? undefined : recordFault(ask, loaded, judgement, found, isStored);
  if (wrong !== undefined) return wrong;
  const approval = isFree ? undefined : { change, class: found };
  const amends = ask.amends && (ask.amends.change ?? waiting);
  const answer = await ask.store.transact(
    subjectScope(subject),
    ask.opId,
    {
      kind: amends === undefined ? 'govern' : 'amend-governance',
      subject,
      version,
      from: from ?? null,
      governance,
      ...(isFree ? {} : { change }),
      ...(amends === undefined ? {} : { amends }),
      ...byOf(ask.by),
    },
    scope =>
      signedBy(
        decideGovernance(scope, {
          version,
          from,
          governance,
          tokenizer,
          approval,
          // Where nobody knows what stood there, nothing is known to have changed.
          taken: isFree && was !== undefined ? change : undefined,
          amends,
          objects: [...objects, recordBytes(record)],
        }),
        ask.by,
      ),
  );
  return answer instanceof Fault ? answer : { answer, judgement };
}

/** What there is to say of a change that nobody has to write a record of; one that was written was of another. */
const takenChange = ({ step, governed, affected }: GovernanceJudgement, subject: string): AuthoredChange => ({
  subject,
  step,
  class: governed.class,
  reason: 'it tells more or guards better, and was taken at once',
  converter: undefined,
  consumers: affected,
  backfill: { kind: 'none' },
  withdrawBy: undefined,
  thresholds: {},
});
