import { isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { Splice } from './splice.ts';

/**
 * The entries of a map in another order, each with the comments that belong to it: those behind it on its line, and those
 * on lines of their own above it.
 *
 * @returns nothing where the text leaves open what belongs to which entry, as an empty line does
 */
export function reordered(text: string, map: YAMLMap, keys: readonly string[]): readonly Splice[] {
  const entries = entriesOf(map);
  if (entries === undefined || entries.length < 2) return [];
  const parts = map.flow === true ? flowParts(text, entries) : blockParts(text, entries);
  if (parts === undefined) return [];
  const placeOf = ({ key }: Entry): number => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  const order = [...entries.keys()].sort((a, b) => placeOf(entries[a]!) - placeOf(entries[b]!));
  const moved = order.map(index => parts[index]!);
  if (map.flow === true)
    return moved.map(({ body }, index) => ({ from: parts[index]!.from, to: parts[index]!.to, text: body }));
  // Who comes first stands behind the dash of its item, where no comment has a place.
  if (moved[0]!.above !== '') return [];
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const indent = ' '.repeat(columnOf(text, entries[0]!.from));
  const whole = moved.map(({ above, body }, index) => above + (index === 0 ? '' : indent) + body).join('');
  return [{ from: first.from, to: last.to, text: last.isCut ? whole.replace(/\r?\n$/, '') : whole }];
}

type Entry = { readonly key: string; readonly from: number; readonly to: number };

/** An entry's text: of a block, its comment lines and then its own, each with its end. */
type Part = {
  readonly from: number;
  readonly to: number;
  readonly above: string;
  readonly body: string;
  /** Whether its last line is the last of the text, and has no end. */
  readonly isCut: boolean;
};

function entriesOf(map: YAMLMap): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const { key, value } of map.items) {
    if (!isScalar(key) || key.range == null) return undefined;
    entries.push({ key: String(key.value), from: key.range[0], to: endOf(value) ?? key.range[1] });
  }
  return entries;
}

/** Where the last thing in a value ends; the value itself may end behind comments that follow it. */
function endOf(value: unknown): number | undefined {
  if ((isMap(value) || isSeq(value)) && value.flow !== true) {
    const last: unknown = value.items.at(-1);
    if (isMap(value)) {
      const pair = value.items.at(-1);
      return endOf(pair?.value) ?? endOf(pair?.key);
    }
    return endOf(last);
  }
  return isNode(value) ? value.range?.[1] : undefined;
}

function flowParts(text: string, entries: readonly Entry[]): readonly Part[] | undefined {
  for (const [index, { from }] of entries.entries())
    if (index > 0 && !/^[ \t]*,[ \t]*$/.test(text.slice(entries[index - 1]!.to, from))) return undefined;
  return entries.map(({ from, to }) => ({ from, to, above: '', body: text.slice(from, to), isCut: false }));
}

function blockParts(text: string, entries: readonly Entry[]): readonly Part[] | undefined {
  const column = columnOf(text, entries[0]!.from);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const parts: Part[] = [];
  let done = entries[0]!.from;
  for (const { from, to } of entries) {
    const start = from - (parts.length === 0 ? 0 : column);
    const above = text.slice(done, Math.max(done, start));
    if (start < done || !/^ *$/.test(text.slice(start, parts.length === 0 ? start : from))) return undefined;
    if (!isCommentsAt(above, column)) return undefined;
    const end = lineEndBehind(text, to);
    const body = text.slice(from, end);
    const isCut = !body.endsWith('\n');
    parts.push({ from: done, to: end, above, body: isCut ? body + lineEnd : body, isCut });
    done = end;
  }
  return parts;
}

/** Nothing, or lines of comments as far in as the entry they stand above. */
const isCommentsAt = (text: string, column: number): boolean =>
  text === '' ||
  text
    .split('\n')
    .slice(0, -1)
    .every(line => /^ *#/.test(line) && line.indexOf('#') === column);

/** The start of the next line; a text of many lines ends there already. */
function lineEndBehind(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);
