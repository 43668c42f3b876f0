import type { Json } from '../base/canonical-json.ts';
import { type Draft, type DraftField, sameWritten, type Written } from './draft.ts';
import { namedIn } from './fitting-roles.ts';
import type { SettledField } from './propose-ids.ts';

/** What the version before said of the same field, of the same type, and this source has no words for. */
export function carriedKeys(field: SettledField, { says }: Draft): Written {
  const before = formerOf(field);
  if (before === undefined || says === 'everything') return {};
  const { keys, proposed } = field;
  const isOpen = (key: string): boolean => !says.has(key) && (!Object.hasOwn(keys, key) || proposed.has(key));
  return Object.fromEntries(
    Object.entries(before.keys).filter(([key, value]) => isOpen(key) && !sameWritten(value, keys[key])),
  );
}

/** The field in the version before, where it was of the same type. */
export const formerOf = ({ before, keys }: SettledField): DraftField | undefined =>
  before !== undefined && TYPE_KEYS.every(key => sameWritten(before.keys[key], keys[key]))
    ? before
    : undefined;

const TYPE_KEYS = ['physical', 'precision', 'scale', 'size', 'zone'];

/** Roles the version before had, where this source has no words for roles and the fields are still there. */
export function carriedRoles(
  { keys, says }: Draft,
  before: Draft | undefined,
  fields: readonly Written[],
): Readonly<Record<string, Json>> {
  if (before === undefined || says === 'everything') return {};
  const names = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(before.keys).filter(
      ([key, value]) =>
        key !== 'doc' &&
        !says.has(key) &&
        !Object.hasOwn(keys, key) &&
        namedIn(key, value).every(name => names.has(name)),
    ),
  );
}
