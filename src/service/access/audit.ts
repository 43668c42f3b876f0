import { Fault } from '../../base/fault.ts';
import type { JournalEntry, ReadStore } from '../../store/port.ts';

/** A journal entry, and whose journal it is in. */
export type Audited = JournalEntry & { readonly scope: string };

/** Where a page begins: in the journal of a scope, or of the first after it. */
export type AuditPlace = { readonly scope: string; readonly seq: number };

/**
 * What was asked and answered anywhere, and by whom: one journal after the other, in the order of their scopes, each in
 * its own. Scopes have no common order; what was written meanwhile before the place of a page is on no later one.
 *
 * @faults those of the store
 */
export async function queryAudit(
  store: ReadStore,
  page: { readonly from: AuditPlace | undefined; readonly limit: number },
): Promise<{ readonly entries: readonly Audited[]; readonly next: AuditPlace | null } | Fault> {
  const all = await store.scopes();
  if (all instanceof Fault) return all;
  const { from = { scope: '', seq: 1 }, limit } = page;
  const entries: Audited[] = [];
  for (const { scope, seq } of all) {
    if (scope < from.scope) continue;
    let at = scope === from.scope ? from.seq : 1;
    while (at <= seq) {
      if (entries.length === limit) return { entries, next: { scope, seq: at } };
      const found = await store.journal(scope, at, limit - entries.length);
      if (found instanceof Fault) return found;
      if (found.length === 0) break;
      entries.push(...found.map(entry => ({ scope, ...entry })));
      at = found.at(-1)!.seq + 1;
    }
  }
  return { entries, next: null };
}

/** `subject/training.example:12`. */
export const printPlace = ({ scope, seq }: AuditPlace): string => `${scope}:${seq}`;

/** Undefined where it is none. */
export function parsePlace(text: string): AuditPlace | undefined {
  const [, scope, seq] = /^(.{1,512}):([1-9][0-9]{0,14})$/su.exec(text) ?? [];
  return scope === undefined ? undefined : { scope, seq: Number(seq) };
}
