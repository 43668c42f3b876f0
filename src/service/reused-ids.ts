import { Fault } from '../base/fault.ts';
import { type KnownIds, reusedId, withBurnt, withVersions } from '../change/used-ids.ts';
import type { Contract } from '../contract/contract.ts';
import type { BurntId, Ledger } from '../contract/ledger.ts';
import { usedIds } from '../contract/used-id.ts';

/** A subject as it would be proposed, and all that is known of its ids. */
export type ReuseAsk = {
  /** Ascending. */
  readonly contracts: ReadonlyMap<number, Contract>;
  readonly ledger: Ledger;
  /** From every ledger that is at hand. */
  readonly burnt: readonly BurntId[];
  /** What the store knows; nothing, where there is none. */
  readonly stored: KnownIds;
};

/**
 * The versions no ledger has that use an id for something it never stood for: in what was accepted, in what was proposed
 * and is gone again, or in the versions proposed before them. A proposal of them would be refused.
 */
export function reusedIds({
  contracts,
  ledger,
  burnt,
  stored,
}: ReuseAsk): ReadonlyMap<number, Fault<'FIELD_ID_REUSED'>> {
  const isAccepted = (version: number): boolean => ledger.versions.some(entry => entry.version === version);
  const accepted = [...contracts.values()].filter(({ version }) => isAccepted(version));
  const proposed = [...contracts.values()].filter(({ version }) => !isAccepted(version));
  const found = new Map<number, Fault<'FIELD_ID_REUSED'>>();
  if (proposed.length === 0) return found;
  // What the ledger says of an id goes before a store that may not have heard it yet.
  let known = withBurnt(new Map([...stored, ...withVersions(new Map(), accepted)]), burnt);
  let head = accepted.at(-1)?.schema;
  for (const contract of proposed) {
    const { version, schema } = contract;
    const live = new Set(head === undefined ? [] : usedIds(head).map(({ id }) => id));
    const fault = reusedId(ledger.subject, known, live, usedIds(schema));
    if (fault !== undefined) found.set(version, reusePlaced(contract, fault));
    known = withVersions(known, [contract], head);
    head = schema;
  }
  return found;
}

/** The same where the id stands that can't be used. */
export const reusePlaced = (
  { places }: Contract,
  { code, facts }: Fault<'FIELD_ID_REUSED'>,
): Fault<'FIELD_ID_REUSED'> => new Fault(code, facts, places.get(facts.id));
