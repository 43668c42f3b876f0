import { Fault } from '../base/fault.ts';
import { allFields } from './check-schema.ts';
import type { Contract } from './contract.ts';
import { isUnnamed } from './contract-shape.ts';
import { idsEverUsed, type Ledger } from './ledger.ts';
import type { Reserved } from './subject.ts';

/** That a contract no ledger has yet uses nothing its subject keeps free; nested fields, too. @faults RESERVED_USED */
export function reservedFault({ ids, names }: Reserved, { schema, places }: Contract): Fault | undefined {
  for (const [{ id, name, aliases }, path] of allFields(schema)) {
    const range = ids.find(([first, last]) => first <= id && id <= last);
    const known = isUnnamed(path) ? undefined : [name, ...aliases].find(one => names.includes(one));
    const reserved = range === undefined ? known && `name ${known}` : `id ${id}`;
    if (reserved !== undefined) return new Fault('RESERVED_USED', { field: name, reserved }, places.get(id));
  }
  return undefined;
}

/**
 * That a contract no ledger has yet restores only what is retired and comes back. Whether it is the same thing is a
 * matter of the schema, and judged with it. @faults RESTORE_UNFIT
 */
export function restoreFault(ledger: Ledger, { restores, places, version }: Contract): Fault | undefined {
  if (restores.size === 0) return undefined;
  const used = idsEverUsed(ledger);
  for (const [id, place] of restores) {
    const because = unfit(places.has(id), used.get(id), version);
    if (because !== undefined) return new Fault('RESTORE_UNFIT', { id, because }, place);
  }
  return undefined;
}

function unfit(
  comesBack: boolean,
  used: { readonly retired: number | undefined } | undefined,
  version: number,
): string | undefined {
  if (!comesBack) return `version ${version} has no field with it`;
  if (used === undefined) return 'no accepted version ever used it';
  return used.retired === undefined ? 'it was never retired' : undefined;
}
