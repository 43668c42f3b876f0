import { Fault } from '../base/fault.ts';
import { acceptedData } from '../change/live-evidence.ts';
import { isAccepted } from '../change/states.ts';
import type { SubjectState, VersionEntry } from '../change/subject-state.ts';
import { type Contract, governanceDigestOf } from '../contract/contract.ts';
import { type Governed, governanceDigest } from '../contract/governance.ts';
import type { LedgerVersion } from '../contract/ledger.ts';
import { type AcceptedBeside, besideInLedger } from '../contract/ledger-governance.ts';
import { isSameMembers } from '../contract/members.ts';
import type { ReadStore } from '../store/port.ts';
import type { LoadedSubject } from './load-subject.ts';
import { governanceIn } from './query-objects.ts';

type Sources = {
  readonly store: ReadStore;
  readonly contract: Contract;
  readonly stored: VersionEntry | undefined;
  /** Where the ledger is the truth, and may know of a tokenizer that this store has not heard of. */
  readonly accepted?: LedgerVersion | undefined;
};

/**
 * What was accepted beside the schema of a version, by the store, or by the ledger where no store knows; undefined where that
 * is what the contract says, as far as anybody knows.
 *
 * @faults OBJECT_OTHER_KIND, and those of the store
 */
export async function acceptedBeside({
  store,
  contract,
  stored,
  accepted,
}: Sources): Promise<AcceptedBeside | undefined | Fault> {
  const isStored =
    stored !== undefined && stored.state !== 'withdrawn' && stored.recordSchema === contract.recordSchema;
  const digest = isStored ? stored.governance : undefined;
  if (digest === undefined) {
    if (accepted === undefined) return undefined;
    const { tokenizer, members = contract.members } = accepted;
    const isAsListed =
      accepted.governance === undefined
        ? tokenizer === contract.tokenizer && isSameMembers(members, contract.members)
        : accepted.governance === governanceDigestOf(contract);
    if (isAsListed) return undefined;
    return besideInLedger(accepted, contract);
  }
  const bytes = await store.getObject(digest);
  if (bytes instanceof Fault) return bytes;
  const beside = governanceIn(bytes);
  if (beside === undefined) return new Fault('OBJECT_OTHER_KIND', { digest, kind: 'governance' });
  if (accepted === undefined) return { beside, digest };
  const witnesses = [accepted.members, beside.members].filter(members => members !== undefined);
  // The store may be behind the ledger and the ledger edited: while one of them says otherwise, nobody approved it.
  const members = witnesses.find(one => !isSameMembers(one, contract.members)) ?? witnesses[0];
  const now = { ...beside, tokenizer: accepted.tokenizer, members };
  return { beside: now, digest: governanceDigest(now) };
}

/**
 * The subject with what was accepted beside its schemas, and as data: a proposal is held against that, and not against an
 * edit of an older version that nobody proposed yet.
 *
 * @faults those of `acceptedBeside`
 */
export async function asAccepted(
  store: ReadStore,
  loaded: LoadedSubject,
  state: SubjectState,
): Promise<LoadedSubject | Fault> {
  const contracts = new Map(loaded.contracts);
  for (const [version, contract] of loaded.contracts) {
    const stored = state.versions.get(version);
    const accepted = loaded.ledger.versions.find(entry => entry.version === version);
    const known = stored !== undefined && isAccepted(stored.state) ? stored : undefined;
    if (known === undefined && accepted === undefined) continue;
    // Most are as they were, and then nothing has to be read.
    if (known?.governance === governanceDigestOf(contract)) continue;
    const found = await acceptedBeside({ store, contract, stored: known, accepted });
    if (found instanceof Fault) return found;
    if (found !== undefined) contracts.set(version, withGoverned(contract, found.beside));
  }
  const revisions = acceptedData(state, loaded.ledger.revisions);
  const compatibility = state.compatibility ?? loaded.ledger.compatibility;
  return { ...loaded, contracts, ledger: { ...loaded.ledger, compatibility, revisions } };
}

const withGoverned = (
  contract: Contract,
  { governance, tokenizer, members = contract.members, doc }: Governed,
): Contract => ({ ...contract, governance, tokenizer, members, doc, governanceKept: undefined });
