import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { nearest } from '../contract/nearest.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import type { ParquetFiles } from '../engine/port.ts';
import type { Entry } from '../golden/reconcile/entry.ts';
import { entriesOfBatch, type Identity } from '../golden/reconcile/entry-readers.ts';
import { Reconciler } from '../golden/reconcile/reconcile.ts';
import type { Reconciled, ReconciledSide } from '../golden/reconcile/report.ts';
import { fileRowOf } from '../golden/refused.ts';
import { EntrySpill } from './entry-spill.ts';
import { contractOf, type LoadedSubject, loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';
import { openRecords } from './read-records.ts';
import { keyOf, readAs } from './read-revision.ts';
import type { RecordFormat } from './record-source.ts';

/** What is asked of any two snapshots. */
export type Asked = {
  /** Names the field or column that says when a record happened; `lag_s` is how far the sides may be apart. */
  readonly time: { readonly name: string; readonly lag_s: number } | undefined;
  readonly listed_max: number;
  readonly showValues: boolean;
};

/**
 * Two revisions of one subject by sample id, as the newer one's version reads them.
 *
 * @faults those of `loadSubject` and `readAs`, REVISION_UNKNOWN, REVISIONS_APART, KEY_NOT_DECLARED, COMPARED_COLUMN_UNKNOWN,
 *   RECONCILE_TIME_MEANINGLESS, SPILL_UNWRITABLE
 */
export function reconcileRevisions(
  project: Project,
  ask: Asked & { readonly subject: string; readonly old: string; readonly new: string },
): Reconciled | Fault {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const sets = { old: setOf(loaded, ask.old), new: setOf(loaded, ask.new) };
  if (sets.old instanceof Fault) return sets.old;
  if (sets.new instanceof Fault) return sets.new;
  const contract = loaded.contracts.get(sets.new.version)!;
  const identity = identityOf(loaded, contract, ask);
  if (identity instanceof Fault) return identity;
  using gathering = new Gathering(ask);
  const side = (of: Side): ReconciledSide | Fault => {
    const set = sets[of];
    if (set instanceof Fault) return set;
    const located = readAs(project, loaded, set, contract);
    if (located instanceof Fault) return located;
    if (located === 'apart')
      return new Fault('REVISIONS_APART', { before: set.version, after: contract.version });
    const { reading, refused } = located;
    const problem = gathering.take(
      of,
      entriesOfBatch(contract.schema, identity, reading.batch, fileRowOf(refused)),
    );
    if (problem !== undefined) return problem;
    const name = `${ask.subject}/${set.revision}`;
    const left = refused.rejects.length;
    return { name, format: set.data.format, records: reading.batch.numRows + left, refused: left };
  };
  const old = side('old');
  if (old instanceof Fault) return old;
  const later = side('new');
  if (later instanceof Fault) return later;
  return underContract(contract, ask.subject, identity, ask, { old, new: later }, gathering);
}

/**
 * Two files of any size by sample id, as one version of a subject reads them.
 *
 * @faults those of `openRecords` and of the records it reads, VERSION_UNKNOWN, KEY_NOT_DECLARED, COMPARED_COLUMN_UNKNOWN,
 *   RECONCILE_TIME_MEANINGLESS, SPILL_UNWRITABLE
 */
export async function reconcileFiles(
  project: Project,
  ask: Asked & {
    readonly folder: string;
    readonly old: string;
    readonly new: string;
    readonly subject: string;
    readonly as: number;
    readonly format: RecordFormat | undefined;
  },
  parquet: ParquetFiles,
): Promise<Reconciled | Fault> {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const contract = contractOf(loaded, ask.as);
  if (contract instanceof Fault) return contract;
  const identity = identityOf(loaded, contract, ask);
  if (identity instanceof Fault) return identity;
  using gathering = new Gathering(ask);
  const side = async (of: Side): Promise<ReconciledSide | Fault> => {
    const name = ask[of];
    const opened = await openRecords(
      {
        project,
        subject: ask.subject,
        as: ask.as,
        place: path.resolve(ask.folder, name),
        path: name,
        format: ask.format,
      },
      parquet,
    );
    if (opened instanceof Fault) return opened;
    let [records, refused] = [0, 0];
    const passing = opened.records();
    for (;;) {
      const next = await passing.next();
      if (next.done === true) {
        if (next.value instanceof Fault) return next.value;
        return { name, format: opened.format, records, refused };
      }
      const { batch, rejects } = next.value;
      const first = records;
      const rows = { rejects: rejects.map(reject => ({ ...reject, row: reject.row - first })) };
      const placeOf = placesBeside(rows.rejects.map(({ row }) => row));
      const problem = gathering.take(
        of,
        entriesOfBatch(contract.schema, identity, batch, row => first + placeOf(row)),
      );
      if (problem !== undefined) {
        await passing.return(problem);
        return problem;
      }
      records += batch.numRows + rejects.length;
      refused += rejects.length;
    }
  };
  const old = await side('old');
  if (old instanceof Fault) return old;
  const later = await side('new');
  if (later instanceof Fault) return later;
  return underContract(contract, ask.subject, identity, ask, { old, new: later }, gathering);
}

type Side = 'old' | 'new';

/** Where accepted rows stand among all, whose others are given in ascending order; asked for one row after another. */
function placesBeside(others: readonly number[]): (row: number) => number {
  let passed = 0;
  return row => {
    while (passed < others.length && others[passed]! <= row + passed) passed++;
    return row + passed;
  };
}

/** Entries of both sides, and the latest time of each. */
export class Gathering implements Disposable {
  readonly #spill: EntrySpill;
  readonly #latest_s = { old: Number.NEGATIVE_INFINITY, new: Number.NEGATIVE_INFINITY };
  readonly #ask: Asked;

  constructor(ask: Asked, held_bytes_max = LIMITS.reconcile_held_bytes_max) {
    this.#ask = ask;
    this.#spill = new EntrySpill(held_bytes_max);
  }

  take(side: Side, entries: Iterable<Entry>): Fault | undefined {
    for (const entry of entries) {
      const problem = this.#spill.put(side, entry);
      if (problem !== undefined) return problem;
      if (entry.time_s > this.#latest_s[side]) this.#latest_s[side] = entry.time_s;
    }
    return undefined;
  }

  reconcile(): Reconciled['found'] {
    const { listed_max, time } = this.#ask;
    const reconciler = new Reconciler({ listed_max, lag_s: time?.lag_s }, this.#latest_s);
    for (const part of this.#spill.parts()) reconciler.add(part.old, part.new);
    return reconciler.finish();
  }

  [Symbol.dispose](): void {
    this.#spill[Symbol.dispose]();
  }
}

function identityOf(loaded: LoadedSubject, contract: Contract, { time }: Asked): Identity | Fault {
  const { schema } = contract;
  const key = keyOf(loaded, contract) ?? schema.key;
  if (key.length === 0)
    return new Fault('KEY_NOT_DECLARED', { fields: schema.fields.length }, contract.place);
  const where = `${loaded.subject.name}@${contract.version} does`;
  const found = time === undefined ? undefined : timeField(schema, time.name, where);
  return found instanceof Fault ? found : { key, time: found };
}

/** @faults COMPARED_COLUMN_UNKNOWN RECONCILE_TIME_MEANINGLESS */
export function timeField(schema: Schema, name: string, where: string): FieldId | Fault {
  const field = schema.fields.find(each => each.name === name);
  if (field === undefined) {
    const known = schema.fields.map(each => each.name);
    return new Fault('COMPARED_COLUMN_UNKNOWN', {
      option: '--time',
      column: name,
      where,
      nearest: nearest(name, known),
    });
  }
  const { kind } = field.type;
  return kind === 'date' || kind === 'timestamp'
    ? field.id
    : new Fault('RECONCILE_TIME_MEANINGLESS', { column: name, kind });
}

function underContract(
  contract: Contract,
  subject: string,
  { key }: Identity,
  { time, listed_max, showValues }: Asked,
  sides: Reconciled['sides'],
  gathering: Gathering,
): Reconciled {
  const { schema, version, recordSchema } = contract;
  const withheld = withheldFields(schema, [contract]);
  return {
    sides,
    contract: { subject, version, recordSchema },
    key: key.map(id => schema.fields.find(field => field.id === id)!.name),
    time: time?.name,
    lag_s: time?.lag_s,
    listed_max,
    added: [],
    removed: [],
    idsWithheld: !showValues && key.some(id => withheld.includes(id)),
    found: gathering.reconcile(),
  };
}
