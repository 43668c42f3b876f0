import type * as arrow from 'apache-arrow';
import { arrowType } from '../contract/arrow-field.ts';
import { batchOfColumns, columnReader, columnsOf } from '../contract/batch.ts';
import { columnBuilder } from '../contract/column-builder.ts';
import type { Field, FieldId, Scalar } from '../contract/field.ts';
import { KIND_TABLE } from '../contract/kind-table.ts';
import { laterTermReader } from '../contract/later-term.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Cast } from '../contract/read-field.ts';
import { type FieldPlan, planRefusals, type ReadPlan, type Refusal } from '../contract/read-plan.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import { taken } from '../contract/take.ts';
import type { Value } from '../contract/value.ts';
import { retyped, sameLayout } from './column-layout.ts';
import { gateColumn } from './gate-column.ts';
import { gate, isUnknown, settled } from './gates.ts';
import { rowNumbers } from './row-numbers.ts';

/** read = accepted + rejected. What is counted per field is counted over accepted records. */
export type Counts = {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Records that hold the reader's default, by field; only fields the writer never wrote. */
  readonly defaultsFilled: ReadonlyMap<FieldId, number>;
  /** Records with a term outside the reader's vocabulary, by field: what the unknown policy was applied to. */
  readonly unknownTerms: ReadonlyMap<FieldId, number>;
};

export type Applied =
  | {
      readonly kind: 'applied';
      /** Under the reader's schema, in the order they were read. */
      readonly accepted: arrow.RecordBatch;
      /** One a record that was left out, by ascending row; none of those besides. */
      readonly rejects: readonly Reject[];
      readonly counts: Counts;
    }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] };

/**
 * Reads a writer's batch as the reader's. A record that breaks the promise of either schema is left out, with the
 * first field by id that it broke: nothing is made to fit.
 *
 * Rows `besides` are left out whatever the gates find, and named by whoever asks for it. `plan` is `readPlan(writer, reader)`, and `batch` was built under `writer`.
 */
export function applyPlan(
  plan: ReadPlan,
  writer: Schema,
  reader: Schema,
  batch: arrow.RecordBatch,
  besides: ReadonlySet<number> = NONE,
): Applied {
  const refusals = planRefusals(plan);
  if (refusals.length > 0) return { kind: 'refused', refusals };
  const written = columnsOf(writer, batch);
  const columns = reader.fields.map((field, at) => columnOf(plan.fields[at], field, written));

  const rejected = new Map<number, Reject>();
  for (const column of [...columns].sort((a, b) => a.field.id - b.field.id)) {
    gateBoth(column, (row, code) => {
      if (!rejected.has(row) && !besides.has(row)) rejected.set(row, { row, field: column.field.id, code });
    });
  }

  const rows = rowsBut(batch.numRows, rejected, besides);
  const unknownTerms = new Map<FieldId, number>();
  const built = columns.map(column => {
    const unknown = column.kind === 'read' ? countUnknown(column, rows) : 0;
    if (unknown > 0) unknownTerms.set(column.field.id, unknown);
    return build(column, rows, unknown === 0);
  });
  const defaulted = columns.filter(({ kind }) => kind === 'default');
  return {
    kind: 'applied',
    accepted: batchOfColumns(reader, built, rows.length),
    rejects: [...rejected.values()].sort((a, b) => a.row - b.row),
    counts: {
      read: batch.numRows,
      accepted: rows.length,
      rejected: batch.numRows - rows.length,
      defaultsFilled: new Map([
        ...defaulted.map(({ field }) => [field.id, rows.length] as const),
        ...columns.flatMap((column, at) => [...filledInside(column, plan.fields[at]!, rows)]),
      ]),
      unknownTerms,
    },
  };
}

