import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { confusesUnknown } from '../compat/stand-in.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { defaultsIn } from '../convert/apply-conversion.ts';
import { applyPlan, rowsAsRead } from '../convert/apply-plan.ts';
import { chainOf } from '../convert/chain.ts';
import type { FieldConversion } from '../convert/conversion-plan.ts';
import { rowsAsConverted } from '../convert/rows-as-converted.ts';
import { convertBatch, leaveChain } from '../engine/convert-batch.ts';
import { encodingsFor } from '../engine/token-ranks.ts';
import type { LeftOut, Refused } from '../golden/refused.ts';
import type { UnknownCells } from '../golden/unknown-cells.ts';
import type { UnwrittenCells } from '../golden/unwritten-cells.ts';
import type { FunctionBundles } from './bundle-functions.ts';
import type { RecordWay, WayStep } from './record-way.ts';
import { acceptedRows, defaultsOf, placedInRecords } from './unwritten-cells.ts';

/** Records after a way, and those that were left out on it; read = what came through + left out. */
export type Taken = {
  readonly batch: RecordBatch;
  /** The rows, of what was given, that came through. */
  readonly rows: readonly number[];
  readonly leftOut: Refused;
  /** Cells that no record wrote. */
  readonly unwritten: UnwrittenCells;
  /** Of those, the ones that hold a default which stands for unknown and could be a true value. */
  readonly unknown: UnknownCells;
  /** Records that hold what a reader or a converter filled in, by field of the last version. */
  readonly filled: ReadonlyMap<FieldId, { readonly count: number; readonly means: 'value' | 'unknown' }>;
  /** Rows of the batch that hold fewer tokens than their text has, because a converter cut them, by field of the last version. */
  readonly truncated: ReadonlyMap<FieldId, readonly number[]>;
};

export type Given = Pick<Taken, 'batch' | 'unwritten' | 'unknown'>;

type Cells = ReadonlyMap<FieldId, ReadonlySet<number> | 'all'>;

/**
 * Takes records along a way, a step at a time. Each of them comes through, is refused by one field for one reason, or is passed over, and
 * nothing of that depends on how they stand.
 *
 * @faults TOKENIZER_RANKS_LACKING
 */
export async function takeWay(
  way: RecordWay,
  given: Given,
  bundles: FunctionBundles = new Map(),
): Promise<Taken | Fault> {
  let at: Taken = {
    ...given,
    rows: Array.from({ length: given.batch.numRows }, (_, row) => row),
    leftOut: { rejects: [], batch: batchOf(way[0]!.from.schema, []) },
    filled: new Map(),
    truncated: new Map(),
  };
  for (const step of way) {
    const next = await takeStep(step, at, bundles);
    if (next instanceof Fault) return next;
    at = next;
  }
  return at;
}

/** What one step makes of a batch: rows are those of the batch. */
type Stepped = {
  readonly batch: RecordBatch;
  readonly rows: readonly number[];
  readonly leftOut: readonly LeftOut[];
  readonly asNext: (batch: RecordBatch, rows: readonly number[]) => RecordBatch;
  readonly unwritten: Cells;
  readonly unknown: Cells;
  readonly filled: Taken['filled'];
  /** Rows of what was given to the step. */
  readonly truncated: Taken['truncated'];
};

async function takeStep(step: WayStep, at: Taken, bundles: FunctionBundles): Promise<Taken | Fault> {
  const done = step.kind === 'read' ? readBatch(step, at) : await converted(step, at, bundles);
  if (done instanceof Fault) return done;
  const newer = step.to.schema;
  const gone = done.leftOut.map(({ row }) => row);
  const left: LeftRecord[] = [
    ...carried(at.leftOut, newer, done),
    ...recordsOf(done.leftOut, newer, done.asNext(at.batch, gone)).map(({ one, record }) => ({
      one: { ...one, row: at.rows[one.row]! },
      record,
    })),
  ];
  left.sort((a, b) => a.one.row - b.one.row);
  return {
    batch: done.batch,
    rows: done.rows.map(row => at.rows[row]!),
    leftOut: {
      rejects: left.map(({ one }) => one),
      batch: batchOf(
        newer,
        left.map(({ record }) => record),
      ),
    },
    unwritten: done.unwritten,
    unknown: done.unknown,
    filled: new Map(
      [...at.filled, ...done.filled]
        .filter(([id]) => newer.fields.some(field => field.id === id))
        .map(([id, { count, means }]) => [id, { count: Math.min(count, done.rows.length), means }]),
    ),
    truncated: stillTruncated(at.truncated, done, newer),
  };
}

/** What was cut before and what is cut now, of the records and the fields that came through, by the places they have then. */
function stillTruncated(
  before: Taken['truncated'],
  { truncated, rows }: Stepped,
  { fields }: Schema,
): Taken['truncated'] {
  if (before.size === 0 && truncated.size === 0) return NONE_CUT;
  const places = new Map(rows.map((row, place) => [row, place]));
  return new Map(
    fields.flatMap(({ id }) => {
      const cut = new Set([...(before.get(id) ?? []), ...(truncated.get(id) ?? [])]);
      const its = [...cut].flatMap(row => places.get(row) ?? []).sort((a, b) => a - b);
      return its.length === 0 ? [] : [[id, its] as const];
    }),
  );
}

const NONE_CUT: Taken['truncated'] = new Map();

type LeftRecord = { readonly one: LeftOut; readonly record: RecordValues };

const recordsOf = (
  leftOut: readonly LeftOut[],
  schema: Schema,
  batch: RecordBatch,
): readonly LeftRecord[] => {
  const records = rowsOf(schema, batch);
  return leftOut.map((one, index) => ({ one, record: records[index]! }));
};

