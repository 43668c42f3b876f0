import type { BurntId } from './ledger.ts';

/** Whether an entry tells of every name and type that an id was proposed under. */
export const tellsAll = (entry: BurntId | undefined, { names, kinds }: Omit<BurntId, 'id'>): boolean =>
  entry !== undefined &&
  names.every(name => entry.names.includes(name)) &&
  kinds.every(kind => entry.kinds.includes(kind));