function rowsBut(
  length: number,
  rejected: ReadonlyMap<number, Reject>,
  besides: ReadonlySet<number>,
): Int32Array {
  if (rejected.size === 0 && besides.size === 0) return rowNumbers(length);
  return rowNumbers(length).filter(row => !(rejected.has(row) || besides.has(row)));
}

/**
 * Some records of the batch as the reader would hold them, whether or not they keep their promises: what is refused has a
 * key, too. The plan is one that was applied.
 */
export function rowsAsRead(
  plan: ReadPlan,
  writer: Schema,
  reader: Schema,
  batch: arrow.RecordBatch,
  rows: readonly number[],
): arrow.RecordBatch {
  const written = columnsOf(writer, batch);
  const columns = reader.fields.map((field, at) => columnOf(plan.fields[at], field, written));
  const places = Int32Array.from(rows);
  const built = columns.map(column => build(column, places, false));
  return batchOfColumns(reader, built, rows.length);
}

/** No row is taken twice. */
const FREE = (): void => undefined;

const NONE: ReadonlySet<number> = new Set();

/** One reader column and where it comes from. */
type Column =
  | { readonly kind: 'default'; readonly field: Field; readonly value: Value }
  | {
      readonly kind: 'read';
      readonly field: Field;
      readonly written: Field;
      readonly data: arrow.Data;
      /** `undefined` where the values are the writer's own. */
      readonly cast: ((value: Value) => Value) | undefined;
    };

type Read = Extract<Column, { kind: 'read' }>;

/** @throws TypeError: the plan is another pair's, or the batch another writer's. */
function columnOf(plan: FieldPlan | undefined, field: Field, columns: ReturnType<typeof columnsOf>): Column {
  if (plan?.field !== field.id) throw new TypeError('the plan was made for another reader');
  if (plan.kind === 'refuse') throw new TypeError('a refused plan can not be applied');
  if (plan.kind === 'default') return { kind: 'default', field, value: plan.value };
  const { field: written, data } = columns[plan.column] ?? {};
  if (written?.id !== field.id || data === undefined)
    throw new TypeError('the plan was made for another writer');
  if (data.typeId !== arrowType(written).typeId)
    throw new TypeError('the batch was built under another schema');
  const cast = castOf(plan) ?? (sameLayout(written.type, field.type) ? undefined : asItIs);
  return { kind: 'read', field, written, data, cast };
}

const asItIs = (value: Value): Value => value;

/** Numbers become wider ones, or the bigints that 64 bits are held as; the cast was asked for because none is lost. */
function valueCast(cast: Cast): (value: Value) => Value {
  const [from, to] = cast.split('-') as [Scalar, Scalar];
  if (from === 'string') return value => Buffer.from(value as string, 'utf8');
  return KIND_TABLE[to].held === 'bigint' ? value => BigInt(value as number) : value => value;
}

function castOf(plan: FieldPlan): Read['cast'] {
  const cast = presentCast(plan);
  return cast && (value => (value === null ? null : cast(value)));
}

function presentCast(plan: FieldPlan): Read['cast'] {
  switch (plan.kind) {
    case 'promote':
      return valueCast(plan.cast);
    case 'list': {
      const element = castOf(plan.element);
      return element && (value => (value as readonly Value[]).map(element));
    }
    case 'map': {
      const [key, entry] = [castOf(plan.key) ?? asItIs, castOf(plan.value) ?? asItIs];
      return value =>
        (value as readonly (readonly Value[])[]).map(([name, held]) => [key(name!), entry(held!)]);
    }
    case 'struct': {
      const members = plan.fields.map(memberOf);
      return value => members.map(member => member(value as readonly Value[]));
    }
    default:
      return undefined;
  }
}

/** @throws TypeError: a refused plan is never applied. */
function memberOf(plan: FieldPlan): (values: readonly Value[]) => Value {
  if (plan.kind === 'refuse') throw new TypeError('a refused plan can not be applied');
  if (plan.kind === 'default') return () => plan.value;
  const cast = castOf(plan) ?? asItIs;
  return values => cast(values[plan.column]!);
}

