import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { docUnits } from '../compat/native/doc-unit.ts';
import { isUnitKey } from '../compat/native/unit-key.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { Governance } from '../contract/governance.ts';
import { FIELD_KEYS, inKeyOrder } from '../contract/lint/field-keys.ts';
import type { Reserved } from '../contract/subject.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { carriedKeys, carriedRoles } from './carry-over.ts';
import {
  type Draft,
  type DraftField,
  type PinnedDraft,
  type Refused,
  textsIn,
  type Written,
  wordAt,
} from './draft.ts';
import { draftOfContract } from './draft-of-contract.ts';
import { exchangedDocs } from './exchanged-docs.ts';
import { UNBOUNDED } from './field-draft.ts';
import { fittingRoles } from './fitting-roles.ts';
import { followTerms } from './follow-terms.ts';
import { heldMeasure } from './hold-measure.ts';
import { heldWords } from './hold-words.ts';
import { heldZone, zoneUnread } from './hold-zone.ts';
import { type AloneField, importRefused, listed } from './import-refused.ts';
import type { Note } from './note.ts';
import { vocabularyIn, withoutCode } from './pinned.ts';
import { printYaml } from './print-yaml.ts';
import { proposeIds, type SettledField } from './propose-ids.ts';
import { unheldIn } from './unheld.ts';

/** What surrounds a draft when it becomes a contract. */
export type Surroundings = {
  readonly subject: string;
  readonly version: number;
  /** The version before, whose fields keep their ids, and what a source can't say of them. */
  readonly latest: Contract | undefined;
  /** The vocabularies that each field ever had, the newest first. */
  readonly vocabularies: ReadonlyMap<FieldId, readonly Vocabulary[]>;
  /** Every id the subject ever used. */
  readonly usedIds: ReadonlySet<FieldId>;
  /** Ranges of ids the subject keeps free. */
  readonly reserved: Reserved['ids'];
  /** What stands for fields that don't say: of the subject, or given for this import. */
  readonly owner: string | undefined;
  readonly sensitivity: Governance['sensitivity'] | undefined;
  /** What the subject says itself, and a contract need not repeat. */
  readonly inherited: { readonly owner: string | undefined; readonly sensitivity: string | undefined };
  /** Roles that the contract was found not to have, and why. */
  readonly unfit?: ReadonlyMap<string, string>;
  /** Names of fields that are not to be imported. */
  readonly leaveOut: ReadonlySet<string>;
};

export type Settled = {
  /** The text of the contract's file, what was proposed marked. */
  readonly text: string;
  readonly fields: number;
  readonly proposedIds: number;
  /** What the contract names by digest, of what the draft brought. */
  readonly pinned: readonly PinnedDraft[];
  readonly notes: readonly Note[];
  /** Each field by itself, with where the source has it. */
  readonly alone: readonly AloneField[];
};

