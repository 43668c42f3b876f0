import { Fault } from '../base/fault.ts';
import type { Contract } from './contract.ts';
import { idsOf, type LedgerId } from './ledger.ts';
import type { WrittenLedger } from './ledger-file.ts';

/**
 * Holds the ids a ledger lists for a version against its contract, one by one and in their order: an id that is lost
 * from the ledger could be used again, and one that nobody used could not. @faults LEDGER_IDS
 */
export function ledgerIdsFault({ ledger, places }: WrittenLedger, contract: Contract): Fault | undefined {
  const { subject, version, schema } = contract;
  const listed = ledger.versions.find(entry => entry.version === version)?.ids;
  if (listed === undefined) return undefined;
  const used = idsOf(schema);
  const fault = (id: number, inLedger: LedgerId | undefined, place = places.version(version)): Fault => {
    const facts = { ledger: textOf(inLedger), contract: textOf(used.find(one => one.id === id)) };
    return new Fault('LEDGER_IDS', { subject, version, id, ...facts }, place);
  };
  if (listed.length === used.length && listed.every((one, place) => isSame(one, used[place]!)))
    return undefined;
  const lost = used.find(({ id }) => !listed.some(one => one.id === id));
  if (lost !== undefined) return fault(lost.id, undefined);
  // All that are used are listed: where the lists part, the ledger has one too many, out of place, or another thing.
  const index = listed.findIndex((one, place) => textOf(one) !== textOf(used[place]));
  return index < 0 ? undefined : fault(listed[index]!.id, listed[index], places.id(version, index));
}

const isSame = (a: LedgerId, b: LedgerId): boolean => a.id === b.id && a.name === b.name && a.kind === b.kind;

const textOf = (id: LedgerId | undefined): string =>
  id === undefined ? 'nothing' : `${id.id} ${id.name} (${id.kind})`;
