import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { type Contract, governanceDigestOf } from './contract.ts';
import type { FieldId } from './field.ts';
import { type Governance, type Governed, governanceDigest } from './governance.ts';
import type { LedgerId, LedgerVersion } from './ledger.ts';

/** What was accepted beside a schema, and the digest it had. */
export type AcceptedBeside = { readonly beside: Governed; readonly digest: Digest };

/**
 * What a ledger knows to be accepted beside the schema of a version: the tokenizer, who owns each field and how sensitive it
 * is. Of documentation it has the digest alone, so that the contract's own stands in its place: a word of it says nothing to
 * any rule. An older ledger knows less.
 */
export function besideInLedger(entry: LedgerVersion, contract: Contract): AcceptedBeside {
  const governance = new Map<FieldId, Governance>();
  for (const { id, owner, sensitivity } of entry.ids) {
    const own = contract.governance.get(id);
    if (owner !== undefined && sensitivity !== undefined)
      governance.set(id, { owner, sensitivity, doc: own?.doc });
    else if (own !== undefined) governance.set(id, own);
  }
  const { tokenizer, members } = entry;
  const beside = { governance, tokenizer, members, doc: contract.doc };
  return { beside, digest: entry.governance ?? governanceDigest(beside) };
}

/**
 * A ledger that lists another owner or sensitivity than the very governance it has the digest of: the registry never wrote
 * that, and it would hide what a contract lowers.
 *
 * @param at  where the ids of the version are listed
 * @faults LEDGER_IDS
 */
export function ledgerGovernanceFault(
  entry: LedgerVersion,
  contract: Contract,
  at: (index: number) => Place | undefined,
): Fault<'LEDGER_IDS'> | undefined {
  if (entry.governance === undefined || entry.governance !== governanceDigestOf(contract)) return undefined;
  const { subject, version, governance } = contract;
  const index = entry.ids.findIndex(listed => {
    const own = governance.get(listed.id);
    return (
      listed.owner !== undefined && (listed.owner !== own?.owner || listed.sensitivity !== own.sensitivity)
    );
  });
  const listed = entry.ids[index];
  if (listed === undefined) return undefined;
  const { id } = listed;
  const facts = { subject, version, id, ledger: textOf(listed), contract: textOf(governance.get(id)) };
  return new Fault('LEDGER_IDS', facts, at(index));
}

const textOf = (said: Pick<LedgerId, 'owner' | 'sensitivity'> | undefined): string =>
  `owner ${said?.owner ?? 'none'} and sensitivity ${said?.sensitivity ?? 'none'}`;
