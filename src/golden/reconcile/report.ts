import type { Json } from '../../base/canonical-json.ts';
import type { Digest } from '../../base/digest.ts';
import type { Reconciliation } from './reconcile.ts';

/** Two snapshots as they were reconciled. */
export type Reconciled = {
  readonly sides: { readonly old: ReconciledSide; readonly new: ReconciledSide };
  /** Undefined of two files that no contract was named for. */
  readonly contract:
    | { readonly subject: string; readonly version: number; readonly recordSchema: Digest }
    | undefined;
  readonly key: readonly string[];
  readonly time: string | undefined;
  readonly lag_s: number | undefined;
  readonly listed_max: number;
  /** Columns that one side alone has; none where there is a contract. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Whether the ids may not be told. */
  readonly idsWithheld: boolean;
  readonly found: Reconciliation;
};

export type ReconciledSide = {
  readonly name: string;
  readonly format: string;
  /** Records that stand there; `refused` of them broke the contract, and have no id that could be trusted. */
  readonly records: number;
  readonly refused: number;
};

/** Whether each sample of either side stands once on both and says the same there. */
export function isReconciled({ sides, added, removed, found }: Reconciled): boolean {
  const { differing, missing, duplicates } = found;
  const none = [
    differing,
    missing.old.count,
    missing.new.count,
    duplicates.old.ids,
    duplicates.new.ids,
    sides.old.refused,
    sides.new.refused,
    added.length,
    removed.length,
  ];
  return none.every(count => count === 0);
}

/** Whether nothing but what may still be on its way stands between the two. */
export function isPending(reconciled: Reconciled): boolean {
  const { missing } = reconciled.found;
  const settled = { count: 0, late: 0 };
  const isAllLate = missing.old.count === missing.old.late && missing.new.count === missing.new.late;
  const without = { ...reconciled, found: { ...reconciled.found, missing: { old: settled, new: settled } } };
  return !isReconciled(reconciled) && isAllLate && isReconciled(without);
}

/** As `assay reconcile --json` prints it. */
export function reconciliationDocument(reconciled: Reconciled): Json {
  const { sides, contract, key, time, lag_s, listed_max, added, removed, idsWithheld, found } = reconciled;
  const { missing, duplicates, listed, watermark_s } = found;
  const id = (text: string): Json => (idsWithheld ? null : (JSON.parse(text) as Json));
  return {
    format: 'assay.reconciliation/1',
    snapshots: { old: { ...sides.old }, new: { ...sides.new } },
    contract: contract === undefined ? null : { ...contract },
    key: [...key],
    ids: found.ids,
    matched: found.same + found.differing,
    same: found.same,
    differing: found.differing,
    missing: { old: { ...missing.old }, new: { ...missing.new } },
    duplicates: { old: { ...duplicates.old }, new: { ...duplicates.new } },
    columns: { added: [...added], removed: [...removed] },
    late:
      time === undefined || lag_s === undefined
        ? null
        : { time, lag_s, watermark: watermark_s === undefined ? null : momentText(watermark_s) },
    listed: {
      most: listed_max,
      differing: listed.differing.map(each => ({ id: id(each.id), old_row: each.row, new_row: each.newRow })),
      missing_in_old: listed.missing.old.map(({ row, late, ...each }) => ({ id: id(each.id), row, late })),
      missing_in_new: listed.missing.new.map(({ row, late, ...each }) => ({ id: id(each.id), row, late })),
      duplicates_in_old: listed.duplicates.old.map(({ row, records, ...each }) => ({
        id: id(each.id),
        row,
        records,
      })),
      duplicates_in_new: listed.duplicates.new.map(({ row, records, ...each }) => ({
        id: id(each.id),
        row,
        records,
      })),
    },
    ids_withheld: idsWithheld,
    reconciled: isReconciled(reconciled),
    pending: isPending(reconciled),
    // Two snapshots were written by two transactions, and no comparison afterwards makes one of them.
    atomic: false,
  };
}

const MOMENT_MOST_S = 8.64e12;

/** ISO 8601, to the millisecond; what no calendar has, as its seconds. */
export const momentText = (seconds: number): string =>
  Math.abs(seconds) <= MOMENT_MOST_S ? new Date(seconds * 1000).toISOString() : `${seconds} s`;
