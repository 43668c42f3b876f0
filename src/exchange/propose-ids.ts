import { FIELD_ID_MAX, type FieldId } from '../contract/field.ts';
import type { Reserved } from '../contract/subject.ts';
import type { DraftField } from './draft.ts';
import { mapParts, partsOf } from './draft.ts';
import type { Note } from './note.ts';

/** A field with the id it will have, and the one of the same id in the version before, if there was one. */
export type SettledField = Omit<DraftField, 'id' | 'parts'> & {
  readonly id: FieldId;
  readonly isProposed: boolean;
  readonly before: DraftField | undefined;
  readonly parts: ReadonlyArray<readonly [step: string, part: SettledField]>;
};

/**
 * The id of each field: the one its source gave it, else the one that a field of the same name has in the version
 * before, else the next that was never used. No id that was ever retired is proposed.
 *
 * @param before  the fields of the version before
 * @param used  every id the subject ever used, retired ones included
 * @param reserved  ranges it keeps free, both ends included
 */
export function proposeIds(
  fields: readonly DraftField[],
  before: readonly DraftField[],
  used: ReadonlySet<FieldId>,
  reserved: Reserved['ids'],
  notes: Note[],
): readonly SettledField[] {
  const lawful = fields.map(field => withLawfulId(field, notes));
  const claimed = new Set(lawful.flatMap(idsIn));
  let last = Math.max(0, ...claimed, ...used);
  const next = (): FieldId => {
    const range = reserved.find(([from, to]) => from <= last + 1 && last + 1 <= to);
    if (range === undefined) return ++last;
    last = range[1];
    return next();
  };
  const known = new Map(before.flatMap(withParts).map(field => [Number(field.id), field]));
  const settle = (field: DraftField, named: DraftField | undefined): SettledField => {
    const free = named !== undefined && !claimed.has(Number(named.id)) ? Number(named.id) : undefined;
    const id = field.id === undefined ? (free ?? next()) : Number(field.id);
    claimed.add(id);
    const was = known.get(id);
    const parts = partsOf(field.parts).map(
      ([step, part]) => [step, settle(part, partNamed(was, step, part))] as const,
    );
    return {
      path: field.path,
      ...(field.editedFrom !== undefined && { editedFrom: field.editedFrom }),
      keys: field.keys,
      proposed: field.proposed,
      id,
      isProposed: field.id === undefined,
      before: was,
      parts,
    };
  };
  return lawful.map(field => settle(field, fieldNamed(before, field)));
}

function partNamed(was: DraftField | undefined, step: string, part: DraftField): DraftField | undefined {
  if (was === undefined) return undefined;
  if (step.startsWith('fields.')) return fieldNamed(was.parts.fields ?? [], part);
  return partsOf(was.parts).find(([other]) => other === step)?.[1];
}

/** By its name, then by a name that either of them bore before. */
const fieldNamed = (fields: readonly DraftField[], { keys }: DraftField): DraftField | undefined =>
  fields.find(field => field.keys['name'] === keys['name']) ??
  fields.find(field => namesIn(field, 'aliases').includes(keys['name'])) ??
  fields.find(field => namesIn({ keys }, 'aliases').includes(field.keys['name']));

function namesIn({ keys }: Pick<DraftField, 'keys'>, key: string): readonly unknown[] {
  const names = keys[key];
  return Array.isArray(names) ? names : [];
}

function withLawfulId(field: DraftField, notes: Note[]): DraftField {
  const { id, path } = field;
  const parts = mapParts(field.parts, part => withLawfulId(part, notes));
  if (id === undefined || (Number.isInteger(Number(id)) && id >= 1 && id <= FIELD_ID_MAX))
    return { ...field, parts };
  notes.push({ path, what: `field id ${id}`, why: `ids of a contract are from 1 to ${FIELD_ID_MAX}` });
  return { ...field, id: undefined, parts };
}

const withParts = (field: DraftField): readonly DraftField[] => [
  field,
  ...partsOf(field.parts).flatMap(([, part]) => withParts(part)),
];

const idsIn = (field: DraftField): readonly FieldId[] =>
  withParts(field).flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
