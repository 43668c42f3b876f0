import { Fault } from '../base/fault.ts';
import { isNamedSo, thingText } from './burnt-id.ts';
import type { Contract } from './contract.ts';
import type { FieldId } from './field.ts';
import type { BurntId, LedgerId } from './ledger.ts';
import type { WrittenLedger } from './ledger-file.ts';
import { type UsedId, usedIds } from './used-id.ts';

/**
 * Ids that a ledger has as burnt and as accepted, each for another thing: the registry takes an id out of the list when it is
 * accepted, so that two ledgers were merged there. @faults LEDGER_BURNT
 *
 * @param contracts  by version, those of the ledger among them
 */
export function burntTakenFaults(
  { ledger, places }: WrittenLedger,
  contracts: ReadonlyMap<number, Contract>,
): readonly Fault[] {
  const { subject, versions, burnt } = ledger;
  if (burnt.length === 0) return [];
  const accepted = new Map<FieldId, number[]>(burnt.map(({ id }) => [id, []]));
  let before: readonly LedgerId[] | undefined;
  for (const { version, ids } of versions) {
    // A version without a new id has the list of the one before.
    if (ids === before) continue;
    for (const { id } of ids) accepted.get(id)?.push(version);
    before = ids;
  }
  return burnt.flatMap((one: BurntId, index): Fault[] => {
    const used = accepted.get(one.id)!.flatMap(version => usesIn(contracts.get(version), version, one.id));
    const [first] = used;
    // What became of it later was judged against the version before.
    if (first === undefined || isNamedSo(one, first.use)) return [];
    const { version, use } = first;
    const problem = `as ${thingText(one)}, where version ${version} has it as ${thingText({ names: use.names, kinds: [use.kind] })}`;
    return [new Fault('LEDGER_BURNT', { subject, id: one.id, problem, version }, places.burnt(index))];
  });
}

const usesIn = (
  contract: Contract | undefined,
  version: number,
  id: FieldId,
): readonly { readonly version: number; readonly use: UsedId }[] =>
  contract === undefined
    ? []
    : usedIds(contract.schema)
        .filter(use => use.id === id)
        .map(use => ({ version, use }));
