import { LIMITS } from '../../base/limits.ts';
import { TIME_UNITS } from '../../contract/time-unit.ts';
import type { Value } from '../../contract/value.ts';
import { decadeUnit } from '../doubts/decade.ts';
import { stepRatio } from '../doubts/step-ratio.ts';
import { timeFactor } from '../doubts/time-factor.ts';
import { centuryDoubt, yearsOfTexts } from '../doubts/year-doubts.ts';
import { exactText } from './exact-text.ts';
import { numeralOf } from './numeral.ts';
import type { ColumnType, Table, TypedColumn } from './typed-column.ts';

/**
 * What is odd in one file by itself, whatever the other says. It is no difference, and changes no verdict: only who knows
 * the data can say whether it is wrong.
 */
export type TableDoubt<V = never> = {
  readonly side: 'old' | 'new';
  readonly column: string;
  /** Cells that it is about, of how many that hold anything. */
  readonly cells: number;
  readonly of: number;
  /** The first of them, by their places in the file, from 0. */
  readonly rows: readonly number[];
  /** Beside each of them its key, part by part; empty without a key. */
  readonly keys: readonly (readonly (string | V)[])[];
} & DoubtRule<V>;

export type DoubtRule<V = never> =
  /** A unit, of a type or in the name of a column, in which the values make no sense. */
  | {
      readonly code: 'UNIT_SUSPECT';
      readonly how: 'decade' | 'witness';
      readonly unit: string;
      readonly seems: string;
      readonly factor: number;
      readonly witness: string | null;
    }
  /** Few cells are of another kind than all others. */
  | { readonly code: 'KINDS_MIXED'; readonly kind: CellKind; readonly others: CellKind }
  /** Dates that are likely a century late; `from` is the first such year. */
  | { readonly code: 'CENTURY_SUSPECT'; readonly from: number | V }
  /** Times that the clock of the zone never showed, and are nulls, or showed twice, and are the first of the two. */
  | { readonly code: 'CLOCK_SKIPPED' | 'CLOCK_TWICE'; readonly zone: string }
  /** Different texts that are one in a Unicode form; `values` of them become `collapsed`. */
  | {
      readonly code: 'EQUAL_AFTER_NFC';
      readonly values: number;
      readonly collapsed: number;
    };

type CellKind = 'text' | 'number' | 'truth' | 'nested';

/** @param key  the columns that tell a row from others */
export const tableDoubts = (old: Table, later: Table, key: readonly string[]): readonly TableDoubt[] => [
  ...sideDoubts('old', old, key),
  ...sideDoubts('new', later, key),
];

function sideDoubts(
  side: TableDoubt['side'],
  { columns, rows }: Table,
  key: readonly string[],
): TableDoubt[] {
  const named = key.map(name => columns.find(column => column.name === name)!);
  const keyOf = (row: number): readonly string[] =>
    named.map(({ type, cells }) => {
      const cell = cells[row]!;
      return cell === null ? 'null' : exactText(type, cell);
    });
  const asks = [
    kindDoubt,
    decadeDoubt,
    yearDoubt,
    formDoubt,
    clockDoubt('CLOCK_SKIPPED', 'skipped'),
    clockDoubt('CLOCK_TWICE', 'twice'),
    (column: TypedColumn) => stepDoubt(column, columns, rows),
  ];
  return columns.flatMap(column =>
    asks.flatMap(ask => {
      const found = ask(column);
      if (found === undefined) return [];
      const listed = found.rows.slice(0, LIMITS.doubt_samples_max);
      return [
        {
          ...found.rule,
          side,
          column: column.name,
          cells: found.cells ?? found.rows.length,
          of: column.cells.reduce<number>((sum, cell) => sum + Number(cell !== null), 0),
          rows: listed,
          keys: named.length === 0 ? [] : listed.map(keyOf),
        },
      ];
    }),
  );
}

/** Without `cells`, as many as there are rows. */
type Found = { readonly rule: DoubtRule; readonly rows: readonly number[]; readonly cells?: number };

