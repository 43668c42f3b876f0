import type { Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { AdoptedRevision, AdoptedVersion } from '../change/decide-adoption.ts';
import { type AuthoredChange, type ChangeStep, recordBytes, recordDigest } from '../change/record.ts';
import { type Contract, governanceDigestOf } from '../contract/contract.ts';
import { governanceDigest } from '../contract/governance.ts';
import type { GovernedRevision, Ledger, LedgerRevision, LedgerVersion } from '../contract/ledger.ts';
import { ledgerGovernanceFault } from '../contract/ledger-governance.ts';
import { isSameMembers, membersDocument } from '../contract/members.ts';
import { usedIds } from '../contract/used-id.ts';
import { setDocument } from '../golden/set.ts';
import { ADOPTED_FORMAT } from './adopted-format.ts';
import { contractObjects } from './contract-objects.ts';
import { missingChange } from './judge-record.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { documentBytes } from './proposal.ts';

/**
 * A version as a store adopts it. Its record has what a person wrote of the change, which is committed, and in the place
 * of findings what the ledger says; so it is the same in every store that adopts it.
 *
 * @param ledger  the one that is adopted, and of which the working tree is a continuation
 * @faults LEDGER_IDS LEDGER_UNLIKE CHANGE_MISSING
 */
export function adoptedVersion(
  project: Project,
  loaded: LoadedSubject,
  ledger: Ledger,
  entry: LedgerVersion,
): AdoptedVersion | Fault {
  const { subject } = ledger;
  const { version, governed = [] } = entry;
  const contract = loaded.contracts.get(version)!;
  const unlike = unlikeFault(loaded, entry, contract);
  if (unlike !== undefined) return unlike;
  const first = ledger.versions[0]!.version;
  const step = { kind: 'version', from: version === first ? undefined : version - 1, to: version } as const;
  const authored = authoredOf(project, loaded, step);
  if (authored instanceof Fault) return authored;
  const found = documentBytes({ format: ADOPTED_FORMAT, subject, entry: versionDocument(entry) });
  const own = adopting(authored, found);
  const revisions: ReturnType<typeof adopting>[] = [];
  for (const [place, revision] of governed.entries()) {
    const isLast = place === governed.length - 1 && revision.to === entry.governance;
    const beside = { kind: 'version', from: version, to: version } as const;
    const said = isLast ? authoredOf(project, loaded, beside) : approvedBefore(subject, beside);
    if (said instanceof Fault) return said;
    const its = documentBytes({
      format: ADOPTED_FORMAT,
      subject,
      entry: { version, governed: { ...revision } },
    });
    revisions.push(adopting(said, its, { from: revision.from, to: revision.to }));
  }
  return {
    version,
    recordSchema: contract.recordSchema,
    governance: governanceDigest(contract),
    tokenizer: contract.tokenizer,
    ids: usedIds(contract.schema),
    change: own.change,
    class: authored.class,
    governed: revisions.map(({ change }, place) => ({ change, elsewhere: governed[place]!.change })),
    objects: [
      ...contractObjects(loaded, contract),
      ...own.objects,
      ...revisions.flatMap(({ objects }) => objects),
    ],
  };
}

/** @faults CHANGE_MISSING */
export function adoptedRevision(
  project: Project,
  loaded: LoadedSubject,
  ledger: Ledger,
  entry: LedgerRevision,
): AdoptedRevision | Fault {
  const { name: revision, version, data } = entry;
  const from = ledger.revisions[ledger.revisions.indexOf(entry) - 1]?.name;
  const authored = authoredOf(project, loaded, { kind: 'revision', version, from, to: revision });
  if (authored instanceof Fault) return authored;
  // The keys of what is found of data, with nothing in them.
  const shown = { comparison: null, verdict: null };
  const found = documentBytes({
    format: ADOPTED_FORMAT,
    subject: ledger.subject,
    entry: { ...entry },
    ...shown,
  });
  const { change, objects } = adopting(authored, found);
  const set = documentBytes(setDocument(loaded.sets.get(revision)!));
  return { revision, version, data, change, class: authored.class, objects: [set, ...objects] };
}

/** The record of something adopted, and the documents it stands on. */
function adopting(
  authored: AuthoredChange,
  found: Uint8Array,
  governance?: { readonly from: Digest; readonly to: Digest },
): { readonly change: Digest; readonly objects: readonly Uint8Array[] } {
  const record = {
    authored,
    evidence: {
      findings: sha256(found),
      matrix: undefined,
      golden: [],
      affectedConsumers: authored.consumers,
      governance,
      adopted: true,
    },
  } as const;
  return { change: recordDigest(record), objects: [found, recordBytes(record)] };
}

/** What somebody wrote of the change. Of the first nobody had to; of any other it is committed with the ledger. @faults CHANGE_MISSING */
function authoredOf(project: Project, loaded: LoadedSubject, step: ChangeStep): AuthoredChange | Fault {
  const subject = loaded.subject.name;
  const written = changeOf(loaded, step)?.change;
  if (written !== undefined) return written;
  if (step.from !== undefined) return missingChange(project, loaded, step, 'accepted');
  return { ...UNSAID, subject, step, class: 'identical', reason: 'the first of the subject' };
}

/** The next revision is written into the same file, so that of an earlier one nobody has the words any more. */
const approvedBefore = (subject: string, step: ChangeStep): AuthoredChange => ({
  ...UNSAID,
  subject,
  step,
  class: 'migrate',
  reason: 'approved before the one that stands, as the ledger says',
});

const UNSAID = {
  converter: undefined,
  consumers: [],
  backfill: { kind: 'none' },
  withdrawBy: undefined,
  thresholds: {},
} as const satisfies Partial<AuthoredChange>;

/** That a contract no longer says beside its schema what was accepted: nobody has the document of that. */
function unlikeFault(loaded: LoadedSubject, entry: LedgerVersion, contract: Contract): Fault | undefined {
  const { subject, version } = contract;
  const forged = ledgerGovernanceFault(entry, contract, index => loaded.ledgerPlaces?.id(version, index));
  if (forged !== undefined) return forged;
  const { governance, tokenizer, members = contract.members, ids } = entry;
  const isAsListed =
    governance === undefined
      ? tokenizer === contract.tokenizer &&
        isSameMembers(members, contract.members) &&
        ids.every(({ id, owner, sensitivity }) => {
          const own = contract.governance.get(id);
          return owner === undefined || (owner === own?.owner && sensitivity === own.sensitivity);
        })
      : governance === governanceDigestOf(contract);
  return isAsListed ? undefined : new Fault('LEDGER_UNLIKE', { subject, version }, contract.place);
}

/** What of an entry stays: not what its file was, as a comment may be put better. */
const versionDocument = (entry: LedgerVersion): Json => ({
  version: entry.version,
  recordSchema: entry.recordSchema,
  ...(entry.tokenizer && { tokenizer: entry.tokenizer }),
  ...(entry.governance && { governance: entry.governance }),
  ...(entry.governed && { governed: entry.governed.map((one: GovernedRevision) => ({ ...one })) }),
  ...(entry.members && { members: membersDocument(entry.members) }),
});