/** A draft as the text of a contract. @faults IMPORT_REFUSED IMPORT_UNSAID */
export function settle(draft: Draft, around: Surroundings): Settled | Fault {
  const notes: Note[] = [];
  const kept = draft.fields.filter(({ keys }) => !around.leaveOut.has(wordAt(keys, 'name')));
  const refused = refusedOf(draft, kept, around);
  if (refused !== undefined) return refused;
  for (const name of around.leaveOut)
    notes.push({ path: `/${name}`, what: 'left out', why: 'it was asked for' });
  const before = around.latest === undefined ? undefined : draftOfContract(around.latest, []);
  const roles = fittingRoles(draft, kept, around, notes);
  const settled = proposeIds(kept, before?.fields ?? [], around.usedIds, around.reserved, notes);
  notes.push(...exchangedDocs(settled, around.latest?.version));
  const remarks = new Map<string, string>();
  const pinned = new Map<string, PinnedDraft>(draft.pinned.map(each => [each.digest, each]));
  const unsaid: Record<'owner' | 'sensitivity', string[]> = { owner: [], sensitivity: [] };
  const units = new Set(draft.notes.filter(saysUnit).map(({ path }) => path));
  const measured = new Set<string>();
  const zoned = new Set(
    settled.flatMap(withParts).flatMap(({ path, keys }) => ('zone' in keys ? [path] : [])),
  );
  const fields = settled.map((field, index) => {
    const written = fieldOf(field, `/fields/${index}`, {
      ...{ draft, around, remarks, notes, pinned, units, measured },
    });
    const own: Record<string, Json> = { ...written };
    for (const key of ['owner', 'sensitivity'] as const) {
      const value = own[key] ?? around[key];
      if (value === undefined) unsaid[key].push(wordAt(own, 'name'));
      else if (value === around.inherited[key]) delete own[key];
      else own[key] = value;
    }
    return own;
  });
  for (const key of ['owner', 'sensitivity'] as const) {
    const names = unsaid[key];
    if (names.length > 0) return new Fault('IMPORT_UNSAID', { key, fields: listed(names) });
  }
  const carried = carriedRoles({ ...draft, keys: roles }, before, fields);
  for (const key of Object.keys(carried)) remarks.set(`/${key}`, 'proposed: as in the version before');
  const keys = { ...carried, ...roles };
  const named = new Set([...fields.flatMap(textsIn), ...textsIn(keys)]);
  const document = { schema: `${around.subject}.v${around.version}`, fields, ...keys };
  return {
    text: printYaml(document, remarks),
    fields: settled.length,
    proposedIds: settled.flatMap(withParts).filter(({ isProposed }) => isProposed).length,
    pinned: [...pinned.values()].filter(({ digest }) => named.has(digest)),
    notes: [
      ...uncompared(draft, around),
      ...draft.notes
        .filter(note => !isBelow(note, around.leaveOut) && !(saysUnit(note) && measured.has(note.path)))
        .map(note => (zoned.has(note.path) ? zoneUnread(note) : note)),
      ...notes,
    ],
    alone: kept.map(({ path, keys, at }, index) => ({
      field: fields[index]!,
      name: wordAt(keys, 'name'),
      path,
      at,
    })),
  };
}

function refusedOf(draft: Draft, kept: readonly DraftField[], { leaveOut }: Surroundings): Fault | undefined {
  const pinned = new Map(draft.pinned.map(each => [each.digest, each]));
  const refused: readonly Refused[] = [
    ...draft.refused.filter(({ name }) => !leaveOut.has(name)),
    ...kept.flatMap(field => unheldIn(field, pinned)),
  ];
  const stranger = [...leaveOut].find(
    name =>
      !draft.refused.some(field => field.name === name) &&
      !draft.fields.some(({ keys }) => keys['name'] === name),
  );
  if (stranger !== undefined)
    return new Fault('USAGE', {
      problem: `there is no field ${stranger.slice(0, 80)} to leave out`,
      command: 'import',
    });
  if (refused.length > 0) return importRefused(refused, draft);
  if (kept.length > 0) return undefined;
  return new Fault('IMPORT_REFUSED', { fields: 'none is left, and a contract has at least one', count: 1 });
}

/** What the fields of one draft are settled with. */
type Settling = {
  readonly draft: Draft;
  readonly around: Surroundings;
  readonly remarks: Map<string, string>;
  readonly notes: Note[];
  /** Where the source says a unit that was not taken for one. */
  readonly units: ReadonlySet<string>;
  /** Where it was. */
  readonly measured: Set<string>;
  /** By digest: what the draft brought, and the same with the ids of terms that a field has. */
  readonly pinned: Map<string, PinnedDraft>;
};

