import type { Ref } from '../change/decision.ts';
import { storedJson } from './damaged.ts';

/** The references of a scope, from the rows they stand in. */
export function refsOf(rows: Iterable<Record<string, unknown>>): ReadonlyMap<string, Ref> {
  const refs = new Map<string, Ref>();
  for (const { name, generation, value } of rows)
    refs.set(name as string, { generation: generation as number, value: storedJson(value) });
  return refs;
}

/** What they come to with these written, whose texts are canonical JSON. */
export function refsAfter(
  before: ReadonlyMap<string, Ref>,
  writes: readonly (readonly [name: string, text: string])[],
): ReadonlyMap<string, Ref> {
  const after = new Map(before);
  for (const [name, text] of writes)
    after.set(name, { generation: (before.get(name)?.generation ?? 0) + 1, value: storedJson(text) });
  return after;
}
