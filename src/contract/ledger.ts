import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from './contract.ts';
import { DIGEST, LINE, REVISION, SENSITIVITIES, SUBJECT, whole } from './contract-shape.ts';
import { FIELD_ID_MAX, type Field, type FieldId, KINDS, type Kind } from './field.ts';
import { type Governance, governanceDigest } from './governance.ts';
import { MEMBERS, type Members, membersDocument, membersFrom, type WrittenMembers } from './members.ts';
import { childrenOf } from './nested.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import type { Schema } from './schema.ts';
import { placeOf, type YamlDocument } from './yaml-document.ts';

/** A field id as one accepted version used it. */
export type LedgerId = {
  readonly id: FieldId;
  readonly name: string;
  readonly kind: Kind;
  /** What was accepted beside its schema; older ledgers have neither. */
  readonly owner?: string | undefined;
  readonly sensitivity?: Governance['sensitivity'] | undefined;
};

export type LedgerVersion = {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly tokenizer?: Digest | undefined;
  /** What its contract was made from, as `Authored`, and what it says beside the schema; none in older ledgers. */
  readonly file?: Digest | undefined;
  readonly defaults?: Digest | undefined;
  readonly governance?: Digest | undefined;
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

/** Where the entries of a ledger are written. */
export type LedgerPlaces = {
  readonly subject: Place;
  readonly version: (version: number) => Place;
  readonly id: (version: number, index: number) => Place;
  readonly revision: (name: string) => Place;
};

export type WrittenLedger = { readonly ledger: Ledger; readonly places: LedgerPlaces };

/** @faults LEDGER_RETIRED LEDGER_RETIREMENT LEDGER_ORDER LEDGER_REVISION, and those of `readYaml` and `parseWith` */
export function parseLedger(file: string, bytes: Uint8Array): WrittenLedger | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(LEDGER_FILE, document);
  if (written instanceof Fault) return written;
  const { ledger: subject, retired_to: retiredTo, versions: entries, burnt = [], revisions } = written;
  const versions = wholeVersions(document, subject, entries);
  if (versions instanceof Fault) return versions;
  for (const [index, { version }] of versions.entries()) {
    const expected = versions[0]!.version + index;
    if (version === expected) continue;
    const place = placeOf(document, ['versions', index, 'version']);
    return new Fault('LEDGER_ORDER', { subject, version, expected }, place);
  }
  for (const [index, { name, version }] of revisions.entries()) {
    const twice = revisions.findIndex(other => other.name === name) < index;
    const isAccepted = versions.some(accepted => accepted.version === version);
    const problem = twice ? 'it stands there twice' : `version ${version} was never accepted`;
    const place = placeOf(document, ['revisions', index]);
    if (twice || !isAccepted) return new Fault('LEDGER_REVISION', { revision: name, problem }, place);
  }
  const [first, last] = [versions[0]?.version ?? 0, versions.at(-1)?.version ?? 0];
  if (retiredTo !== undefined && (retiredTo < first || retiredTo >= last)) {
    const place = placeOf(document, ['retired_to']);
    return new Fault('LEDGER_RETIREMENT', { subject, retiredTo, first, last }, place);
  }
  const ledger = { subject, ...(retiredTo !== undefined && { retiredTo }), versions, burnt, revisions };
  return { ledger, places: placesIn(document, ledger, entries) };
}

/** A version as it is written: what it has beyond the version before, and what it no longer has. */
type WrittenVersion = Omit<LedgerVersion, 'ids' | 'members'> & {
  readonly members?: WrittenMembers | undefined;
  readonly ids?: readonly LedgerId[] | undefined;
  readonly retired?: readonly FieldId[] | undefined;
};

