import { reusedId, withBurnt, withVersions } from '../change/used-ids.ts';
import { classify } from '../compat/classify.ts';
import { idReused } from '../compat/rules/id-reused.ts';
import { allFields } from '../contract/check-schema.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { BurntId } from '../contract/ledger.ts';
import { usedIds } from '../contract/used-id.ts';

/**
 * Ids that a version gives to something else than what some version before it had under them, as the rule has it that judges
 * the pair, or the gate that a proposal passes. An alias would tell both that it is one thing, which only a person knows.
 *
 * @param contracts  those of the subject, ascending
 */
export function takenForAnother(
  contract: Contract,
  contracts: ReadonlyMap<number, Contract>,
  burnt: readonly BurntId[],
): ReadonlySet<FieldId> {
  const earlier = [...contracts.values()].filter(({ version }) => version < contract.version);
  const last = earlier.at(-1);
  if (last === undefined || !hasNewName(last, contract)) return new Set();
  const found = earlier
    .flatMap(({ schema }) => classify(schema, contract.schema))
    .flatMap(({ rule, path }) => (rule === idReused.id ? (path.at(-1)?.id ?? []) : []));
  const known = withBurnt(withVersions(new Map(), earlier), burnt);
  const live = new Set(usedIds(last.schema).map(({ id }) => id));
  const refused = usedIds(contract.schema).filter(
    used => reusedId(contract.subject, known, live, [used]) !== undefined,
  );
  return new Set([...found, ...refused.map(({ id }) => id)]);
}

/** Most versions rename nothing, and have nothing that an alias could hide. */
function hasNewName(before: Contract, after: Contract): boolean {
  const names = new Map(allFields(before.schema).map(([{ id, name }]) => [id, name]));
  return allFields(after.schema).some(([{ id, name }]) => names.has(id) && names.get(id) !== name);
}
