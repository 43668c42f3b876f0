import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { COMPATIBILITIES } from './compatibility.ts';
import { DIGEST, LINE, REVISION, SENSITIVITIES, SUBJECT, whole } from './contract-shape.ts';
import { FIELD_ID_MAX, type FieldId, KINDS } from './field.ts';
import type { Ledger, LedgerId, LedgerVersion } from './ledger.ts';
import { readLines } from './ledger-lines.ts';
import { MEMBERS, membersDocument, membersFrom, type WrittenMembers } from './members.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import { type Bounds, placeAt, readText } from './text-document.ts';
import { placeOf, type YamlDocument } from './yaml-document.ts';

/** Where the entries of a ledger are written. */
export type LedgerPlaces = {
  readonly subject: Place;
  readonly version: (version: number) => Place;
  readonly id: (version: number, index: number) => Place;
  readonly burnt: (index: number) => Place;
  readonly revision: (name: string) => Place;
};

export type WrittenLedger = { readonly ledger: Ledger; readonly places: LedgerPlaces };

/** @faults LEDGER_RETIRED LEDGER_RETIREMENT LEDGER_ORDER LEDGER_BURNT LEDGER_REVISION, and those of `documentOf` and `parseWith` */
export function parseLedger(file: string, bytes: Uint8Array): WrittenLedger | Fault {
  const document = documentOf(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(LEDGER_FILE, document);
  if (written instanceof Fault) return written;
  const { ledger: subject, compatibility, retired_to: retiredTo, versions: entries } = written;
  const { burnt = [], revisions } = written;
  const versions = wholeVersions(document, subject, entries);
  if (versions instanceof Fault) return versions;
  for (const [index, { version }] of versions.entries()) {
    const expected = versions[0]!.version + index;
    if (version === expected) continue;
    const place = placeOf(document, ['versions', index, 'version']);
    return new Fault('LEDGER_ORDER', { subject, version, expected }, place);
  }
  for (const [index, { id }] of burnt.entries()) {
    if (burnt.findIndex(other => other.id === id) === index) continue;
    const facts = { subject, id, problem: 'twice' };
    return new Fault('LEDGER_BURNT', facts, placeOf(document, ['burnt', index]));
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
  const ledger = {
    subject,
    ...(compatibility && { compatibility }),
    ...(retiredTo !== undefined && { retiredTo }),
    versions,
    burnt,
    revisions,
  };
  return { ledger, places: placesIn(document, ledger, entries) };
}

/**
 * The lines that the registry writes; and any other YAML, as far as a person may have written it.
 *
 * @faults LEDGER_FORM, and those of `readText` and `readYaml`
 */
function documentOf(file: string, bytes: Uint8Array): YamlDocument | Fault {
  const document = readText(file, bytes, BOUNDS);
  if (document instanceof Fault) return document;
  const root = readLines(document);
  if (!('odd' in root)) return { ...document, root };
  const most = LIMITS.vocabulary_bytes_max;
  if (bytes.length > most)
    return new Fault('LEDGER_FORM', { bytes: bytes.length, most }, placeAt(document, root.odd));
  return readYaml(file, bytes, BOUNDS);
}

/** What YAML is built of costs memory, which the lines do not: it is bounded by its tokens. */
const BOUNDS: Bounds = { bytes_max: LIMITS.ledger_bytes_max, tokens_max: LIMITS.vocabulary_tokens_max };

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
    const { length } = retired;
    if (length === 0 && ids.length === 0) {
      versions.push({ ...entry, ...(members && { members: membersFrom(members) }), ids: before });
      continue;
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
    burnt: index => placeOf(document, ['burnt', index]),
    revision: revision =>
      placeOf(document, ['revisions', revisions.findIndex(({ name }) => name === revision)]),
  };
}

/** The text of `ledger.yaml`, byte for byte the same for the same ledger. */
export function printLedger(ledger: Ledger): string {
  const { subject, compatibility, retiredTo, versions, burnt, revisions } = ledger;
  return [
    '# Every version and revision accepted so far. Written by the registry; an edit is found and refused.',
    `ledger: ${nameText(subject)}`,
    ...(compatibility === undefined ? [] : [`compatibility: ${compatibility}`]),
    ...(retiredTo === undefined ? [] : [`retired_to: ${retiredTo}`]),
    versions.length === 0 ? 'versions: []' : 'versions:',
    ...versions.flatMap((entry, index) => printVersion(entry, versions[index - 1]?.ids ?? [])),
    ...(burnt.length === 0 ? [] : ['burnt:']),
    ...burnt.map(
      ({ id, names, kinds }) =>
        `  - {id: ${id}, names: [${names.map(nameText).join(', ')}], kinds: [${kinds.join(', ')}]}`,
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
  { version, recordSchema, tokenizer, file, defaults, governance, governed, members, ids }: LedgerVersion,
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
    ...(governed === undefined ? [] : ['    governed:']),
    ...(governed ?? []).map(
      ({ change, from, to }) => `      - {change: ${change}, from: ${from}, to: ${to}}`,
    ),
    ...(members === undefined ? [] : [`    members: ${canonicalJson(membersDocument(members))}`]),
    ...(fresh.length === 0 ? [] : ['    ids:']),
    ...fresh.map(printId),
    ...(retired.length === 0 ? [] : [`    retired: [${retired.join(', ')}]`]),
  ];
}

const ID_PARTS = ['name', 'kind', 'owner', 'sensitivity'] as const;

/** A name that YAML would not take for text is quoted. */
const nameText = (name: string): string => (/^(?:null|true|false)$/i.test(name) ? canonicalJson(name) : name);

function printId({ id, name, kind, owner, sensitivity }: LedgerId): string {
  const beside = [
    ...(owner === undefined ? [] : [`owner: ${canonicalJson(owner)}`]),
    ...(sensitivity === undefined ? [] : [`sensitivity: ${sensitivity}`]),
  ];
  return `      - {${[`id: ${id}`, `name: ${nameText(name)}`, `kind: ${kind}`, ...beside].join(', ')}}`;
}

const VERSION = whole(1, LIMITS.version_max);

const PLACED_NAME = z
  .string()
  .max(LIMITS.placed_name_chars_max)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/, 'names with dots between them');

export const LEDGER_FILE = z.strictObject({
  ledger: SUBJECT,
  compatibility: z.enum(COMPATIBILITIES).optional(),
  retired_to: VERSION.optional(),
  versions: z.array(
    z.strictObject({
      version: VERSION,
      recordSchema: DIGEST,
      tokenizer: DIGEST.optional(),
      file: DIGEST.optional(),
      defaults: DIGEST.optional(),
      governance: DIGEST.optional(),
      governed: z
        .array(z.strictObject({ change: DIGEST, from: DIGEST, to: DIGEST }))
        .min(1)
        .optional(),
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
