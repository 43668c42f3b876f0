import type { Value } from '../../contract/value.ts';
import type { Join } from '../key.ts';
import { type NumberError, NumberErrorSum } from '../number-error.ts';
import { type CellCounts, findPattern } from '../patterns/find-pattern.ts';
import type { Pattern } from '../patterns/pattern.ts';
import type { UnifiedColumn } from './unify.ts';

/** Numbers of a column that is compared as text, because no type of numbers holds all of it; bigints of one scale. */
type FiniteNumbers = {
  readonly scale: number;
  readonly old: readonly Value[];
  readonly new: readonly Value[];
};

/** What long integers beside `NaN` or an infinity say as the numbers they are, as other columns of numbers do. */
export class FiniteColumn {
  readonly #column: UnifiedColumn;
  readonly #join: Join;
  readonly #numbers: FiniteNumbers;
  /** Rows in which both sides are finite and differ, and those in which a side that differs is not. */
  readonly #differing: { readonly finite: number; readonly other: number };

  private constructor(column: UnifiedColumn, join: Join, numbers: FiniteNumbers) {
    this.#column = column;
    this.#join = join;
    this.#numbers = numbers;
    let [finite, other] = [0, 0];
    for (const { from, to, a, b } of this.#pairs()) {
      if (from === null || to === null || from === to) continue;
      if (a === null || b === null) other++;
      else finite++;
    }
    this.#differing = { finite, other };
  }

  /** Undefined where the column is of another kind. */
  static of(column: UnifiedColumn, join: Join): FiniteColumn | undefined {
    const areNumbers = [column.types.old, column.types.new].every(({ kind }) => NUMERIC.has(kind));
    if (!areNumbers || column.type.kind !== 'string') return undefined;
    const all = [column.old, column.new];
    const scales = all.flatMap(cells => cells.map(decimalsOf));
    // A double of many digits is no number that anybody counts with.
    const scale = scales.reduce((most, each) => Math.max(most, each), 0);
    if (scale > DECIMALS_MAX) return undefined;
    const [old, later] = all.map(cells => cells.map(cell => unscaledOf(cell, scale)));
    return new FiniteColumn(column, join, { scale, old: old!, new: later! });
  }

  get error(): NumberError {
    const sum = new NumberErrorSum(this.#numbers.scale);
    for (const { from, to, a, b } of this.#pairs()) {
      if (typeof a === 'bigint' && typeof b === 'bigint') sum.add(a, b);
      else if (from !== to && isInfinite(from) && isInfinite(to)) sum.overflow();
    }
    return sum.finish();
  }

  /** The rule of the cells that differ, where all of them are finite. */
  pattern(counts: CellCounts): Pattern | undefined {
    if (this.#differing.finite < 2 || this.#differing.other > 0)
      return findPattern(this.#column, this.#join, counts);
    const { name, unit, types, isTypeChanged } = this.#column;
    const { scale, old, new: later } = this.#numbers;
    const read = { old, new: later };
    return findPattern(
      {
        ...{ name, unit, types, isTypeChanged, ...read, read, isOneReading: true },
        type: { kind: 'decimal', precision: PRECISION, scale },
        valueAt: (side, row) => read[side][row]!,
      },
      this.#join,
      counts,
    );
  }

  *#pairs() {
    const { before, after } = this.#join;
    const { old, new: later } = this.#numbers;
    for (let pair = 0; pair < before.length; pair++) {
      const [row, other] = [before[pair]!, after[pair]!];
      yield { from: this.#column.old[row]!, to: this.#column.new[other]!, a: old[row]!, b: later[other]! };
    }
  }
}

const NUMERIC: ReadonlySet<string> = new Set(['int', 'decimal', 'float', 'null']);
const DECIMALS_MAX = 400;
/** More than counts: nothing is written of them. */
const PRECISION = 1000;

const PLAIN = /^-?[0-9]+(?:\.[0-9]+)?$/;

const decimalsOf = (cell: Value): number =>
  typeof cell === 'string' && PLAIN.test(cell) ? (cell.split('.')[1] ?? '').length : 0;

/** Null where it is no finite number. */
function unscaledOf(cell: Value, scale: number): Value {
  if (typeof cell !== 'string' || !PLAIN.test(cell)) return null;
  const [whole, decimals = ''] = cell.split('.');
  return BigInt(`${whole}${decimals.padEnd(scale, '0')}`);
}

const isInfinite = (cell: Value): boolean => typeof cell === 'string' && /^-?Infinity$/.test(cell);
