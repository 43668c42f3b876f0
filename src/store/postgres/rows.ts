import type { QueryResultRow } from 'pg';
import type { Digest } from '../../base/digest.ts';
import type { Answer, ScopeState } from '../../change/decision.ts';
import { Damaged, storedJson } from '../damaged.ts';
import type { JournalEntry } from '../port.ts';
import { sealOf } from '../seal.ts';
import { refsOf } from '../stored-refs.ts';
import type { Connection } from './connections.ts';
import { nameWritten } from './names.ts';
import type { Statement } from './statements.ts';

export type ScopeRow = {
  readonly what: 'scope' | 'last' | 'entries' | 'ref';
  readonly name: string | null;
  readonly count: number;
  readonly value: string | null;
};

/** Nothing is decided, and nothing shown, on what is not what the last decision left. @faults through `Damaged` */
export function stateOf(scope: string, rows: readonly ScopeRow[]): ScopeState {
  const own = rows.find(({ what }) => what === 'scope');
  const counted = (what: ScopeRow['what']) => rows.find(row => row.what === what)?.count ?? 0;
  const seq = own?.count ?? 0;
  holdJournal(scope, seq, counted('entries'), counted('last'));
  const refs = refsOf(
    rows.flatMap(({ what, name, count, value }) =>
      what === 'ref' ? [{ name: nameWritten(name!), generation: count, value }] : [],
    ),
  );
  const state = { scope, seq, refs };
  if (seq === 0 ? refs.size > 0 : own?.value !== sealOf(state))
    throw new Damaged(`the refs of ${scope} are not those that its decision ${seq} left`);
  return state;
}

/** @faults through `Damaged` */
export function holdJournal(scope: string, seq: number, entries: number, last: number): void {
  if (entries !== seq || last !== seq)
    throw new Damaged(`the journal of ${scope} does not count to its seq ${seq}`);
}

export type EntryRow = {
  readonly seq: number;
  readonly op_id: string;
  readonly kind: string;
  readonly request: string;
  readonly answer: string;
  readonly at_ms: number;
};

export const rowsOf = async <R extends QueryResultRow>(
  connection: Connection,
  statement: Statement,
  values: readonly unknown[],
): Promise<R[]> => (await connection.query<R>({ ...statement, values: [...values] })).rows;

export const entryOf = (row: EntryRow): JournalEntry => ({
  seq: row.seq,
  opId: nameWritten(row.op_id),
  kind: nameWritten(row.kind),
  request: row.request as Digest,
  answer: storedJson(row.answer) as Answer,
  at_ms: row.at_ms,
});