/** The writer's promise first: a record that broke it says nothing, even to a reader that asks for less. */
function gateBoth(column: Column, report: (row: number, code: RejectCode) => void): void {
  if (column.kind === 'default') return;
  const { field, written, data, cast } = column;
  gateColumn(written, data, report);
  laterTerms(column, report);
  if (cast === undefined) {
    if (field !== written) gateColumn(field, data, report);
    return;
  }
  const read = columnReader(written, data);
  for (let row = 0; row < data.length; row++) {
    const code = gate(field, cast(read(row)));
    if (code !== undefined) report(row, code);
  }
}

/** What nobody had a term for when it was written: the reader's is none that the writer meant. */
function laterTerms({ field, written, data }: Read, report: (row: number, code: RejectCode) => void): void {
  const isLater = laterTermReader(written, field);
  if (isLater === undefined) return;
  const read = columnReader(written, data);
  for (let row = 0; row < data.length; row++) if (isLater(read(row))) report(row, 'TERM_NAMED_LATER');
}

/** In how many records a struct was given a field that its writer doesn't have. */
function filledInside(column: Column, plan: FieldPlan, rows: Int32Array): ReadonlyMap<FieldId, number> {
  const counts = new Map<FieldId, number>();
  if (column.kind === 'default' || !fillsInside(plan)) return counts;
  const read = columnReader(column.written, column.data);
  for (const row of rows) {
    const filled = new Set<FieldId>();
    collectFilled(plan, read(row), filled);
    for (const id of filled) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const plansInside = (plan: FieldPlan): readonly FieldPlan[] => {
  if (plan.kind === 'list') return [plan.element];
  if (plan.kind === 'map') return [plan.key, plan.value];
  return plan.kind === 'struct' ? plan.fields : [];
};

const fillsInside = (plan: FieldPlan): boolean =>
  plansInside(plan).some(inside => inside.kind === 'default' || fillsInside(inside));

function collectFilled(plan: FieldPlan, value: Value, filled: Set<FieldId>): void {
  if (value === null || !fillsInside(plan)) return;
  const items = value as readonly Value[];
  if (plan.kind === 'list') for (const item of items) collectFilled(plan.element, item, filled);
  if (plan.kind === 'map')
    for (const entry of items) collectFilled(plan.value, (entry as readonly Value[])[1]!, filled);
  if (plan.kind !== 'struct') return;
  for (const member of plan.fields) {
    if (member.kind === 'default') filled.add(member.field);
    else if (member.kind !== 'refuse') collectFilled(member, items[member.column]!, filled);
  }
}

function countUnknown({ field, written, data, cast }: Read, rows: Int32Array): number {
  if (!hasVocabulary(field)) return 0;
  const read = columnReader(written, data);
  return rows.filter(row => isUnknown(field, cast === undefined ? read(row) : cast(read(row)))).length;
}

const hasVocabulary = ({ vocabulary, type }: Field): boolean =>
  vocabulary !== undefined || childrenOf(type).some(child => hasVocabulary(child.field));

/** @param untouched  that no value is other than it was written */
function build(column: Column, rows: Int32Array, untouched: boolean): arrow.Data {
  const { field } = column;
  if (column.kind === 'read' && column.cast === undefined && untouched) {
    const { written, data } = column;
    const kept =
      rows.length === data.length ? data : taken({ ...written, nullable: field.nullable }, data, rows, FREE);
    return retyped(kept, arrowType(field));
  }
  const builder = columnBuilder(field);
  if (column.kind === 'default') {
    for (const _ of rows) builder.append(column.value);
    return builder.finish();
  }
  const { written, data, cast } = column;
  const read = columnReader(written, data);
  for (const row of rows) {
    const value = read(row);
    builder.append(settled(field, cast === undefined ? value : cast(value)));
  }
  return builder.finish();
}
