import { Fault } from '../base/fault.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import type { IdEntry, SubjectState } from './subject-state.ts';

/** What a version says an id stands for. */
export type UsedId = { readonly id: FieldId; readonly names: readonly string[]; readonly kind: string };

/** Every id of a schema, nested ones included; a nested name is a path, `tags.element`. */
export const usedIds = (schema: Schema): readonly UsedId[] =>
  schema.fields.flatMap(field => within(field, ''));

/**
 * The first id that was ever something else. A live id may take a new name or a new type, not both at once: then
 * nothing of it is left but the number. A retired id may only come back as what it was. @faults FIELD_ID_REUSED
 */
export function reusedId(state: SubjectState, asked: readonly UsedId[]): Fault | undefined {
  for (const used of asked) {
    const before = state.ids.get(used.id);
    if (before === undefined || isSameThing(before, used)) continue;
    const facts = {
      subject: state.subject,
      id: used.id,
      was: thing(before.names, before.kinds),
      asked: thing(used.names, [used.kind]),
    };
    return new Fault('FIELD_ID_REUSED', facts);
  }
  return undefined;
}

/** The ledger entries a proposal changes: ids it brings, and names and kinds it gives to ids there already. */
export function burntIds(state: SubjectState, asked: readonly UsedId[]): ReadonlyMap<FieldId, IdEntry> {
  const changed = new Map<FieldId, IdEntry>();
  for (const { id, names, kind } of asked) {
    const before = state.ids.get(id) ?? { names: [], kinds: [], retiredIn: null };
    const now = { ...before, names: union(before.names, names), kinds: union(before.kinds, [kind]) };
    const isNew = now.names.length > before.names.length || now.kinds.length > before.kinds.length;
    if (isNew) changed.set(id, now);
  }
  return changed;
}

/** The ledger entries that change when a version becomes the head: what it drops retires, what it has is live. */
export function retiredIds(
  ids: ReadonlyMap<FieldId, IdEntry>,
  version: number,
  has: readonly FieldId[],
  headHad: readonly FieldId[],
): ReadonlyMap<FieldId, IdEntry> {
  const [live, before] = [new Set(has), new Set(headHad)];
  const changed = new Map<FieldId, IdEntry>();
  for (const [id, entry] of ids) {
    if (live.has(id) && entry.retiredIn !== null) changed.set(id, { ...entry, retiredIn: null });
    if (!live.has(id) && before.has(id)) changed.set(id, { ...entry, retiredIn: version });
  }
  return changed;
}

function isSameThing(before: IdEntry, now: UsedId): boolean {
  const sharesName = now.names.some(name => before.names.includes(name));
  const sharesKind = before.kinds.includes(now.kind);
  return before.retiredIn === null ? sharesName || sharesKind : sharesName && sharesKind;
}

const union = (some: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...some, ...more]),
];

const thing = (names: readonly string[], kinds: readonly string[]): string =>
  `${names.join(' or ')} (${kinds.join(' or ')})`;

function within(field: Field, above: string): readonly UsedId[] {
  const own = {
    id: field.id,
    names: [field.name, ...field.aliases].map(name => above + name),
    kind: field.type.kind,
  };
  const inside = childrenOf(field.type).flatMap(child => within(child.field, `${above}${field.name}.`));
  return [own, ...inside];
}
