import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { JournalEntry, ReadStore, StoredScope } from '../../store/port.ts';

/**
 * All scopes, each as it was at one moment: scopes have no order in common, and what is appended to a journal while it is
 * read is left out.
 *
 * @faults those of the store
 */
export async function storedScopes(store: ReadStore): Promise<readonly StoredScope[] | Fault> {
  const scopes = await store.scopes();
  if (scopes instanceof Fault) return scopes;
  const all: StoredScope[] = [];
  for (const { scope } of scopes) {
    const state = await store.readScope(scope);
    if (state instanceof Fault) return state;
    const entries: JournalEntry[] = [];
    while (entries.length < state.seq) {
      const page = await store.journal(scope, entries.length + 1, LIMITS.journal_entries_max);
      if (page instanceof Fault) return page;
      entries.push(...page.filter(({ seq }) => seq <= state.seq));
      if (page.length === 0) break;
    }
    all.push({ ...state, entries });
  }
  return all;
}
