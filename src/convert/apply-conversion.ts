import type * as arrow from 'apache-arrow';
import { batchOfColumns, columnsOf } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';
import { taken } from '../contract/take.ts';
import type { ConversionPlan, FieldConversion } from './conversion-plan.ts';
import { convertColumn, expressionOf } from './convert-column.ts';
import type { FunctionAsk, FunctionMade } from './function-plan.ts';
import { gateColumn } from './gate-column.ts';
import { givenColumn } from './given-columns.ts';
import { MadeByFunctions } from './made-by-functions.ts';
import { Refused } from './refused.ts';
import { rowNumbers } from './row-numbers.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/** read = converted + rejected + skipped. What is counted by field is counted over converted records. */
export type ConversionCounts = {
  readonly read: number;
  readonly converted: number;
  readonly rejected: number;
  /** Records that the converter's `where` passed over. */
  readonly skipped: number;
  /** Records that hold what a step `default` gave, by field, with what it means there. */
  readonly defaulted: ReadonlyMap<FieldId, { readonly records: number; readonly means: 'value' | 'unknown' }>;
};

export type Conversion = {
  /** Under the new version, in the order they were read. */
  readonly converted: arrow.RecordBatch;
  /** The rows of the batch that they were. */
  readonly rows: Int32Array;
  /** One a record that was left out, by ascending row. */
  readonly rejects: readonly Reject[];
  /** By field, the rows that hold fewer tokens than their text has; of those that were converted. */
  readonly truncated: ReadonlyMap<FieldId, readonly number[]>;
  readonly counts: ConversionCounts;
};

/**
 * Makes records of the new version of a batch of the old one, a column at a time. A record that broke the promise of its own
 * version is left out first, by the first field by id; then one that a step refuses, or that the new version can't hold.
 *
 * The batch was built under the plan's old schema.
 *
 * @param encodings  those that the plan asks for, by the digests of their definitions
 * @throws TypeError where the plan has functions: see `conversionSteps`
 */
export function applyConversion(
  plan: ConversionPlan,
  batch: arrow.RecordBatch,
  encodings: RunningEncodings = NO_ENCODINGS,
): Conversion {
  const done = conversionSteps(plan, batch, encodings).next();
  if (done.done !== true) throw new TypeError('a plan with functions is applied by who can run them');
  return done.value;
}

/**
 * The same of a plan with functions: it yields what each of them is to be asked, and goes on with what it made. None is given
 * a record that is left out before.
 */
export function* conversionSteps(
  plan: ConversionPlan,
  batch: arrow.RecordBatch,
  encodings: RunningEncodings = NO_ENCODINGS,
): Generator<FunctionAsk, Conversion, FunctionMade> {
  const columns = columnsOf(plan.from.schema, batch);
  const out = new Uint8Array(batch.numRows);
  const rejects: Reject[] = [];
  const reportAs =
    ({ id }: Field) =>
    (row: number, code: RejectCode, reason?: string): void => {
      if (out[row] !== CONVERTED) return;
      out[row] = REJECTED;
      rejects.push({ row, field: id, code, ...(reason !== undefined && { reason }) });
    };
  for (const { field, data } of byId(columns)) gateColumn(field, data, reportAs(field));

  if (plan.where !== undefined) {
    const holds = expressionOf(plan.where, columns);
    const report = reportAs(plan.where.fields.toSorted((a, b) => a.id - b.id)[0]!);
    for (let row = 0; row < batch.numRows; row++) {
      if (out[row] !== CONVERTED) continue;
      const answer = holds(row);
      if (answer instanceof Refused) report(row, answer.code);
      else if (answer !== true) out[row] = SKIPPED;
    }
  }
  const isOut = (row: number): boolean => out[row] !== CONVERTED;
  const asked = rowsIn(out);
  const functions = new MadeByFunctions(asked, batch.numRows);
  for (const each of asked.length === 0 ? [] : plan.functions) {
    const rows = asked.length === batch.numRows ? undefined : asked;
    const given = each.takes.map(({ id }) => {
      const { field, data } = columns.find(column => column.field.id === id)!;
      return givenColumn(field, data, rows);
    });
    functions.take(each, yield { plan: each, columns: given, rows: asked.length });
  }
  const made = new Map<FieldId, arrow.Data>();
  const truncated = new Map<FieldId, Set<number>>();
  for (const conversion of byId(plan.fields)) {
    const { field } = conversion;
    const report = reportAs(field);
    const data = convertColumn(conversion, columns, batch.numRows, isOut, report, {
      encodings,
      onTruncated: row => rowsOf(truncated, field.id).add(row),
      made: ({ by, field: member }) => functions.column(by, member, report),
    });
    made.set(field.id, data);
    gateColumn(field, data, report);
  }

  const rows = rowsIn(out);
  const columnsKept = plan.fields.map(({ field }) => kept(field, made.get(field.id)!, rows));
  return {
    converted: batchOfColumns(plan.to.schema, columnsKept, rows.length),
    rows,
    rejects: rejects.sort((a, b) => a.row - b.row),
    truncated: new Map([...truncated].map(([id, its]) => [id, [...its].filter(row => !isOut(row))])),
    counts: {
      read: batch.numRows,
      converted: rows.length,
      rejected: rejects.length,
      skipped: batch.numRows - rows.length - rejects.length,
      defaulted: new Map(defaultsIn(plan.fields).map(([id, means]) => [id, { records: rows.length, means }])),
    },
  };
}

function rowsOf(truncated: Map<FieldId, Set<number>>, id: FieldId): Set<number> {
  const rows = truncated.get(id) ?? new Set();
  truncated.set(id, rows);
  return rows;
}

/** What becomes of a row, until something else does: nothing takes it back in. */
const CONVERTED = 0;
const REJECTED = 1;
const SKIPPED = 2;

function rowsIn(out: Uint8Array): Int32Array {
  if (!out.some(mark => mark !== CONVERTED)) return rowNumbers(out.length);
  const rows = new Int32Array(out.length);
  let kept = 0;
  // Each is put down, and stays where it is not out: a choice at each would be guessed wrong at every second one that is.
  for (let row = 0; row < out.length; row++) {
    rows[kept] = row;
    kept += (out[row]! - 1) >>> 31;
  }
  return rows.subarray(0, kept);
}

/** The rows that are kept; where that is all of them, the column as it is. */
const kept = (field: Field, data: arrow.Data, rows: Int32Array): arrow.Data =>
  rows.length === data.length ? data : taken(field, data, rows, FREE);

/** Each row is taken once at most, so that this is no larger than what it is taken from. */
const FREE = (): void => undefined;

const byId = <T extends { readonly field: Field }>(columns: readonly T[]): readonly T[] =>
  [...columns].sort((a, b) => a.field.id - b.field.id);

/** Fields that every record holds what a step gave them; a struct that is made of its members always holds them. */
export const defaultsIn = (
  fields: readonly FieldConversion[],
): ReadonlyArray<readonly [FieldId, 'value' | 'unknown']> =>
  fields.flatMap(conversion => {
    if (conversion.kind === 'constant') return [[conversion.field.id, conversion.means] as const];
    return conversion.kind === 'struct' && conversion.source === undefined
      ? defaultsIn(conversion.members)
      : [];
  });
