import { Fault } from '../base/fault.ts';
import { unchanged } from '../compat/unchanged.ts';
import type { Contract } from '../contract/contract.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { KeptReader, keptTexts } from '../contract/kept-contract.ts';
import { type Ledger, type LedgerVersion, ledgerFault } from '../contract/ledger.ts';
import type { LedgerPlaces } from '../contract/ledger-file.ts';
import { ledgerIdsFault } from '../contract/ledger-ids.ts';
import { type ParseContext, parseContract } from '../contract/parse-contract.ts';
import { reservedFault, restoreFault } from '../contract/reserved.ts';
import type { Subject } from '../contract/subject.ts';
import type { FaultList } from './fault-list.ts';
import type { KeptContracts } from './kept-contracts.ts';
import type { SourceFile } from './source-file.ts';

export const CONTRACT_NAME = /^v([1-9][0-9]{0,8})\.yaml$/;

export const versionIn = (path: string): number =>
  Number(CONTRACT_NAME.exec(path.slice(path.lastIndexOf('/') + 1))![1]);

/**
 * By version, ascending. A file that is as it was accepted is not parsed again, where its documents are kept.
 *
 * @param accepted  what the ledger says of versions; nothing where it can't be read
 * @faults CONTRACT_FILE_NAME, and those of `parseContract`
 */
export function readContracts(
  files: readonly SourceFile[],
  context: ParseContext,
  accepted: readonly LedgerVersion[],
  kept: KeptContracts,
  faults: FaultList,
): ReadonlyMap<number, Contract> {
  const entries = new Map(accepted.map(entry => [entry.version, entry]));
  const reader = new KeptReader(context);
  const unparsed = new Set<Contract>();
  const inOrder = files.toSorted((a, b) => versionIn(a.path) - versionIn(b.path));
  const contracts = faults.keepEach(inOrder, ({ path, bytes }) => {
    const version = versionIn(path);
    const entry = entries.get(version);
    const asAccepted = entry && { path, bytes, entry };
    const isKnown = asAccepted !== undefined && reader.isAsAccepted(asAccepted);
    const authored = isKnown ? { file: entry!.file!, defaults: entry!.defaults } : undefined;
    const texts = authored && kept.read(authored);
    const known = texts && reader.read(asAccepted!, texts);
    if (known !== undefined) {
      unparsed.add(known);
      return known;
    }
    const contract = parseContract(path, bytes, context);
    if (contract instanceof Fault) return contract;
    if (contract.version !== version)
      return new Fault('CONTRACT_FILE_NAME', { version: contract.version }, contract.place);
    if (authored !== undefined && contract.recordSchema === entry!.recordSchema)
      kept.write(authored, keptTexts(contract));
    return contract;
  });
  return new Map(sharing(contracts, unparsed).map(contract => [contract.version, contract]));
}

/** The same contracts, where a field that a version only repeats is the object it was: nothing need compare it again. */
function sharing(contracts: readonly Contract[], unparsed: ReadonlySet<Contract>): readonly Contract[] {
  let before = new Map<FieldId, Field>();
  return contracts.map(contract => {
    if (unparsed.has(contract)) {
      before = new Map(contract.schema.fields.map(field => [field.id, field]));
      return contract;
    }
    const fields = contract.schema.fields.map(field => {
      const known = before.get(field.id);
      return known !== undefined && unchanged(known, field) ? known : field;
    });
    before = new Map(fields.map(field => [field.id, field]));
    return { ...contract, schema: { ...contract.schema, fields } };
  });
}

/**
 * Holds every contract against the ledger, which is followed one version at a time, proposals after what was accepted.
 *
 * @param written  the ledger, and the places of its entries where there is a file
 * @param contracts  in ascending order, and none missing: the next would be told to stand where it must not
 * @faults LEDGER_LOST ACCEPTED_MISSING, those of `ledgerFault`, `ledgerIdsFault`, `reservedFault` and `restoreFault`
 */
export function ledgerFaults(
  { ledger, places }: { readonly ledger: Ledger; readonly places: LedgerPlaces | undefined },
  contracts: readonly Contract[],
  { reserved, defaultsPlace }: Pick<Subject, 'reserved' | 'defaultsPlace'>,
): readonly Fault[] {
  const { subject } = ledger;
  const first = ledger.versions[0]?.version;
  const found: Fault[] = [];
  let known = ledger;
  for (const contract of contracts) {
    const { version, recordSchema } = contract;
    if (first !== undefined && version < first) {
      const facts = { subject, lost: `version ${version}`, because: `it begins with version ${first}` };
      return [new Fault('LEDGER_LOST', facts, places?.version(first))];
    }
    const fault =
      ledgerFault(known, contract, defaultsPlace) ??
      (places === undefined ? undefined : ledgerIdsFault({ ledger, places }, contract));
    if (fault !== undefined) found.push(fault);
    if (!known.versions.some(accepted => accepted.version === version)) {
      const unlawful = reservedFault(reserved, contract) ?? restoreFault(ledger, contract);
      if (unlawful !== undefined) found.push(unlawful);
      known = { ...known, versions: [...known.versions, { version, recordSchema, ids: [] }] };
    }
  }
  const lost = ledger.versions.filter(
    ({ version }) => !contracts.some(contract => contract.version === version),
  );
  const missing = lost.map(
    ({ version }): Fault => new Fault('ACCEPTED_MISSING', { subject, version }, places?.version(version)),
  );
  return [...found, ...missing];
}
