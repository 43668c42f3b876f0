import * as z from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from './contract.ts';
import { DIGEST, REVISION, SUBJECT, whole } from './contract-shape.ts';
import { FIELD_ID_MAX, type Field, type FieldId, KINDS, type Kind } from './field.ts';
import { childrenOf } from './nested.ts';
import { parseWith, readYaml } from './read-yaml.ts';
import type { Schema } from './schema.ts';
import { placeOf, type YamlDocument } from './yaml-document.ts';

/** A field id as one accepted version used it. */
export type LedgerId = { readonly id: FieldId; readonly name: string; readonly kind: Kind };

export type LedgerVersion = {
  readonly version: number;
  readonly recordSchema: Digest;
  readonly tokenizer?: Digest | undefined;
  /** Nested ids included, in ascending order. */
  readonly ids: readonly LedgerId[];
};

/** A data set accepted under a version; `data` is the digest of its manifest. */
export type LedgerRevision = { readonly name: string; readonly version: number; readonly data: Digest };

/** All a subject ever accepted: its versions, dense from the first, and its revisions in the order they came. */
export type Ledger = {
  readonly subject: string;
  readonly versions: readonly LedgerVersion[];
  readonly revisions: readonly LedgerRevision[];
};

/** The history of one id: its last name and kind, the version that brought it, the first version without it. */
export type IdHistory = LedgerId & { readonly since: number; readonly retired: number | undefined };

/** Where the entries of a ledger are written. */
export type LedgerPlaces = {
  readonly version: (version: number) => Place;
  readonly id: (version: number, index: number) => Place;
  readonly revision: (name: string) => Place;
};

export type WrittenLedger = { readonly ledger: Ledger; readonly places: LedgerPlaces };

/** @faults LEDGER_ORDER LEDGER_REVISION, and those of `readYaml` and `parseWith` */
export function parseLedger(file: string, bytes: Uint8Array): WrittenLedger | Fault {
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(LEDGER_FILE, document);
  if (written instanceof Fault) return written;
  const { ledger: subject, versions, revisions } = written;
  for (const [index, { version }] of versions.entries()) {
    const expected = versions[0]!.version + index;
    const place = placeOf(document, ['versions', index, 'version']);
    if (version !== expected) return new Fault('LEDGER_ORDER', { subject, version, expected }, place);
  }
  for (const [index, { name, version }] of revisions.entries()) {
    const twice = revisions.findIndex(other => other.name === name) < index;
    const isAccepted = versions.some(accepted => accepted.version === version);
    const problem = twice ? 'it stands there twice' : `version ${version} was never accepted`;
    const place = placeOf(document, ['revisions', index]);
    if (twice || !isAccepted) return new Fault('LEDGER_REVISION', { revision: name, problem }, place);
  }
  const ledger = { subject, versions, revisions };
  return { ledger, places: placesIn(document, ledger) };
}

function placesIn(document: YamlDocument, { versions, revisions }: Ledger): LedgerPlaces {
  const at = (version: number) => versions.findIndex(entry => entry.version === version);
  return {
    version: version => placeOf(document, ['versions', at(version), 'version']),
    id: (version, index) => placeOf(document, ['versions', at(version), 'ids', index]),
    revision: revision =>
      placeOf(document, ['revisions', revisions.findIndex(({ name }) => name === revision)]),
  };
}

/** The text of `ledger.yaml`, byte for byte the same for the same ledger. */
export function printLedger({ subject, versions, revisions }: Ledger): string {
  return [
    '# Every version and revision accepted so far. Written by the registry; an edit is found and refused.',
    `ledger: ${subject}`,
    versions.length === 0 ? 'versions: []' : 'versions:',
    ...versions.flatMap(({ version, recordSchema, tokenizer, ids }) => [
      `  - version: ${version}`,
      `    recordSchema: ${recordSchema}`,
      ...(tokenizer === undefined ? [] : [`    tokenizer: ${tokenizer}`]),
      '    ids:',
      ...ids.map(({ id, name, kind }) => `      - {id: ${id}, name: ${name}, kind: ${kind}}`),
    ]),
    revisions.length === 0 ? 'revisions: []' : 'revisions:',
    ...revisions.flatMap(({ name, version, data }) => [
      `  - name: ${canonicalJson(name)}`,
      `    version: ${version}`,
      `    data: ${data}`,
    ]),
    '',
  ].join('\n');
}

export const emptyLedger = (subject: string): Ledger => ({ subject, versions: [], revisions: [] });

export const acceptVersion = (
  ledger: Ledger,
  { version, schema, recordSchema, tokenizer }: Contract,
): Ledger => {
  const accepted = { version, recordSchema, ...(tokenizer && { tokenizer }), ids: idsOf(schema) };
  return { ...ledger, versions: [...ledger.versions, accepted] };
};

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
      history.set(used.id, { ...used, since, retired: undefined });
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
  const { subject, version, recordSchema: found, tokenizer, places } = contract;
  // The schema line stands first in most contracts, and the file is what matters.
  const file = places.values().next().value?.file;
  const place = file === undefined ? undefined : { file, line: 1, column: 1 };
  if (subject !== ledger.subject)
    return new Fault('SUBJECT_MISMATCH', { found: subject, expected: ledger.subject }, place);
  const entry = ledger.versions.find(known => known.version === version);
  const accepted = entry?.recordSchema;
  if (accepted === found) {
    if (entry?.tokenizer === tokenizer) return undefined;
    const [kept, now] = [`tokenizer ${entry?.tokenizer ?? 'none'}`, `tokenizer ${tokenizer ?? 'none'}`];
    return new Fault('ACCEPTED_EDITED', { subject, version, accepted: kept, found: now }, place);
  }
  if (accepted !== undefined)
    return new Fault('ACCEPTED_EDITED', { subject, version, accepted, found }, place);
  const last = ledger.versions.at(-1)?.version;
  const expected = last === undefined ? version : last + 1;
  return version === expected ? undefined : new Fault('VERSION_GAP', { subject, version, expected }, place);
}

const VERSION = whole(1, LIMITS.version_max);

const PLACED_NAME = z
  .string()
  .max(LIMITS.placed_name_chars_max)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/, 'names with dots between them');

export const LEDGER_FILE = z.strictObject({
  ledger: SUBJECT,
  versions: z.array(
    z.strictObject({
      version: VERSION,
      recordSchema: DIGEST,
      tokenizer: DIGEST.optional(),
      ids: z
        .array(
          z.strictObject({
            id: whole(1, FIELD_ID_MAX),
            name: PLACED_NAME,
            kind: z.enum(KINDS),
          }),
        )
        .min(1),
    }),
  ),
  revisions: z.array(
    z.strictObject({
      name: REVISION,
      version: VERSION,
      data: DIGEST,
    }),
  ),
});