/** Of more cells than one in twenty nobody can say that they are the odd ones. */
const ODD_SHARE = 0.05;

function kindDoubt({ type, cells }: TypedColumn): Found | undefined {
  const kindOf = KIND_OF[type.kind === 'json' && type.shape === undefined ? 'json' : type.kind];
  if (kindOf === undefined) return undefined;
  const rows = new Map<CellKind, number[]>();
  let [held, most] = [0, 0];
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell === null) continue;
    const kind = kindOf(cell as string);
    const found = rows.get(kind) ?? [];
    rows.set(kind, found);
    most = Math.max(most, found.push(row));
    held++;
  }
  if (rows.size !== 2 || held - most > ODD_SHARE * held) return undefined;
  const [[others], [kind, odd]] = [...rows].sort((a, b) => b[1].length - a[1].length) as [
    [CellKind, number[]],
    [CellKind, number[]],
  ];
  return { rule: { code: 'KINDS_MIXED', kind, others }, rows: odd };
}

/** Cells that have kinds of their own: those of JSON that mixes them, as canonical JSON, and texts of which some are numerals. */
const KIND_OF: Readonly<Partial<Record<ColumnType['kind'], (cell: string) => CellKind>>> = {
  json: cell =>
    cell.startsWith('"') ? 'text' : /^[[{]/.test(cell) ? 'nested' : /^[tf]/.test(cell) ? 'truth' : 'number',
  text: cell => (/^[-0-9.]/.test(cell) && numeralOf(cell) !== undefined ? 'number' : 'text'),
};

function decadeDoubt({ type, cells }: TypedColumn): Found | undefined {
  if (type.kind !== 'timestamp') return undefined;
  const held = (cells as readonly (bigint | null)[]).filter(cell => cell !== null);
  const seems = decadeUnit(held, type.unit);
  if (seems === undefined) return undefined;
  const factor = Number(TIME_UNITS[seems]) / Number(TIME_UNITS[type.unit]);
  const rule = {
    code: 'UNIT_SUSPECT',
    how: 'decade',
    unit: type.unit,
    seems,
    factor,
    witness: null,
  } as const;
  return { rule, rows: [], cells: held.length };
}

function yearDoubt({ type, cells }: TypedColumn): Found | undefined {
  const years = yearsOf(type, cells);
  const from = years && centuryDoubt(years.filter(year => !Number.isNaN(year)));
  if (from === undefined) return undefined;
  return { rule: { code: 'CENTURY_SUSPECT', from }, rows: placesOf(years!, year => year >= from) };
}

function yearsOf(type: ColumnType, cells: readonly Value[]): readonly number[] | undefined {
  // A calendar is slow, and the days of a file are few.
  const known = new Map<number, number>();
  const ofDays = (days: number): number => {
    const seen = known.get(days);
    if (seen !== undefined) return seen;
    const year = new Date(days * 86_400_000).getUTCFullYear();
    known.set(days, year);
    return year;
  };
  switch (type.kind) {
    case 'date':
      return cells.map(cell => (cell === null ? Number.NaN : ofDays(cell as number)));
    case 'timestamp': {
      const day = 86_400n * TIME_UNITS[type.unit];
      return cells.map(cell => (cell === null ? Number.NaN : ofDays(Number((cell as bigint) / day))));
    }
    case 'text':
      return yearsOfTexts(cells as readonly (string | null)[]);
    default:
      return undefined;
  }
}

const placesOf = <T>(items: readonly T[], isMeant: (item: T) => boolean): readonly number[] =>
  items.flatMap((item, at) => (isMeant(item) ? [at] : []));

function formDoubt({ type, cells }: TypedColumn): Found | undefined {
  if (type.kind !== 'text') return undefined;
  const texts = cells as readonly (string | null)[];
  // What has no character of these is in the form already, and of two that become one, one at least is not.
  if (!texts.some(cell => cell !== null && COMPOSABLE.test(cell))) return undefined;
  const spellings = new Map<string, Set<string>>();
  for (const cell of texts) {
    if (cell === null || !BEYOND_ASCII.test(cell)) continue;
    const form = cell.normalize('NFC');
    spellings.set(form, (spellings.get(form) ?? new Set()).add(cell));
  }
  const several = [...spellings.values()].filter(({ size }) => size > 1);
  if (several.length === 0) return undefined;
  const meant = new Set(several.flatMap(spelled => [...spelled]));
  return {
    rule: { code: 'EQUAL_AFTER_NFC', values: meant.size, collapsed: several.length },
    rows: placesOf(texts, cell => cell !== null && meant.has(cell)),
  };
}

/** Plain ASCII has one form. */
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Below them every character stands for itself in Unicode form NFC. */
const COMPOSABLE = /[^\0-\u02ff]/;

const clockDoubt =
  (code: 'CLOCK_SKIPPED' | 'CLOCK_TWICE', which: 'skipped' | 'twice') =>
  ({ clock }: TypedColumn): Found | undefined =>
    clock === undefined || clock[which].length === 0
      ? undefined
      : { rule: { code, zone: clock.zone }, rows: clock[which] };

/** A column whose name says a unit of time, held against each that says when. */
function stepDoubt(
  { name, type, cells }: TypedColumn,
  columns: readonly TypedColumn[],
  rows: number,
): Found | undefined {
  const [unit, seconds] = unitInName(name) ?? [];
  if (unit === undefined || seconds === undefined || !STEPS.has(type.kind)) return undefined;
  const series = Float64Array.from(cells, cell => (cell === null ? Number.NaN : Number(cell) * seconds));
  for (const clock of columns) {
    const factorOf = SECONDS_OF[clock.type.kind]?.(clock.type);
    if (factorOf === undefined) continue;
    const [first] = clock.cells.filter(cell => cell !== null);
    const witness = Float64Array.from(clock.cells, cell =>
      cell === null ? Number.NaN : since(cell, first!) * factorOf,
    );
    const ratio = stepRatio(series.subarray(0, rows), witness.subarray(0, rows));
    const known = ratio && timeFactor(ratio.factor, seconds);
    if (known === undefined) continue;
    const { unit: seems, factor } = known;
    const rule = { code: 'UNIT_SUSPECT', how: 'witness', unit, seems, factor, witness: clock.name } as const;
    return { rule, rows: [], cells: ratio!.agreeing };
  }
  return undefined;
}

const STEPS: ReadonlySet<ColumnType['kind']> = new Set(['int', 'decimal', 'float']);

const since = (cell: Exclude<Value, null>, first: Exclude<Value, null>): number =>
  typeof cell === 'bigint' ? Number(cell - (first as bigint)) : (cell as number) - (first as number);

const SECONDS_OF: Readonly<Partial<Record<ColumnType['kind'], (type: ColumnType) => number>>> = {
  date: () => 86_400,
  timestamp: type => (type.kind === 'timestamp' ? 1 / Number(TIME_UNITS[type.unit]) : Number.NaN),
};

const NAMED: Readonly<Record<string, readonly [code: string, seconds: number]>> = {
  ns: ['ns', 1e-9],
  us: ['us', 1e-6],
  µs: ['us', 1e-6],
  ms: ['ms', 1e-3],
  s: ['s', 1],
  sec: ['s', 1],
  secs: ['s', 1],
  seconds: ['s', 1],
  min: ['min', 60],
  minutes: ['min', 60],
  h: ['h', 3600],
  hours: ['h', 3600],
  days: ['d', 86_400],
};

/** `elapsed_ms`, `Test Time (s)`, `time / s`. */
function unitInName(name: string): readonly [code: string, seconds: number] | undefined {
  const word = /[^\p{L}\p{N}](\p{L}+)[)\]]?$/u.exec(name)?.[1]?.toLowerCase();
  return word !== undefined && Object.hasOwn(NAMED, word) ? NAMED[word] : undefined;
}
