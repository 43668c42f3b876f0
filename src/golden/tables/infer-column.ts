import { canonicalJson } from '../../base/canonical-json.ts';
import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { NULL_SPAN } from '../../codec/cells/spanned-column.ts';
import type { WrittenColumn, WrittenKind } from '../../codec/cells/written-column.ts';
import { DATE_FORMS, type DateForm, readDate } from '../../codec/lexical.ts';
import type { Value } from '../../contract/value.ts';
import { readNumbers } from './read-numbers.ts';
import { readTimestamps } from './read-timestamps.ts';
import type { ColumnType, TypedColumn } from './typed-column.ts';

/**
 * The one type that every cell of a written column has exactly; text where there is none. Nothing is trimmed, rounded or
 * taken for a null on the way.
 */
export function inferColumn(column: WrittenColumn): TypedColumn {
  const { name, kinds, absent } = column;
  const made = (typed: Typed): TypedColumn => ({ name, absent, ...typed });
  const first = firstOf(column);
  if (first === undefined) return made({ type: { kind: 'null' }, cells: column.cells });
  const found = new Set<WrittenKind | 'any'>(kinds === undefined ? ['any'] : (column.seen ?? kinds));
  found.delete('null');
  const [kind, ...others] = found;
  if (others.length > 0)
    return made({ type: { kind: 'json', shape: undefined }, cells: jsonTexts(column.cells, kinds!) });
  for (const reader of kind === undefined || kind === 'null' ? [] : READERS[kind]) {
    const typed = reader(column, first);
    if (typed !== undefined) return made(typed);
  }
  return made({
    type: kind === 'nested' ? { kind: 'json', shape: undefined } : { kind: 'text' },
    cells: column.cells,
  });
}

/** The first cell that is no null; all others need not be made texts to find it. */
function firstOf(column: WrittenColumn): string | undefined {
  const { spans } = column;
  if (spans === undefined) return column.cells.find(cell => cell !== null) ?? undefined;
  const at = spans.starts.subarray(0, spans.length).findIndex(start => start !== NULL_SPAN);
  if (at < 0) return undefined;
  const start = spans.starts[at]!;
  return start >= 0 ? spans.text.slice(start, spans.ends[at]) : column.cells[at]!;
}

type Cells = readonly (string | null)[];
type Typed = { readonly type: ColumnType; readonly cells: readonly Value[] };
/** @param first  the first cell that is no null */
type Reader = (column: WrittenColumn, first: string) => Typed | undefined;

/** In the order they are asked: no cell is of two of these types. */
const READERS: Readonly<Record<'any' | 'text' | 'number' | 'bool' | 'nested', readonly Reader[]>> = {
  any: [bools, readNumbers, dates, timestamps],
  text: [dates, timestamps],
  number: [readNumbers],
  bool: [bools],
  nested: [],
};

/** Each a spelling of its own: a column that mixes them is text. */
const BOOLS: readonly (readonly [no: string, yes: string])[] = [
  ['false', 'true'],
  ['False', 'True'],
  ['FALSE', 'TRUE'],
];

function bools(column: WrittenColumn, first: string): Typed | undefined {
  const spelling = BOOLS.find(words => words.includes(first));
  if (spelling === undefined) return undefined;
  const { cells } = column;
  if (!cells.every(cell => cell === null || spelling.includes(cell))) return undefined;
  return { type: { kind: 'bool' }, cells: cells.map(cell => (cell === null ? null : cell === spelling[1])) };
}

function dates(column: WrittenColumn, first: string): Typed | undefined {
  const form = DATE_FORMS.find(each => typeof readDate(first, each) === 'number');
  if (form === undefined) return undefined;
  const days = daysIn(column.cells, form);
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

function timestamps(column: WrittenColumn, first: string): Typed | undefined {
  return readTimestamps([first]) === undefined ? undefined : readTimestamps(column.cells);
}

/** Cells of several kinds, each as canonical JSON: the number 1 is 1.0, and not the text "1". */
const jsonTexts = (cells: Cells, kinds: readonly string[]): readonly Value[] =>
  cells.map((cell, row) => {
    if (cell === null) return null;
    if (kinds[row] === 'text') return canonicalJson(cell);
    return kinds[row] === 'number' ? plainNumeral(cell) : cell;
  });
