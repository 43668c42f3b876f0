import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import type { Compatibility } from './compatibility.ts';
import type { Contract } from './contract.ts';
import type { Field, FieldId, Kind } from './field.ts';
import { type Governance, governanceDigest } from './governance.ts';
import type { Members } from './members.ts';
import { childrenOf } from './nested.ts';
import type { Schema } from './schema.ts';

/** A field id as one accepted version used it. */
export type LedgerId = {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: Kind;
  /** What was accepted beside its schema; older ledgers have neither. */
  readonly owner?: string | undefined;
  readonly sensitivity?: Governance['sensitivity'] | undefined;
};

/** What stood beside a schema was revised, and somebody approved it: the change record, and what it led from and to. */
export type GovernedRevision = { readonly change: Digest; readonly from: Digest; readonly to: Digest };

export type LedgerVersion = {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly tokenizer?: Digest | undefined;
  /** What its contract was made from, as `Authored`, and what it says beside the schema; none in older ledgers. */
  readonly file?: Digest | undefined;
  readonly defaults?: Digest | undefined;
  readonly governance?: Digest | undefined;
  /** The revisions of that which had to be approved, in their order. */
  readonly governed?: readonly GovernedRevision[] | undefined;
  /** Where each record of it says who it is; none in older ledgers. */
  readonly members?: Members | undefined;
  /** Nested ids included, in ascending order. */
  readonly ids: readonly LedgerId[];
};

/** A data set accepted under a version; `data` is the digest of its manifest. */
export type LedgerRevision = { readonly name: string; readonly version: number; readonly data: Digest };

/** An id that a proposal used and no accepted version has, whatever became of that proposal. */
export type BurntId = {
  readonly id: FieldId;
  /** Every name it was proposed under, aliases too; a nested one is a path. */
  readonly names: readonly string[];
  readonly kinds: readonly Kind[];
};

/**
 * All a subject ever accepted: its versions, dense from the first, and its revisions in the order they came; and which ids
 * are taken besides.
 */
export type Ledger = {
  readonly subject: string;
  /** What was promised when the newest version was accepted; older ledgers don't have it. */
  readonly compatibility?: Compatibility | undefined;
  /** The newest version that is retired, and all before it with it; it only grows. */
  readonly retiredTo?: number | undefined;
  readonly versions: readonly LedgerVersion[];
  /** In ascending order. */
  readonly burnt: readonly BurntId[];
  readonly revisions: readonly LedgerRevision[];
};

/** The history of one id: its last name and kind, the version that brought it, the first version without it. */
export type IdHistory = Omit<LedgerId, 'owner' | 'sensitivity'> & {
  readonly since: number;
  readonly retired: number | undefined;
};

export const emptyLedger = (subject: string): Ledger => ({ subject, versions: [], burnt: [], revisions: [] });

export const acceptVersion = (ledger: Ledger, contract: Contract): Ledger => ({
  ...ledger,
  versions: [...ledger.versions, entryOf(contract)],
});

/** What the ledger says of a version, once it is accepted. */
export function entryOf(contract: Contract): LedgerVersion {
  const { version, schema, recordSchema, tokenizer, authored, members } = contract;
  const { file, defaults } = authored;
  const { governance } = contract;
  const ids = idsOf(schema).map((one): LedgerId => {
    const said = governance.get(one.id);
    return said === undefined ? one : { ...one, owner: said.owner, sensitivity: said.sensitivity };
  });
  return {
    version,
    recordSchema,
    ...(tokenizer && { tokenizer }),
    file,
    ...(defaults && { defaults }),
    governance: governanceDigest(contract),
    members,
    ids,
  };
}

/**
 * The same ledger, where a version that it has stands there as it is now: its schema never changes, what it was made from
 * and what is said beside it may. Older ledgers lack both.
 */
export function restateVersion(ledger: Ledger, contract: Contract): Ledger {
  const at = ledger.versions.findIndex(({ version }) => version === contract.version);
  const known = ledger.versions[at];
  const now = { ...entryOf(contract), ...(known?.governed && { governed: known.governed }) };
  const isSame =
    known === undefined ||
    (known.tokenizer === now.tokenizer &&
      known.file === now.file &&
      known.defaults === now.defaults &&
      known.governance === now.governance &&
      known.ids.every((one, place) => one.owner === now.ids[place]?.owner));
  return isSame ? ledger : { ...ledger, versions: ledger.versions.with(at, now) };
}