/** Each version with all its ids. @faults LEDGER_RETIRED */
function wholeVersions(
  document: YamlDocument,
  subject: string,
  entries: readonly WrittenVersion[],
): readonly LedgerVersion[] | Fault {
  const versions: LedgerVersion[] = [];
  let before: readonly LedgerId[] = [];
  for (const [index, { ids = [], retired = [], members, ...entry }] of entries.entries()) {
    const stranger = retired.find(id => !before.some(one => one.id === id));
    if (stranger !== undefined) {
      const place = placeOf(document, ['versions', index, 'retired', retired.indexOf(stranger)]);
      return new Fault('LEDGER_RETIRED', { subject, version: entry.version, id: stranger }, place);
    }
    const gone = new Set([...retired, ...ids.map(({ id }) => id)]);
    const whole = [...before.filter(({ id }) => !gone.has(id)), ...ids];
    // What stands out of order in the file is out of order here, too, and told so by whoever has the contract.
    const inOrder = ids.every(({ id }, place) => place === 0 || ids[place - 1]!.id < id);
    before = inOrder ? whole.sort((a, b) => a.id - b.id) : whole;
    versions.push({ ...entry, ...(members && { members: membersFrom(members) }), ids: before });
  }
  return versions;
}

function placesIn(
  document: YamlDocument,
  { versions, revisions }: Ledger,
  entries: readonly WrittenVersion[],
): LedgerPlaces {
  const at = (version: number) => versions.findIndex(entry => entry.version === version);
  return {
    subject: placeOf(document, ['ledger']),
    version: version => placeOf(document, ['versions', at(version), 'version']),
    id: (version, index) => {
      const ids = versions[at(version)]!.ids;
      const id = ids[index]?.id;
      const earlier = ids.slice(0, index).filter(one => one.id === id).length;
      // An id stands with the version that brought it, or the name it has now.
      for (let entry = at(version); entry >= 0; entry--) {
        const places = (entries[entry]!.ids ?? []).flatMap((one, place) => (one.id === id ? [place] : []));
        const place = places[earlier];
        if (place !== undefined) return placeOf(document, ['versions', entry, 'ids', place]);
      }
      return placeOf(document, ['versions', at(version), 'version']);
    },
    revision: revision =>
      placeOf(document, ['revisions', revisions.findIndex(({ name }) => name === revision)]),
  };
}

/** The text of `ledger.yaml`, byte for byte the same for the same ledger. */
export function printLedger({ subject, retiredTo, versions, burnt, revisions }: Ledger): string {
  return [
    '# Every version and revision accepted so far. Written by the registry; an edit is found and refused.',
    `ledger: ${subject}`,
    ...(retiredTo === undefined ? [] : [`retired_to: ${retiredTo}`]),
    versions.length === 0 ? 'versions: []' : 'versions:',
    ...versions.flatMap((entry, index) => printVersion(entry, versions[index - 1]?.ids ?? [])),
    ...(burnt.length === 0 ? [] : ['burnt:']),
    ...burnt.map(
      ({ id, names, kinds }) => `  - {id: ${id}, names: [${names.join(', ')}], kinds: [${kinds.join(', ')}]}`,
    ),
    revisions.length === 0 ? 'revisions: []' : 'revisions:',
    ...revisions.flatMap(({ name, version, data }) => [
      `  - name: ${canonicalJson(name)}`,
      `    version: ${version}`,
      `    data: ${data}`,
    ]),
    '',
  ].join('\n');
}

/** Only what is new: a thousand versions of a hundred fields would else be a hundred thousand lines. */
function printVersion(
  { version, recordSchema, tokenizer, file, defaults, governance, members, ids }: LedgerVersion,
  before: readonly LedgerId[],
): string[] {
  const known = new Map(before.map(one => [one.id, one]));
  const present = new Set(ids.map(({ id }) => id));
  const isKnown = (one: LedgerId): boolean => {
    const other = known.get(one.id);
    return other !== undefined && ID_PARTS.every(part => other[part] === one[part]);
  };
  const fresh = ids.filter(one => !isKnown(one));
  const retired = before.filter(({ id }) => !present.has(id)).map(({ id }) => id);
  return [
    `  - version: ${version}`,
    `    recordSchema: ${recordSchema}`,
    ...(tokenizer === undefined ? [] : [`    tokenizer: ${tokenizer}`]),
    ...(file === undefined ? [] : [`    file: ${file}`]),
    ...(defaults === undefined ? [] : [`    defaults: ${defaults}`]),
    ...(governance === undefined ? [] : [`    governance: ${governance}`]),
    ...(members === undefined ? [] : [`    members: ${canonicalJson(membersDocument(members))}`]),
    ...(fresh.length === 0 ? [] : ['    ids:']),
    ...fresh.map(printId),
    ...(retired.length === 0 ? [] : [`    retired: [${retired.join(', ')}]`]),
  ];
}

