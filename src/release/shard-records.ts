import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { contentDigests, logicalDigest } from '../codec/canonical-record.ts';
import { ENVELOPE_IDS, memberFieldIds, withEnvelope } from '../codec/envelope.ts';
import { columnReader, columnsOf } from '../contract/batch.ts';
import { dateOfDays } from '../contract/calendar-date.ts';
import { timestampText, timeText } from '../contract/clock-text.ts';
import { decimalText } from '../contract/decimal-text.ts';
import type { Field, Kind, TypeOf } from '../contract/field.ts';
import { MEMBER_PARTS, type Members } from '../contract/members.ts';
import type { Schema } from '../contract/schema.ts';
import { timeUnitOf } from '../contract/time-unit.ts';
import type { Value } from '../contract/value.ts';
import { type MemberCollector, type MemberList, memberCollector } from './member-list.ts';

/** What the records of a release are written under, and where each says who it is. */
export type Carriage = {
  /** The schema with its envelope columns: the columns of a shard. */
  readonly columns: Schema;
  readonly members: Members;
  readonly recordSchema: Digest;
};

/** What follows from the records of one shard, whatever bytes they were stored in. */
export type ShardRecords = {
  readonly records: number;
  readonly logicalDigest: Digest;
  readonly members: MemberList;
};

export const carriageOf = (schema: Schema, members: Members, recordSchema: Digest): Carriage => ({
  columns: withEnvelope(schema, members),
  members,
  recordSchema,
});

/**
 * @param seen  hears each sample id in stored order
 * @faults MEMBER_PART_UNUSABLE
 */
export function describeRecords(
  carriage: Carriage,
  batches: readonly RecordBatch[],
  seen?: (sampleId: string) => void,
): ShardRecords | Fault<'MEMBER_PART_UNUSABLE'> {
  const collector = memberCollector();
  let records = 0;
  for (const batch of batches) {
    const fault = collectMembers(carriage, batch, collector, records, seen);
    if (fault !== undefined) return fault;
    records += batch.numRows;
  }
  return { records, logicalDigest: logicalDigest(carriage.columns, batches), members: collector.sorted() };
}

/** Adds a batch's members; `firstRow` is what its first record counts as in a fault. */
export function collectMembers(
  carriage: Carriage,
  batch: RecordBatch,
  collector: MemberCollector,
  firstRow: number,
  seen?: (sampleId: string) => void,
): Fault<'MEMBER_PART_UNUSABLE'> | undefined {
  const content = contentDigests(carriage.columns, batch, memberFieldIds(carriage.members));
  const read = memberReader(carriage, batch);
  for (let row = 0; row < batch.numRows; row++) {
    const parts = read(row, firstRow);
    if (parts instanceof Fault) return parts;
    seen?.(parts.sampleId);
    const rest = { logicalContentDigest: content[row]!, schemaDigest: carriage.recordSchema };
    collector.add({ ...parts, ...rest }, firstRow + row);
  }
  return undefined;
}

type MemberParts = Readonly<Record<(typeof MEMBER_PARTS)[number], string>>;

/** Who each record of a batch says it is. */
export function memberReader(
  carriage: Carriage,
  batch: RecordBatch,
): (row: number, firstRow: number) => MemberParts | Fault<'MEMBER_PART_UNUSABLE'> {
  const columns = columnsOf(carriage.columns, batch);
  const readers = MEMBER_PARTS.map(part => {
    const source = carriage.members[part];
    if (source.kind === 'constant') return [part, () => source.value] as const;
    const id = source.kind === 'field' ? source.field : ENVELOPE_IDS[part];
    const column = columns.find(({ field }) => field.id === id);
    if (column === undefined) throw new TypeError(`${part} comes from field ${id}, which the schema lacks`);
    const value = columnReader(column.field, column.data);
    return [part, (row: number) => memberText(column.field, value(row))] as const;
  });
  return (row, firstRow) => {
    const parts: Partial<Record<(typeof MEMBER_PARTS)[number], string>> = {};
    for (const [part, text] of readers) {
      const found = text(row);
      const problem =
        found === undefined
          ? 'it is null, or a day beyond the calendar'
          : found === '' && part === 'sampleId'
            ? 'it is empty'
            : undefined;
      if (problem !== undefined) {
        return new Fault('MEMBER_PART_UNUSABLE', { part, row: firstRow + row, problem });
      }
      parts[part] = found!;
    }
    return parts as MemberParts;
  };
}

const hex = (value: Value): string => Buffer.from(value as Uint8Array).toString('hex');

/** Kinds whose values have one text. A float has none that every language prints alike. It is a wire contract. */
const TEXTS: Partial<Record<Kind, (value: Value, field: Field) => string | undefined>> = {
  string: value => value as string,
  int8: String,
  int16: String,
  int32: String,
  int64: String,
  uint8: String,
  uint16: String,
  uint32: String,
  uint64: String,
  bool: String,
  bytes: hex,
  fixed: hex,
  decimal: (value, { type }) => decimalText(value as bigint, (type as TypeOf<'decimal'>).scale),
  date: value => dateOfDays(value as number),
  time: (value, field) => timeText(value as bigint, timeUnitOf(field)),
  timestamp: (value, field) =>
    timestampText(value as bigint, timeUnitOf(field), (field.type as TypeOf<'timestamp'>).zone),
  duration: String,
};

export const givesMemberText = (field: Field): boolean => TEXTS[field.type.kind] !== undefined;

function memberText(field: Field, value: Value): string | undefined {
  const text = TEXTS[field.type.kind];
  if (text === undefined) throw new TypeError(`a ${field.type.kind} can't say who a record is`);
  return value === null ? undefined : text(value, field);
}
