import { hash } from 'node:crypto';
import type { RecordBatch } from 'apache-arrow';
import { canonicalJson } from '../../base/canonical-json.ts';
import { canonicalRecords } from '../../codec/canonical-record.ts';
import { categoryReader } from '../../contract/category.ts';
import type { FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import { TIME_UNITS, timeUnitOf } from '../../contract/time-unit.ts';
import { type CellReaders, readersOf } from '../cell-readers.ts';
import { indexOf } from '../key.ts';
import type { Entry } from './entry.ts';

/** What tells a record from others, and when it happened. */
export type Identity = { readonly key: readonly FieldId[]; readonly time: FieldId | undefined };

/** The records of a batch; what they say is their canonical bytes. @param placeOf  of a row of the batch, that of the file */
export function entriesOfBatch(
  schema: Schema,
  identity: Identity,
  batch: RecordBatch,
  placeOf: (row: number) => number,
): Entry[] {
  const read = identityReader(schema, identity, readersOf(schema, batch));
  return canonicalRecords(schema, batch).map((bytes, row) => ({
    ...read(row),
    row: placeOf(row),
    content: hash('sha256', bytes, 'buffer'),
  }));
}

/** A label is its alias, and -0 is 0. */
export function identityReader(
  schema: Schema,
  { key, time }: Identity,
  cells: CellReaders,
): (row: number) => Pick<Entry, 'id' | 'time_s'> {
  const parts = key.map(id => {
    const index = indexOf(schema, id);
    const [at, category] = [cells(index), categoryReader(schema.fields[index]!)];
    return (row: number): string | null => {
      const value = at(row);
      return value === null ? null : category(value).text;
    };
  });
  const timeOf = time === undefined ? () => Number.NaN : timeReader(schema, time, cells);
  return row => ({ id: canonicalJson(parts.map(part => part(row))), time_s: timeOf(row) });
}

const DAY_S = 86_400;

function timeReader(schema: Schema, time: FieldId, cells: CellReaders): (row: number) => number {
  const index = indexOf(schema, time);
  const [at, field] = [cells(index), schema.fields[index]!];
  const unit_s = field.type.kind === 'date' ? DAY_S : 1 / Number(TIME_UNITS[timeUnitOf(field)]);
  return row => {
    const value = at(row);
    return value === null ? Number.NaN : Number(value) * unit_s;
  };
}