const ID_PARTS = ['name', 'kind', 'owner', 'sensitivity'] as const;

function printId({ id, name, kind, owner, sensitivity }: LedgerId): string {
  const beside = [
    ...(owner === undefined ? [] : [`owner: ${canonicalJson(owner)}`]),
    ...(sensitivity === undefined ? [] : [`sensitivity: ${sensitivity}`]),
  ];
  return `      - {${[`id: ${id}`, `name: ${name}`, `kind: ${kind}`, ...beside].join(', ')}}`;
}

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
  const now = entryOf(contract);
  const isSame =
    known === undefined ||
    (known.tokenizer === now.tokenizer &&
      known.file === now.file &&
      known.defaults === now.defaults &&
      known.governance === now.governance &&
      known.ids.every((one, place) => one.owner === now.ids[place]?.owner));
  return isSame ? ledger : { ...ledger, versions: ledger.versions.with(at, now) };
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

/**
 * Holds a contract against what was accepted: an accepted version is never edited, and the next one follows it. A
 * subject may begin at any version.
 *
 * @faults SUBJECT_MISMATCH ACCEPTED_EDITED VERSION_GAP
 */
export function ledgerFault(ledger: Ledger, contract: Contract): Fault | undefined {
  const { subject, version, recordSchema: found } = contract;
  if (subject !== ledger.subject)
    return new Fault('SUBJECT_MISMATCH', { found: subject, expected: ledger.subject }, contract.place);
  const entry = ledger.versions.find(known => known.version === version);
  const accepted = entry?.recordSchema;
  // What stands beside the schema may be revised: whoever has the ledger judges that.
  if (accepted === found) return undefined;
  if (accepted !== undefined)
    return new Fault('ACCEPTED_EDITED', { subject, version, accepted, found }, contract.place);
  const last = ledger.versions.at(-1)?.version;
  const expected = last === undefined ? version : last + 1;
  if (version === expected) return undefined;
  return new Fault('VERSION_GAP', { subject, version, expected }, contract.place);
}

const VERSION = whole(1, LIMITS.version_max);

const PLACED_NAME = z
  .string()
  .max(LIMITS.placed_name_chars_max)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/, 'names with dots between them');

export const LEDGER_FILE = z.strictObject({
  ledger: SUBJECT,
  retired_to: VERSION.optional(),
  versions: z.array(
    z.strictObject({
      version: VERSION,
      recordSchema: DIGEST,
      tokenizer: DIGEST.optional(),
      file: DIGEST.optional(),
      defaults: DIGEST.optional(),
      governance: DIGEST.optional(),
      members: MEMBERS.optional(),
      ids: z
        .array(
          z.strictObject({
            id: whole(1, FIELD_ID_MAX),
            name: PLACED_NAME,
            kind: z.enum(KINDS),
            owner: LINE.optional(),
            sensitivity: z.enum(SENSITIVITIES).optional(),
          }),
        )
        .min(1)
        .optional(),
      retired: z.array(whole(1, FIELD_ID_MAX)).min(1).optional(),
    }),
  ),
  burnt: z
    .array(
      z.strictObject({
        id: whole(1, FIELD_ID_MAX),
        names: z.array(PLACED_NAME).min(1),
        kinds: z.array(z.enum(KINDS)).min(1),
      }),
    )
    .min(1)
    .optional(),
  revisions: z.array(
    z.strictObject({
      name: REVISION,
      version: VERSION,
      data: DIGEST,
    }),
  ),
});
