import { Fault } from '../base/fault.ts';
import { isContinued } from '../change/decide-adoption.ts';
import { approvedBy } from '../change/decide-governance.ts';
import { isAccepted } from '../change/states.ts';
import type { SubjectState } from '../change/subject-state.ts';
import { governanceDigestOf } from '../contract/contract.ts';
import type { LoadedSubject } from './load-subject.ts';

/**
 * What a ledger says to stand beside accepted schemas, against the store. Another governance that the contract has as well
 * is a revision that is judged as one; what neither of them has was written by nobody. The revisions that were approved may go
 * on beyond those of the store, as versions may: another store approved them.
 *
 * @faults LEDGER_DIFFERS LEDGER_UNGOVERNED
 */
export function governanceFault(
  { ledger, ledgerPlaces, contracts }: LoadedSubject,
  { versions }: SubjectState,
): Fault | undefined {
  const { subject } = ledger;
  for (const { version, recordSchema, governance, governed = [] } of ledger.versions) {
    const stored = versions.get(version);
    if (stored?.governance === undefined || governance === undefined) continue;
    if (!isAccepted(stored.state) || stored.recordSchema !== recordSchema) continue;
    const what = `${subject}@${version}`;
    const [there, here] = [governed.map(({ change }) => change), approvedBy(stored)];
    if (isContinued(there, here))
      return new Fault('LEDGER_UNGOVERNED', { subject, version }, ledgerPlaces?.version(version));
    const isAhead = isContinued(here, there);
    const isSame = governance === stored.governance;
    const place = there.findIndex((one, index) => one !== here[index]);
    if (place >= 0 && (!isAhead || isSame)) {
      const entry = `approved revision ${place + 1} of the governance of version ${version}`;
      const facts = {
        subject,
        what,
        entry,
        ledger: there[place]!,
        store: here[place] ?? 'none',
        is: 'other',
      };
      return new Fault('LEDGER_DIFFERS', facts, ledgerPlaces?.version(version));
    }
    if (isSame || governance === governanceDigestOf(contracts.get(version)!)) continue;
    const entry = `the governance of version ${version}`;
    const facts = {
      subject,
      what,
      entry,
      ledger: governance,
      store: stored.governance,
      is: 'something else',
    };
    return new Fault('LEDGER_DIFFERS', facts, ledgerPlaces?.version(version));
  }
  return undefined;
}
