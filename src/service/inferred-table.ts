import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { csvCells } from '../codec/cells/csv-cells.ts';
import { jsonCells } from '../codec/cells/json-cells.ts';
import type { WrittenColumn, WrittenTable } from '../codec/cells/written-column.ts';
import { bareField } from '../contract/bare-field.ts';
import { batchOf } from '../contract/batch.ts';
import { decimalOfText } from '../contract/decimal-text.ts';
import type { Field, TypeOf } from '../contract/field.ts';
import { parseUnit } from '../contract/parse-unit.ts';
import type { Schema } from '../contract/schema.ts';
import type { Value } from '../contract/value.ts';
import { inferColumn } from '../golden/tables/infer-column.ts';
import { isToldByDouble, numeralOf } from '../golden/tables/numeral.ts';
import type { TypedColumn } from '../golden/tables/typed-column.ts';
import { wholeFile } from './read-table.ts';
import type { ShadowInput } from './shadow-inputs.ts';

/** Files that do not say what they hold, as all of their cells together say it. */
export type InferredTable = { readonly schema: Schema; readonly batches: () => Iterable<RecordBatch> };

/**
 * CSV and JSON of one side, whole: a column has the type that every cell of every file has.
 *
 * @faults TABLE_TOO_LARGE FILE_UNREADABLE SHADOW_SCHEMAS_APART, and those of `csvCells` and `jsonCells`
 */
export function inferredTable(
  inputs: readonly ShadowInput[],
  nulls: ReadonlySet<string>,
): InferredTable | Fault {
  let all: WrittenTable | undefined;
  for (const input of inputs) {
    const bytes = wholeFile(input.place, input.path);
    if (bytes instanceof Fault) return bytes;
    const written =
      input.format === 'csv' ? csvCells(input.path, bytes, nulls) : jsonCells(input.path, bytes);
    if (written instanceof Fault) return written;
    const put: WrittenTable | Fault = all === undefined ? written : together(all, written, input, inputs[0]!);
    if (put instanceof Fault) return put;
    all = put;
    if (all.rows * all.columns.length > LIMITS.compared_cells_max)
      return new Fault('TABLE_TOO_LARGE', {
        file: input.path,
        what: 'cells',
        limit: LIMITS.compared_cells_max,
      });
  }
  const columns = (all?.columns ?? []).map(column => laid(inferColumn(column)));
  const fields = columns.map(({ field }, at) => ({ ...field, id: at + 1 }));
  const schema: Schema = { fields, normalizer: undefined, key: [], label: undefined, slices: [] };
  return {
    schema,
    batches: () =>
      batchesOf(
        schema,
        columns.map(({ cells }) => cells),
        all?.rows ?? 0,
      ),
  };
}

/** In JSON a record may lack a key; a header of CSV names all columns. */
function together(
  a: WrittenTable,
  b: WrittenTable,
  input: ShadowInput,
  first: ShadowInput,
): WrittenTable | Fault {
  const names = [...new Set([...a.columns, ...b.columns].map(({ name }) => name))];
  const columns: WrittenColumn[] = [];
  for (const name of names) {
    const [one, other] = [a, b].map(table => table.columns.find(column => column.name === name));
    if ((one === undefined || other === undefined) && (input.format === 'csv' || first.format === 'csv')) {
      const [found, expected] = other === undefined ? ['absent', 'there'] : ['there', 'absent'];
      return new Fault('SHADOW_SCHEMAS_APART', {
        file: input.path,
        first: first.path,
        column: name,
        found: found!,
        expected: expected!,
      });
    }
    const [left, right] = [one ?? blank(name, a.rows), other ?? blank(name, b.rows)];
    columns.push({
      name,
      cells: left.cells.concat(right.cells),
      kinds: left.kinds && right.kinds && left.kinds.concat(right.kinds),
      absent: left.absent + right.absent,
    });
  }
  return { columns, rows: a.rows + b.rows };
}

const blank = (name: string, rows: number): WrittenColumn => ({
  name,
  cells: new Array<null>(rows).fill(null),
  kinds: new Array<'null'>(rows).fill('null'),
  absent: rows,
});

type Laid = { readonly field: Field; readonly cells: readonly Value[] };

const INT64_END = 2n ** 63n;

/** Under a type that contracts have, in which no two numbers become one; a column that none has room for is text. */
function laid({ name, type, cells }: TypedColumn): Laid {
  const field = (kind: Field['type'], logical: Field['logical']): Field =>
    bareField(1, name, kind, logical, true);
  const each = (lay: (value: Exclude<Value, null>) => Value): readonly Value[] =>
    cells.map(cell => (cell === null ? null : lay(cell)));
  const doubles = (): Laid => ({ field: field({ kind: 'float64' }, 'number'), cells: each(Number) });
  const texts = (): Laid => ({ field: field({ kind: 'string' }, 'text'), cells: each(String) });
  const digits = (literals: readonly (string | null)[]): Laid | undefined => {
    const decimal = decimalFor(literals);
    return (
      decimal && {
        field: field(decimal, 'number'),
        cells: literals.map(text => (text === null ? null : unscaledOf(text, decimal))),
      }
    );
  };
  switch (type.kind) {
    case 'bool':
      return { field: field({ kind: 'bool' }, 'flag'), cells };
    case 'int': {
      const whole = each(value => BigInt(value as number | bigint));
      if (
        whole.every(
          value => value === null || ((value as bigint) < INT64_END && (value as bigint) >= -INT64_END),
        )
      )
        return { field: field({ kind: 'int64' }, 'number'), cells: whole };
      return digits(cells.map(cell => (cell === null ? null : String(cell)))) ?? texts();
    }
    case 'decimal': {
      const literals = cells.filter(cell => typeof cell === 'string');
      if (literals.every(isToldByDouble)) return doubles();
      return digits(cells.map(cell => (cell === null ? null : String(cell)))) ?? texts();
    }
    case 'float':
      return doubles();
    case 'date':
      return { field: field({ kind: 'date' }, 'date'), cells };
    case 'timestamp': {
      const unit = parseUnit(type.unit);
      if (unit instanceof Error) throw unit;
      return { field: { ...field({ kind: 'timestamp', zone: type.zone }, 'timestamp'), unit }, cells };
    }
    default:
      return texts();
  }
}

type Decimal = TypeOf<'decimal'>;

/** The least decimal that has each literal; undefined where they need more digits than any has. */
function decimalFor(literals: readonly (string | null)[]): Decimal | undefined {
  let [whole, scale] = [1, 0];
  for (const literal of literals) {
    if (literal === null) continue;
    const numeral = numeralOf(literal)!;
    whole = Math.max(whole, numeral.digits - numeral.scale);
    scale = Math.max(scale, numeral.scale);
  }
  return whole + scale > LIMITS.decimal_digits_max
    ? undefined
    : { kind: 'decimal', precision: whole + scale, scale };
}

function unscaledOf(literal: string, decimal: Decimal): bigint {
  const value = decimalOfText(literal, decimal);
  if (typeof value !== 'bigint')
    throw new TypeError('a literal does not fit the decimal that was made for it');
  return value;
}

const BATCH_ROWS = 16_384;

function* batchesOf(
  schema: Schema,
  columns: readonly (readonly Value[])[],
  rows: number,
): Generator<RecordBatch> {
  for (let from = 0; from < rows; from += BATCH_ROWS)
    yield batchOf(
      schema,
      Array.from({ length: Math.min(BATCH_ROWS, rows - from) }, (_, row) =>
        columns.map(cells => cells[from + row]!),
      ),
    );
}