/** The same ledger, where it knows of as many approved revisions of what stands beside the version. */
export function governVersion(
  ledger: Ledger,
  version: number,
  governed: readonly GovernedRevision[],
): Ledger {
  const at = ledger.versions.findIndex(entry => entry.version === version);
  const known = ledger.versions[at];
  return known === undefined || governed.length <= (known.governed?.length ?? 0)
    ? ledger
    : { ...ledger, versions: ledger.versions.with(at, { ...known, governed }) };
}

/** The same ledger where nothing more is retired. */
export const retireTo = (ledger: Ledger, version: number): Ledger =>
  version > (ledger.retiredTo ?? 0) ? { ...ledger, retiredTo: version } : ledger;

export const acceptRevision = (ledger: Ledger, revision: LedgerRevision): Ledger => ({
  ...ledger,
  revisions: [...ledger.revisions, revision],
});

/** Nested ids included, in ascending order. */
export const idsOf = (schema: Schema): readonly LedgerId[] =>
  schema.fields.flatMap(field => idsWithin(field, '')).sort((a, b) => a.id - b.id);

/** A name inside another is a path, `address.street`; what a list holds is called `element` whatever the list is. */
function idsWithin({ id, name, type }: Field, above: string): readonly LedgerId[] {
  const own = {
    id,
    name: above === '' || name === ELEMENT_NAME ? name : `${above}.${name}`,
    kind: type.kind,
  };
  const below = above === '' ? name : `${above}.${name}`;
  return [own, ...childrenOf(type).flatMap(child => idsWithin(child.field, below))];
}

/** The name every element has: it stands for no one field. */
export const ELEMENT_NAME = 'element';

export function idsEverUsed({ versions }: Ledger): ReadonlyMap<FieldId, IdHistory> {
  const history = new Map<FieldId, IdHistory>();
  for (const { version, ids } of versions) {
    for (const used of ids) {
      const since = history.get(used.id)?.since ?? version;
      const { id, name, kind } = used;
      history.set(id, { id, name, kind, since, retired: undefined });
    }
    const present = new Set(ids.map(({ id }) => id));
    for (const [id, before] of history)
      if (!present.has(id)) history.set(id, { ...before, retired: before.retired ?? version });
  }
  return history;
}

const EDITED = {
  contract: 'the contract',
  defaults: 'the `defaults` of subject.yaml',
  either: 'the contract and the `defaults` of subject.yaml',
} as const;

/** Which of the two that a contract is made from is not what it was; an older ledger does not know. */
function editedOf(
  { file, defaults }: LedgerVersion,
  { authored }: Contract,
): 'contract' | 'defaults' | 'either' {
  if (file === undefined) return authored.defaults === undefined ? 'contract' : 'either';
  if (defaults === authored.defaults) return 'contract';
  return file === authored.file ? 'defaults' : 'either';
}

/**
 * Holds a contract against what was accepted: an accepted version is never edited, and the next one follows it. A
 * subject may begin at any version.
 *
 * @param defaultsPlace  where the subject says what stands for what the contract leaves out
 * @faults SUBJECT_MISMATCH ACCEPTED_EDITED VERSION_GAP
 */
export function ledgerFault(ledger: Ledger, contract: Contract, defaultsPlace?: Place): Fault | undefined {
  const { subject, version, recordSchema: found } = contract;
  if (subject !== ledger.subject)
    return new Fault('SUBJECT_MISMATCH', { found: subject, expected: ledger.subject }, contract.place);
  const entry = ledger.versions.find(known => known.version === version);
  const accepted = entry?.recordSchema;
  // What stands beside the schema may be revised: whoever has the ledger judges that.
  if (accepted === found) return undefined;
  if (accepted !== undefined) {
    const edited = editedOf(entry!, contract);
    const place = edited === 'defaults' ? defaultsPlace : contract.place;
    const facts = { subject, version, accepted, found, edited: EDITED[edited] };
    return new Fault('ACCEPTED_EDITED', facts, place);
  }
  const last = ledger.versions.at(-1)?.version;
  const expected = last === undefined ? version : last + 1;
  if (version === expected) return undefined;
  return new Fault('VERSION_GAP', { subject, version, expected }, contract.place);
}
