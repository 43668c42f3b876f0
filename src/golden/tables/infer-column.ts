import { canonicalJson } from '../../base/canonical-json.ts';
import { plainNumeral } from '../../codec/cells/json-cells.ts';
import type { WrittenColumn } from '../../codec/cells/written-column.ts';
import { DATE_FORMS, type DateForm, readDate } from '../../codec/lexical.ts';
import { timestampOfText } from '../../contract/clock-text.ts';
import type { Zone } from '../../contract/field.ts';
import { TIME_UNITS, type TimeUnit } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { integerOf, isToldByDouble, type Numeral, numeralOf } from './numeral.ts';
import { type ColumnType, DOUBLE_DIGITS, type TypedColumn } from './typed-column.ts';

/**
 * The one type that every cell of a written column has exactly; text where there is none. Nothing is trimmed, rounded or
 * taken for a null on the way.
 */
export function inferColumn({ name, cells, kinds, absent }: WrittenColumn): TypedColumn {
  const found = new Set(kinds ?? (cells.some(cell => cell !== null) ? (['any'] as const) : []));
  found.delete('null');
  const made = (typed: Typed): TypedColumn => ({ name, absent, ...typed });
  const [kind, ...others] = found;
  if (kind === undefined) return made({ type: { kind: 'null' }, cells });
  if (others.length > 0)
    return made({ type: { kind: 'json', shape: undefined }, cells: jsonTexts(cells, kinds!) });
  for (const reader of kind === 'null' ? [] : READERS[kind]) {
    const typed = reader(cells);
    if (typed !== undefined) return made(typed);
  }
  return made({ type: kind === 'nested' ? { kind: 'json', shape: undefined } : { kind: 'text' }, cells });
}

type Cells = readonly (string | null)[];
type Typed = { readonly type: ColumnType; readonly cells: readonly Value[] };
type Reader = (cells: Cells) => Typed | undefined;

/** In the order they are asked: no cell is of two of these types. */
const READERS: Readonly<Record<'any' | 'text' | 'number' | 'bool' | 'nested', readonly Reader[]>> = {
  any: [bools, numbers, dates, timestamps],
  text: [dates, timestamps],
  number: [numbers],
  bool: [bools],
  nested: [],
};

/** Each a spelling of its own: a column that mixes them is text. */
const BOOLS: readonly (readonly [no: string, yes: string])[] = [
  ['false', 'true'],
  ['False', 'True'],
  ['FALSE', 'TRUE'],
];

function bools(cells: Cells): Typed | undefined {
  const spelling = BOOLS.find(words => cells.every(cell => cell === null || words.includes(cell)));
  if (spelling === undefined) return undefined;
  return { type: { kind: 'bool' }, cells: cells.map(cell => (cell === null ? null : cell === spelling[1])) };
}

/** What programs write for a float that is no number. */
const NO_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['nan', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['inf', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

function numbers(cells: Cells): Typed | undefined {
  const seen = numeralsIn(cells);
  if (seen === undefined) return undefined;
  const { most, digits, scale, hasPoint, isFloat } = seen;
  if (isFloat) {
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
  if (!hasPoint)
    return { type: { kind: 'int' }, cells: cells.map(cell => (cell === null ? null : integerOf(cell))) };
  if (most > DOUBLE_DIGITS) return { type: { kind: 'decimal', digits, scale }, cells };
  const type = { kind: 'decimal', digits: most, scale } as const;
  return { type, cells: cells.map(cell => (cell === null ? null : Number(cell) + 0)) };
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
};

/** What all literals of a column need; undefined where one cell is none, or all are no numbers. */
function numeralsIn(cells: Cells): Seen | undefined {
  let [most, whole, scale, hasPoint, isFloat, numbers] = [0, 0, 0, false, false, 0];
  for (const cell of cells) {
    if (cell === null) continue;
    const numeral: Numeral | undefined = numeralOf(cell);
    if (numeral === undefined) {
      if (!NO_NUMBERS.has(cell)) return undefined;
      isFloat = true;
      continue;
    }
    numbers++;
    most = Math.max(most, numeral.digits);
    whole = Math.max(whole, numeral.digits - numeral.scale);
    scale = Math.max(scale, numeral.scale);
    hasPoint ||= numeral.hasPoint;
    isFloat ||= numeral.hasExponent;
  }
  return numbers === 0 ? undefined : { most, digits: whole + scale, scale, hasPoint, isFloat };
}

function dates(cells: Cells): Typed | undefined {
  const first = cells.find(cell => cell !== null);
  const form = DATE_FORMS.find(each => typeof readDate(first!, each) === 'number');
  if (form === undefined) return undefined;
  const days = daysIn(cells, form);
  return days && { type: { kind: 'date', form }, cells: days };
}

function daysIn(cells: Cells, form: DateForm): readonly Value[] | undefined {
  const days: Value[] = [];
  for (const cell of cells) {
    const value = cell === null ? null : readDate(cell, form);
    if (typeof value === 'string') return undefined;
    days.push(value);
  }
  return days;
}

const TIMESTAMP =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.([0-9]{1,9}))?)(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?$/;

function timestamps(cells: Cells): Typed | undefined {
  const zones = new Set<Zone>();
  let digits = 0;
  for (const cell of cells) {
    if (cell === null) continue;
    const found = TIMESTAMP.exec(cell);
    if (found === null) return undefined;
    digits = Math.max(digits, found[3]?.length ?? 0);
    zones.add(cell.endsWith('Z') || found[4] !== undefined ? 'instant' : 'local');
  }
  const [zone, other] = zones;
  if (zone === undefined || other !== undefined) return undefined;
  const unit = unitFor(digits);
  const values: Value[] = [];
  for (const cell of cells) {
    const value = cell === null ? null : timestampIn(cell, unit);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return { type: { kind: 'timestamp', unit, zone }, cells: values };
}

const unitFor = (digits: number): TimeUnit =>
  digits === 0 ? 's' : digits <= 3 ? 'ms' : digits <= 6 ? 'us' : 'ns';

/** An offset from UTC is taken off: the moment is what is compared. */
function timestampIn(text: string, unit: TimeUnit): bigint | undefined {
  const [, date, clock, , sign, hours, minutes] = TIMESTAMP.exec(text)!;
  const shown = timestampOfText(`${date}T${clock}`, unit, 'local');
  if (shown === undefined || sign === undefined) return shown;
  const seconds = BigInt(3600 * Number(hours) + 60 * Number(minutes)) * TIME_UNITS[unit];
  return sign === '+' ? shown - seconds : shown + seconds;
}

/** Cells of several kinds, each as canonical JSON: the number 1 is 1.0, and not the text "1". */
const jsonTexts = (cells: Cells, kinds: readonly string[]): readonly Value[] =>
  cells.map((cell, row) => {
    if (cell === null) return null;
    if (kinds[row] === 'text') return canonicalJson(cell);
    return kinds[row] === 'number' ? plainNumeral(cell) : cell;
  });
