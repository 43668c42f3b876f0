import type { Ref } from '../change/decision.ts';
import { storedJson } from './damaged.ts';

/** The references of a scope, from the rows they stand in. */
export function refsOf(rows: Iterable<Record<string, unknown>>): ReadonlyMap<string, Ref> {
  const refs = new Map<string, Ref>();
  for (const { name, generation, value } of rows)
    refs.set(name as string, { generation: generation as number, value: storedJson(value) });
  return refs;
}