function fieldOf(field: SettledField, at: string, settling: Settling): Written {
  const { draft, around, remarks, notes, units, measured } = settling;
  const keys: Record<string, Json> = { ...field.keys, id: field.id };
  const remark = (key: string, text: string): unknown => remarks.set(`${at}/${key}`, text);
  if (field.isProposed) remark('id', 'proposed');
  for (const key of field.proposed) if (key in keys) remark(key, 'proposed');
  const version = `v${around.latest?.version}`;
  const carried = carriedKeys(field, draft);
  const words = draft.said?.get(field.path) ?? [];
  const held = heldMeasure(field, carried, words, version);
  for (const [key, value] of Object.entries(carried)) {
    if (held.uncarried.has(key)) continue;
    keys[key] = value;
    remark(key, `proposed: as in ${version}`);
  }
  for (const [key, value] of Object.entries(held.keys)) {
    keys[key] = value;
    remark(key, 'proposed');
  }
  if (held.isTaken) measured.add(field.path);
  notes.push(...held.notes);
  const [known] = around.vocabularies.get(field.id) ?? [];
  const terms = known?.digest === carried['vocabulary'] ? known : undefined;
  const kept = Object.fromEntries(Object.entries(carried).filter(([key]) => !held.uncarried.has(key)));
  notes.push(...heldWords(field, kept, words, terms, version), ...heldZone(field, version));
  const followed = termsFollowed(field, settling);
  if (followed !== undefined) keys['vocabulary'] = followed;
  const { path, proposed } = field;
  if (keys['logical'] === 'number' && proposed.has('logical'))
    notes.push({ path, what: 'no unit', why: units.has(path) ? UNIT_UNREAD : NO_UNIT });
  for (const [key, why] of UNBOUND)
    if (keys[key] === UNBOUNDED && proposed.has(key)) notes.push({ path, what: `no ${key}`, why });
  const members: Written[] = [];
  for (const [step, part] of field.parts) {
    const [key = '', index] = step.split('.');
    const written = fieldOf(part, `${at}/${step.replace('.', '/')}`, settling);
    if (index === undefined) keys[key] = written;
    else members.push(written);
  }
  if (members.length > 0) keys['fields'] = members;
  return inOrder(keys);
}

/** The digest of the field's vocabulary, where the source gave its terms no ids and the field has some. */
function termsFollowed(
  { id, keys, editedFrom }: SettledField,
  { around, pinned }: Settling,
): Digest | undefined {
  const draft = pinned.get(wordAt(keys, 'vocabulary'));
  const exported = editedFrom && pinned.get(editedFrom);
  const was = exported && vocabularyIn(exported);
  const known = [...(around.vocabularies.get(id) ?? []), ...(was === undefined ? [] : [was])];
  if (draft === undefined || known.length === 0) return undefined;
  // An export lists what stands for no term beside the codes of the terms.
  const ignored = was && keys['ignoreValue'];
  const followed = followTerms(ignored === undefined ? draft : withoutCode(draft, ignored), known);
  pinned.set(followed.digest, followed);
  return followed.digest;
}

const saysUnit = ({ what }: Note): boolean =>
  isUnitKey(what.replace(/^custom property /, '').split(': ')[0] ?? '');

/** Nobody keeps the source of the version before: a diff of the two versions says nothing of it. */
function uncompared({ says, schema, keys }: Draft, { latest }: Surroundings): readonly Note[] {
  if (latest === undefined || says === 'everything' || schema !== undefined) return [];
  const version = `v${latest.version}`;
  const units = docUnits(latest.doc, keys['doc'] === undefined ? undefined : wordAt(keys, 'doc'));
  const why = units && `it named ${units.from} in ${version}, and names ${units.to} now: no field says so`;
  return [
    {
      path: '/',
      what: version,
      why: 'what its source said that a contract has no place for is not compared with what this one says: assay diff of the two sources does that',
    },
    ...(why === undefined ? [] : [{ path: '/', what: 'doc', why }]),
  ];
}

const UNIT_UNREAD = 'what the source says of one was not taken: give it a logical type and the unit it is in';
const NO_UNIT = 'nothing says what it measures: give it a logical type and a unit if it measures something';
const UNBOUND = [
  ['maxLength', 'nothing bounds the list: say how long it may be'],
  ['maxEntries', 'nothing bounds the map: say how many entries it may have'],
] as const;

const inOrder = (keys: Written): Written =>
  Object.fromEntries(inKeyOrder(Object.keys(keys), FIELD_KEYS).map(key => [key, keys[key] as Json]));

const withParts = (field: SettledField): readonly SettledField[] => [
  field,
  ...field.parts.flatMap(([, part]) => withParts(part)),
];

const isBelow = ({ path }: Note, names: ReadonlySet<string>): boolean => names.has(path.split('/')[1] ?? '');
