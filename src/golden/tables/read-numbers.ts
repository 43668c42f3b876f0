import { NULL_SPAN, type Spans } from '../../codec/cells/spanned-column.ts';
import type { WrittenColumn } from '../../codec/cells/written-column.ts';
import type { Value } from '../../contract/value.ts';
import { integerOf, isToldByDouble, NumeralScan } from './numeral.ts';
import { type ColumnType, DOUBLE_DIGITS } from './typed-column.ts';

type Numbers = { readonly type: ColumnType; readonly cells: readonly Value[] };

/** What programs write for a float that is no number. */
const NO_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['nan', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['inf', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

/** The cells of a column in which each is the literal of a number; undefined where one is not. */
export function readNumbers(column: WrittenColumn): Numbers | undefined {
  const seen = numeralsIn(column);
  if (seen === undefined) return undefined;
  const { most, digits, scale, hasPoint, isFloat } = seen;
  if (isFloat) return floats(column.cells, most);
  if (most <= DOUBLE_DIGITS) {
    const type = hasPoint ? ({ kind: 'decimal', digits: most, scale } as const) : ({ kind: 'int' } as const);
    return { type, cells: shortNumbers(seen) };
  }
  const { cells } = column;
  if (hasPoint) return { type: { kind: 'decimal', digits, scale }, cells };
  return { type: { kind: 'int' }, cells: cells.map(cell => (cell === null ? null : integerOf(cell))) };
}

function floats(cells: readonly (string | null)[], most: number): Numbers | undefined {
  const doubles = cells.map(cell => (cell === null ? null : (NO_NUMBERS.get(cell) ?? Number(cell))));
  // A literal beyond every double is no infinity.
  const isLost = doubles.some(
    (value, at) => value !== null && !Number.isFinite(value) && !NO_NUMBERS.has(cells[at]!),
  );
  if (isLost) return undefined;
  const type = { kind: 'float', bits: 64, isWritten: true } as const;
  // An exponent says that a literal stands for a float; one cell that has it says nothing of the others.
  const isExact = most <= DOUBLE_DIGITS || cells.every(cell => cell === null || isFloatOrTold(cell));
  return {
    type,
    cells: isExact ? doubles : cells.map(cell => (cell === null ? null : (NO_NUMBERS.get(cell) ?? cell))),
  };
}

const isFloatOrTold = (cell: string): boolean =>
  NO_NUMBERS.has(cell) || /e/i.test(cell) || isToldByDouble(cell);

type Seen = {
  /** Digits of the longest literal. */
  readonly most: number;
  /** Digits of one that holds them all, `scale` behind the point. */
  readonly digits: number;
  readonly scale: number;
  readonly hasPoint: boolean;
  readonly isFloat: boolean;
  /** Of each literal its digits as a whole number, and how many of them stand behind the point, or that it is a null. */
  readonly unscaled: Float64Array;
  readonly scales: Uint8Array;
};

/** Of a null, which is more digits than a short number has. */
const NULL_SCALE = 255;

/** What all literals of a column need; undefined where one cell is none, or all are no numbers. */
function numeralsIn(column: WrittenColumn): Seen | undefined {
  const length = column.spans?.length ?? column.cells.length;
  const read = column.spans === undefined ? cellScan(column) : spanScan(column.spans, column);
  const scan = new NumeralScan();
  const [unscaled, scales] = [new Float64Array(length), new Uint8Array(length)];
  let [most, whole, scale, hasPoint, isFloat, numbers] = [0, 0, 0, false, false, 0];
  for (let row = 0; row < length; row++) {
    const found = read(row, scan);
    if (found === 'null') scales[row] = NULL_SCALE;
    else if (found === 'no number') isFloat = true;
    else if (found === 'other') return undefined;
    else {
      numbers++;
      if (scan.digits > most) most = scan.digits;
      if (scan.digits - scan.scale > whole) whole = scan.digits - scan.scale;
      if (scan.scale > scale) scale = scan.scale;
      hasPoint ||= scan.hasPoint;
      isFloat ||= scan.hasExponent;
      unscaled[row] = scan.isNegative ? -scan.unscaled : scan.unscaled;
      scales[row] = scan.scale;
    }
  }
  if (numbers === 0) return undefined;
  return { most, digits: whole + scale, scale, hasPoint, isFloat, unscaled, scales };
}

type Found = 'null' | 'number' | 'no number' | 'other';
type Scan = (row: number, scan: NumeralScan) => Found;

function spanScan({ text, starts, ends }: Spans, column: WrittenColumn): Scan {
  return (row, scan) => {
    const start = starts[row]!;
    if (start >= 0) {
      if (scan.read(text, start, ends[row]!)) return 'number';
      return NO_NUMBERS.has(text.slice(start, ends[row])) ? 'no number' : 'other';
    }
    return start === NULL_SPAN ? 'null' : foundIn(column.cells[row]!, scan);
  };
}

const cellScan =
  ({ cells }: WrittenColumn): Scan =>
  (row, scan) => {
    const cell = cells[row]!;
    return cell === null ? 'null' : foundIn(cell, scan);
  };

function foundIn(cell: string | null, scan: NumeralScan): Found {
  if (cell === null) return 'null';
  if (scan.read(cell, 0, cell.length)) return 'number';
  return NO_NUMBERS.has(cell) ? 'no number' : 'other';
}

/** The nearest doubles: both of a quotient are exact, so it is rounded once. */
function shortNumbers({ unscaled, scales }: Seen): readonly Value[] {
  const cells: Value[] = [];
  for (let row = 0; row < unscaled.length; row++) {
    const scale = scales[row]!;
    // Plus 0, since no zero has a sign.
    cells.push(scale === NULL_SCALE ? null : unscaled[row]! / POWERS[scale]! + 0);
  }
  return cells;
}

const POWERS: readonly number[] = Array.from({ length: DOUBLE_DIGITS + 1 }, (_, power) => 10 ** power);
