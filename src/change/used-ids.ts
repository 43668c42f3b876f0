import { Fault } from '../base/fault.ts';
import { alsoKnown, isNamedSo, thingText } from '../contract/burnt-id.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { BurntId } from '../contract/ledger.ts';
import type { Schema } from '../contract/schema.ts';
import { type UsedId, usedWithin } from '../contract/used-id.ts';
import type { IdEntry } from './subject-state.ts';

/** Every id that was ever proposed, and what it stood for. */
export type KnownIds = ReadonlyMap<FieldId, IdEntry>;

/**
 * The first id that was ever something else. A live id may take a new name or a new type, not both at once: then
 * nothing of it is left but the number. One that no version was accepted with keeps a name; a retired one may only come back
 * as what it was. @faults FIELD_ID_REUSED
 *
 * @param live  the ids of the version before this one, which is judged against it field by field
 */
export function reusedId(
  subject: string,
  known: KnownIds,
  live: ReadonlySet<FieldId>,
  asked: readonly UsedId[],
): Fault<'FIELD_ID_REUSED'> | undefined {
  for (const used of asked) {
    const before = known.get(used.id);
    if (before === undefined || isSameThing(before, used, live.has(used.id))) continue;
    const facts = {
      subject,
      id: used.id,
      was: thingText(before),
      asked: thingText({ names: used.names, kinds: [used.kind] }),
    };
    return new Fault('FIELD_ID_REUSED', facts);
  }
  return undefined;
}

/** What is known once these are proposed: ids they bring, and names and kinds they give to ids there already. */
export function withUsed(known: KnownIds, asked: readonly UsedId[]): KnownIds {
  const all = new Map(known);
  for (const { id, names, kind } of asked) add(all, { id, names, kinds: [kind] });
  return all;
}

/** What is known besides, from a ledger: ids that nobody else here may have seen proposed. */
export function withBurnt(known: KnownIds, burnt: readonly BurntId[]): KnownIds {
  const all = new Map(known);
  for (const one of burnt) add(all, one);
  return all;
}

/** What is known once a version is the head: what it drops retires, what it has is live. */
export function withHead(
  known: KnownIds,
  version: number,
  has: readonly FieldId[],
  headHad: readonly FieldId[],
): KnownIds {
  const all = new Map(known);
  const [live, before] = [new Set(has), new Set(headHad)];
  for (const [id, entry] of known) {
    if (live.has(id) && entry.retiredIn !== null) all.set(id, { ...entry, retiredIn: null });
    if (!live.has(id) && before.has(id)) all.set(id, { ...entry, retiredIn: version });
  }
  return all;
}

/** The entries that are not as they were. */
export const changedIds = (before: KnownIds, after: KnownIds): KnownIds =>
  new Map([...after].filter(([id, entry]) => before.get(id) !== entry));

/**
 * What is known once versions are accepted one after the other. Of a version that shares fields with the one before, only
 * the others are looked at: most of a thousand versions differ in a field or two.
 *
 * @param head  what was accepted last before them
 */
export function withVersions(
  known: KnownIds,
  versions: readonly { readonly version: number; readonly schema: Schema }[],
  head?: Schema,
): KnownIds {
  const all = new Map(known);
  let before: readonly Field[] = head?.fields ?? [];
  for (const { version, schema } of versions) {
    const come = without(schema.fields, before).flatMap(field => usedWithin(field));
    const gone = without(before, schema.fields).flatMap(field => usedWithin(field));
    for (const { id } of gone) all.set(id, { ...all.get(id)!, retiredIn: version });
    for (const { id, names, kind } of come) {
      add(all, { id, names, kinds: [kind] });
      const entry = all.get(id)!;
      if (entry.retiredIn !== null) all.set(id, { ...entry, retiredIn: null });
    }
    before = schema.fields;
  }
  return all;
}

function without(some: readonly Field[], others: readonly Field[]): readonly Field[] {
  const known = new Set(others);
  return some.filter(field => !known.has(field));
}

/** Those that no accepted version has, as a ledger lists them. */
export const burntIn = (known: KnownIds, accepted: ReadonlySet<FieldId>): readonly BurntId[] =>
  [...known]
    .filter(([id]) => !accepted.has(id))
    .sort(([a], [b]) => a - b)
    .map(([id, { names, kinds }]) => ({ id, names, kinds }));

/** The entry stays the same object where nothing is new. */
function add(known: Map<FieldId, IdEntry>, { id, names, kinds }: BurntId): void {
  const before = known.get(id) ?? { names: [], kinds: [], retiredIn: null };
  const now = alsoKnown(before, { names, kinds });
  if (now.names.length > before.names.length || now.kinds.length > before.kinds.length) known.set(id, now);
}

function isSameThing(before: IdEntry, now: UsedId, isLive: boolean): boolean {
  const [isNamed, isOfType] = [isNamedSo(before, now), before.kinds.includes(now.kind)];
  if (before.retiredIn !== null) return isNamed && isOfType;
  return isNamed || (isLive && isOfType);
}
