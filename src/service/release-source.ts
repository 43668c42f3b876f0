import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { batchOf, columnsOf, rowsOf } from '../contract/batch.ts';
import { fieldText } from '../contract/field-path.ts';
import type { RecordValues } from '../contract/value.ts';
import { gateColumn } from '../convert/gate-column.ts';
import { type MemberList, memberCollector } from '../release/member-list.ts';
import { planShards } from '../release/shard-plan.ts';
import { type Carriage, collectMembers } from '../release/shard-records.ts';

export const SOURCE_CHANGED = 'its source gave other records when it was read again';

/** Records in batches of the carriage's columns. They are read more than once, and must be the same each time. */
export type RecordSource = {
  /** What the records were taken from, for the snapshot. */
  readonly digests: readonly Digest[];
  readonly batches: () => Iterable<RecordBatch> | AsyncIterable<RecordBatch>;
};

/** Every record's member, and the sample ids in the order in which the source gives the records. */
export type TakenMembers = { readonly list: MemberList; readonly sampleIds: readonly string[] };

/** @faults RECORDS_UNLAWFUL MEMBER_PART_UNUSABLE RELEASE_ASK */
export async function takeMembers(carriage: Carriage, source: RecordSource): Promise<TakenMembers | Fault> {
  const collector = memberCollector();
  const sampleIds: string[] = [];
  for await (const batch of source.batches()) {
    const fault =
      unlawful(carriage, batch, sampleIds.length) ??
      collectMembers(carriage, batch, collector, sampleIds.length, id => sampleIds.push(id));
    if (fault !== undefined) return fault;
    if (sampleIds.length > LIMITS.release_members_max) {
      const problem = `its source has more than ${LIMITS.release_members_max} records`;
      return new Fault('RELEASE_ASK', { problem });
    }
  }
  return { list: collector.sorted(), sampleIds };
}

/** The first value that its field may not hold. */
function unlawful(carriage: Carriage, batch: RecordBatch, firstRow: number): Fault | undefined {
  let found: { readonly row: number; readonly field: number; readonly problem: string } | undefined;
  for (const { field, data } of columnsOf(carriage.columns, batch)) {
    gateColumn(field, data, (row, problem) => {
      if (found === undefined || row < found.row) found = { row, field: field.id, problem };
    });
  }
  if (found === undefined) return undefined;
  const field = fieldText(carriage.columns, found.field);
  return new Fault('RECORDS_UNLAWFUL', { ...found, field, row: firstRow + found.row });
}

/**
 * The records of each shard in their stored order, shard by shard; as many shards are held at a time as fit.
 *
 * @faults RELEASE_ASK for a source that changed
 */
export async function* gatherShards(
  carriage: Carriage,
  source: RecordSource,
  sampleIds: readonly string[],
  ask: { readonly sortSeed: number; readonly shards: number },
): AsyncGenerator<RecordBatch | Fault> {
  const plan = planShards(sampleIds, ask);
  const perPass = Math.max(1, Math.floor(LIMITS.release_rows_held_max / plan[0]!.length));
  for (let first = 0; first < plan.length; first += perPass) {
    const held = await gather(carriage, source, sampleIds.length, plan.slice(first, first + perPass));
    if (held instanceof Fault) {
      yield held;
      return;
    }
    for (const rows of held) yield batchOf(carriage.columns, rows);
  }
}

/** One reading of the source, keeping what the given shards want. */
async function gather(
  carriage: Carriage,
  source: RecordSource,
  count: number,
  shards: readonly Uint32Array[],
): Promise<readonly RecordValues[][] | Fault> {
  const places = new Map<number, readonly [shard: number, place: number]>();
  shards.forEach((records, shard) => {
    records.forEach((record, place) => {
      places.set(record, [shard, place]);
    });
  });
  const held = shards.map(records => new Array<RecordValues>(records.length));
  let record = 0;
  for await (const batch of source.batches()) {
    for (const values of rowsOf(carriage.columns, batch)) {
      const at = places.get(record++);
      if (at !== undefined) held[at[0]]![at[1]] = values;
    }
  }
  return record === count ? held : new Fault('RELEASE_ASK', { problem: SOURCE_CHANGED });
}