/** What was left out before, as the next version would hold it, so that it can be told by its key. */
function carried({ rejects, batch }: Refused, next: Schema, { asNext }: Stepped): readonly LeftRecord[] {
  const rows = rejects.map((_, row) => row);
  return recordsOf(rejects, next, asNext(batch, rows));
}

/** @throws TypeError: a plan that refuses is on no way. */
function readBatch(
  { from, to, plan }: Extract<WayStep, { kind: 'read' }>,
  { batch, unwritten, unknown }: Taken,
): Stepped {
  const applied = applyPlan(plan, from.schema, to.schema, batch);
  if (applied.kind === 'refused') throw new TypeError('a way refuses all records');
  const { accepted, rejects, counts } = applied;
  const out = new Set(rejects.map(({ row }) => row));
  const rows = Array.from({ length: batch.numRows }, (_, row) => row).filter(row => !out.has(row));
  const filledAll = plan.fields.flatMap(({ kind, field }) => (kind === 'default' ? [field] : []));
  const confused = to.schema.fields.filter(
    field => filledAll.includes(field.id) && confusesUnknown(field, field.default),
  );
  const means = new Map(
    placedInRecords(to.schema.fields).map(({ id, default: its }) => [
      id,
      its.kind === 'value' ? its.means : 'unknown',
    ]),
  );
  return {
    batch: accepted,
    rows,
    leftOut: rejects,
    asNext: (some, wanted) => rowsAsRead(plan, from.schema, to.schema, some, wanted),
    unwritten: new Map([...kept(unwritten, out), ...defaultsOf(plan.fields).map(id => [id, 'all'] as const)]),
    unknown: new Map([...kept(unknown, out), ...confused.map(({ id }) => [id, 'all'] as const)]),
    filled: new Map(
      [...counts.defaultsFilled].map(([id, count]) => [id, { count, means: means.get(id) ?? 'unknown' }]),
    ),
    truncated: NONE_CUT,
  };
}

async function converted(
  { from, plan }: Extract<WayStep, { kind: 'convert' }>,
  { batch, unwritten, unknown }: Taken,
  bundles: FunctionBundles,
): Promise<Stepped | Fault> {
  const encodings = encodingsFor([plan]);
  if (encodings instanceof Fault) return encodings;
  // What a person is to approve must not have come by chance.
  const chain = chainOf([plan], { bundles, checks: 'all' });
  const done = await convertBatch(chain, batch);
  leaveChain(chain);
  if (done instanceof Fault) return done;
  const through = new Set(done.rows);
  const refused = new Set(done.rejects.map(({ row }) => row));
  const skipped = Array.from({ length: batch.numRows }, (_, row) => row)
    .filter(row => !through.has(row) && !refused.has(row))
    .map(row => ({ row, skipped: true as const }));
  const rejects = done.rejects.map(({ row, field, code }) => ({ row, field, code }));
  const out = new Set([...refused, ...skipped.map(({ row }) => row)]);
  const constants = plan.fields.flatMap(constantsIn);
  const confused = constants.filter(
    ({ field, value, means }) =>
      means === 'unknown' && confusesUnknown(field, { kind: 'value', value, means }),
  );
  const cells = (of: Cells): Cells => sourced(plan.fields, from.schema, kept(of, out));
  return {
    batch: done.converted,
    rows: [...done.rows],
    leftOut: [...rejects, ...skipped].sort((a, b) => a.row - b.row),
    asNext: (some, wanted) => rowsAsConverted(plan, some, wanted, encodings),
    unwritten: new Map([...cells(unwritten), ...constants.map(({ field }) => [field.id, 'all'] as const)]),
    unknown: new Map([...cells(unknown), ...confused.map(({ field }) => [field.id, 'all'] as const)]),
    filled: new Map(defaultsIn(plan.fields).map(([id, means]) => [id, { count: done.rows.length, means }])),
    truncated: done.truncated,
  };
}

/** The cells of rows that came through, by the places they have then. */
const kept = (cells: Cells, out: ReadonlySet<number>): Cells =>
  new Map(
    [...cells].map(([id, rows]) => [id, rows === 'all' ? rows : new Set(acceptedRows([...rows], out))]),
  );

type Constant = Extract<FieldConversion, { kind: 'constant' }>;

const constantsIn = (conversion: FieldConversion): readonly Constant[] => {
  if (conversion.kind === 'constant') return [conversion];
  return conversion.kind === 'struct' ? conversion.members.flatMap(constantsIn) : [];
};

/** What nobody wrote is written by no converter: by the fields that were made of such cells. */
function sourced(fields: readonly FieldConversion[], old: Schema, cells: Cells): Cells {
  const found = new Map<FieldId, ReadonlySet<number> | 'all'>();
  for (const conversion of fields) {
    if (conversion.kind === 'struct') {
      for (const [id, rows] of sourced(conversion.members, old, cells)) found.set(id, rows);
      continue;
    }
    const source = conversion.kind === 'value' ? fieldAt(old.fields, conversion.way) : undefined;
    const rows = source && cells.get(source.id);
    if (rows !== undefined) found.set(conversion.field.id, rows);
  }
  return found;
}

function fieldAt(fields: readonly Field[], [at, ...more]: readonly number[]): Field | undefined {
  const field = at === undefined ? undefined : fields[at];
  if (field === undefined || more.length === 0) return field;
  return field.type.kind === 'struct' ? fieldAt(field.type.fields, more) : undefined;
}
