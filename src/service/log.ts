import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ScopeState } from '../change/decision.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import { nearest } from '../contract/nearest.ts';
import type { JournalEntry, ReadStore } from '../store/port.ts';
import { storeFault } from './hold-ledger.ts';
import { readLedger } from './load-subject.ts';
import { type Project, subjectNames } from './project.ts';

/** `next` is the entry after the last one shown, when there may be more. */
export type Log = { readonly entries: readonly JournalEntry[]; readonly next: number | undefined };

/**
 * What was decided about a subject, in order. A subject may be gone from the project and still have its history; while
 * it is there, its ledger must tell the same one. Contracts are not read: a history is there to look at while they are mended.
 *
 * @faults SUBJECT_UNKNOWN, and those of the store, `subjectNames`, `readLedger` and `storeFault`
 */
export async function log(
  project: Project,
  store: ReadStore,
  ask: { readonly subject: string; readonly from: number },
): Promise<Log | Fault> {
  const { subject, from } = ask;
  const most = LIMITS.journal_entries_max;
  const names = subjectNames(project);
  if (names instanceof Fault) return names;
  const scope = await store.readScope(subjectScope(subject));
  if (scope instanceof Fault) return scope;
  const unheld = names.includes(subject) ? unheldLedger(project, scope, subject) : undefined;
  if (unheld !== undefined) return unheld;
  const entries = await store.journal(subjectScope(subject), from, most);
  if (entries instanceof Fault) return entries;
  if (entries.length > 0)
    return { entries, next: entries.length < most ? undefined : entries.at(-1)!.seq + 1 };
  if (scope.seq === 0 && !names.includes(subject))
    return new Fault('SUBJECT_UNKNOWN', { subject, nearest: nearest(subject, names) });
  return { entries, next: undefined };
}

function unheldLedger(project: Project, scope: ScopeState, subject: string): Fault | undefined {
  const held = readLedger(project, subject);
  return held instanceof Fault ? held : storeFault(held, subjectState(scope));
}
