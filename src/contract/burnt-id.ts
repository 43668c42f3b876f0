import type { BurntId } from './ledger.ts';
import type { UsedId } from './used-id.ts';

type Known = Omit<BurntId, 'id'>;

/** Whether an entry tells of every name and type that an id was proposed under. */
export const tellsAll = (entry: BurntId | undefined, { names, kinds }: Known): boolean =>
  entry !== undefined &&
  names.every(name => entry.names.includes(name)) &&
  kinds.every(kind => entry.kinds.includes(kind));

/** Whether what an id stands for now may be what it was known as: it may take a new name or a new type, not both at once. */
export const mayBe = ({ names, kinds }: Known, now: Pick<UsedId, 'names' | 'kind'>): boolean =>
  kinds.includes(now.kind) || now.names.some(name => names.includes(name));

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
