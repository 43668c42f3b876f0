import type { RecordBatch } from 'apache-arrow';
import { batchOfColumns, columnReader, columnsOf } from '../../contract/batch.ts';
import { columnBuilder } from '../../contract/column-builder.ts';
import type { Field, FieldId } from '../../contract/field.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Unit } from '../../contract/unit.ts';
import type { Value } from '../../contract/value.ts';
import { type FieldBridge, fieldBridge } from './field-bridge.ts';

/** Where, in a record of the version before, what became of a field stood: its column, and places in structs. */
export type Sources = ReadonlyMap<FieldId, readonly number[]>;

/**
 * One schema in which records of two versions are equal wherever they mean the same, whatever a converter did: it has the ids and
 * names of the version after, numbers in its units and labels of its vocabulary.
 */
export type Bridge = {
  readonly schema: Schema;
  readonly before: (batch: RecordBatch) => RecordBatch;
  readonly after: (batch: RecordBatch) => RecordBatch;
  /** What fields were declared to be in before, where that was another unit. */
  readonly units: ReadonlyMap<FieldId, Unit | undefined>;
  /** By field of the version after, the one that it is held against. */
  readonly sources: ReadonlyMap<FieldId, FieldId>;
  /** Fields of the version after that nothing before is held against. */
  readonly made: readonly FieldId[];
  /** Fields of the version before that nothing after is made of. */
  readonly gone: readonly FieldId[];
};

/** @param sources  undefined: each field comes from the one of its id */
export function bridge(older: Schema, newer: Schema, sources?: Sources): Bridge {
  const kept = newer.fields.flatMap((field, at): readonly Kept[] => {
    const way = sources === undefined ? wayById(older, field.id) : sources.get(field.id);
    const source = way && fieldAt(older.fields, way);
    return source === undefined ? [] : [{ field, at, way: way!, source, over: fieldBridge(source, field) }];
  });
  const schema = schemaOf(newer, kept);
  const used = new Set(kept.map(({ way }) => way[0]));
  const built = (batch: RecordBatch, column: (one: Kept) => (row: number) => Value): RecordBatch =>
    batchOfColumns(
      schema,
      kept.map(one => {
        const builder = columnBuilder(one.over.field);
        const at = column(one);
        for (let row = 0; row < batch.numRows; row++) builder.append(at(row));
        return builder.finish();
      }),
      batch.numRows,
    );
  return {
    schema,
    before: batch =>
      built(batch, ({ way, over }) => {
        const read = valueAt(older, batch, way);
        return row => over.before(read(row));
      }),
    after: batch =>
      built(batch, ({ field, at, over }) => {
        const read = columnReader(field, columnsOf(newer, batch)[at]!.data);
        return row => over.after(read(row));
      }),
    units: new Map(
      kept.flatMap(({ source, field }) =>
        source.unit?.code === field.unit?.code ? [] : [[field.id, source.unit] as const],
      ),
    ),
    sources: new Map(kept.map(({ field, source }) => [field.id, source.id])),
    made: newer.fields.flatMap(({ id }) => (kept.some(({ field }) => field.id === id) ? [] : [id])),
    gone: older.fields.flatMap(({ id }, at) => (used.has(at) ? [] : [id])),
  };
}

type Kept = {
  readonly field: Field;
  readonly at: number;
  readonly way: readonly number[];
  readonly source: Field;
  readonly over: FieldBridge;
};

function wayById({ fields }: Schema, id: FieldId): readonly number[] | undefined {
  const at = fields.findIndex(field => field.id === id);
  return at < 0 ? undefined : [at];
}

function fieldAt(fields: readonly Field[], [at, ...more]: readonly number[]): Field | undefined {
  const field = at === undefined ? undefined : fields[at];
  if (field === undefined || more.length === 0) return field;
  return field.type.kind === 'struct' ? fieldAt(field.type.fields, more) : undefined;
}

function valueAt(
  schema: Schema,
  batch: RecordBatch,
  [at, ...more]: readonly number[],
): (row: number) => Value {
  const { field, data } = columnsOf(schema, batch)[at!]!;
  const read = columnReader(field, data);
  if (more.length === 0) return read;
  return row =>
    more.reduce<Value>(
      (value, place) => (value === null ? null : (value as readonly Value[])[place]!),
      read(row),
    );
}

/** What was declared of fields that can't be held against anything is not asked. */
function schemaOf(newer: Schema, kept: readonly Kept[]): Schema {
  const fields = kept.map(({ over }) => over.field);
  const kindOf = (id: FieldId, of: readonly Field[]): string | undefined =>
    of.find(field => field.id === id)?.type.kind;
  const isKept = (id: FieldId): boolean => kindOf(id, fields) !== undefined;
  return {
    fields,
    normalizer: newer.normalizer,
    key: newer.key.every(isKept) ? newer.key : [],
    label: newer.label !== undefined && isKept(newer.label) ? newer.label : undefined,
    slices: newer.slices.filter(
      ({ field, by }) =>
        isKept(field) && (by === 'value' || kindOf(field, fields) === kindOf(field, newer.fields)),
    ),
  };
}
