import type { Effect } from '../catalogue.ts';
import type { Access, Level } from '../finding.ts';

/**
 * One difference between two schemas of a format: the level it binds at, what it does, the promise it breaks and the
 * way out. The walk that finds it belongs to the format; the row is all that is said of it.
 */
export type RuleRow = {
  readonly level: Level;
  readonly effect: Effect;
  readonly access: readonly Access[];
  readonly promise: string;
  readonly remedy: string;
};

/** The rules of one format by their ids, in the order `assay rules` lists them. */
export type RuleTable<Id extends string> = Readonly<Record<Id, RuleRow>>;

const BY_NAME: readonly Access[] = ['name'];

export const rule = (
  level: Level,
  effect: Effect,
  promise: string,
  remedy: string,
  access: readonly Access[] = BY_NAME,
): RuleRow => ({ level, effect, access, promise, remedy });
