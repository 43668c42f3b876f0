import { Fault } from '../base/fault.ts';
import { isAccepted } from '../change/states.ts';
import type { VersionEntry } from '../change/subject-state.ts';
import { isNote } from '../compat/catalogue.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { pathText } from '../compat/finding.ts';
import type { Contract } from '../contract/contract.ts';
import { governanceDigest } from '../contract/governance.ts';
import type { ReadStore } from '../store/port.ts';
import { governanceIn } from './query-objects.ts';

/** What an accepted version says beside its schema, against what it said when that was stored last. */
export type GovernanceJudgement = { readonly governed: Comparison };

/**
 * Undefined where it says the same, or the store can't know. What guards less than before, or turns text into other
 * tokens, is no revision of a version that was accepted: it is the next one.
 *
 * @faults GOVERNANCE_WEAKENED OBJECT_OTHER_KIND, and those of the store
 */
export async function judgeGovernance(
  store: ReadStore,
  contract: Contract,
  stored: VersionEntry | undefined,
): Promise<GovernanceJudgement | undefined | Fault> {
  const known = stored?.governance;
  if (stored === undefined || known === undefined || known === governanceDigest(contract)) return undefined;
  if (!isAccepted(stored.state) || stored.recordSchema !== contract.recordSchema) return undefined;
  const bytes = await store.getObject(known);
  if (bytes instanceof Fault) return bytes;
  const older = governanceIn(bytes);
  if (older === undefined) return new Fault('OBJECT_OTHER_KIND', { digest: known, kind: 'governance' });
  const { schema, subject, version } = contract;
  const comparison = compare(schema, schema, undefined, undefined, { older, newer: contract });
  const weaker = comparison.findings.find(({ rule }) => !isNote(rule));
  if (weaker === undefined) return { governed: comparison };
  const what = `${weaker.rule}, ${pathText(weaker.path)} from ${weaker.from} to ${weaker.to}`;
  return new Fault('GOVERNANCE_WEAKENED', { subject, version, what });
}
