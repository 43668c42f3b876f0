import type { BurntId } from './ledger.ts';
import type { UsedId } from './used-id.ts';

type Known = Omit<BurntId, 'id'>;

/** Whether an entry tells of every name and type that an id was proposed under. */
export const tellsAll = (entry: BurntId | undefined, { names, kinds }: Known): boolean =>
  entry !== undefined &&
  names.every(name => entry.names.includes(name)) &&
  kinds.every(kind => entry.kinds.includes(kind));

/**
 * Whether an id that only proposals used may stand for this: no accepted version says what it was, so that a name is all that
 * ties the two together. Its type may have been put right.
 */
export const isNamedSo = ({ names }: Known, now: Pick<UsedId, 'names'>): boolean =>
  now.names.some(name => names.includes(name));

/** What an id is known as, once it is used so. */
export const alsoKnown = <Id extends Known>(entry: Id, { names, kinds }: Known): Id => ({
  ...entry,
  names: union(entry.names, names),
  kinds: union(entry.kinds, kinds),
});

const union = <T extends string>(some: readonly T[], more: readonly T[]): readonly T[] => [
  ...new Set([...some, ...more]),
];

/** `city or town (string)` */
export const thingText = ({ names, kinds }: Known): string => `${names.join(' or ')} (${kinds.join(' or ')})`;
