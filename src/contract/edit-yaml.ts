import { isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';

/**
 * The same text with one more item at the end of the list under a key of the document. Everything else stays, byte by
 * byte: comments, spacing, line ends. Who calls reads the result again, and so sees that nothing else changed.
 *
 * @param item  in flow style, on one line
 * @returns `undefined` where there is no such list, or it is empty
 */
export function appendItem(text: string, key: string, item: string): string | undefined {
  const list = parseDocument(text).get(key, true);
  const last = isSeq(list) ? list.items.at(-1) : undefined;
  if (!isSeq(list) || !isNode(last) || !last.range || !list.range) return undefined;
  const end = last.range[1];
  return list.flow === true
    ? insert(text, end, `, ${item}`)
    : insertLine(text, end, `${indentOf(text, list.range[0])}- ${item}`);
}

/** The same with a map: one more entry, right behind that of another key. */
export function appendEntry(text: string, key: string, behind: string, entry: string): string | undefined {
  const map = parseDocument(text).get(key, true);
  if (!isMap(map)) return undefined;
  const pair = map.items.find(({ key: name }) => isScalar(name) && String(name.value) === behind);
  if (pair === undefined || !isNode(pair.key) || !isNode(pair.value)) return undefined;
  const [start, end] = [pair.key.range?.[0], pair.value.range?.[1]];
  if (start === undefined || end === undefined) return undefined;
  return map.flow === true
    ? insert(text, end, `, ${entry}`)
    : insertLine(text, end, `${indentOf(text, start)}${entry}`);
}

/** The same text with another item in the place of one of a list. @param item  in flow style, on one line */
export function replaceItem(text: string, key: string, index: number, item: string): string | undefined {
  const list = parseDocument(text).get(key, true);
  const node = isSeq(list) ? list.items[index] : undefined;
  if (!isNode(node) || !node.range) return undefined;
  const [start, end] = node.range;
  return `${text.slice(0, start)}${item}${text.slice(end)}`;
}

/** The same text with another value at a path of keys. @param value  in flow style, on one line */
export function replaceValue(text: string, path: readonly string[], value: string): string | undefined {
  const node = parseDocument(text).getIn(path, true);
  if (!isScalar(node) || !node.range) return undefined;
  const [start, end] = node.range;
  return `${text.slice(0, start)}${value}${text.slice(end)}`;
}

/** The same text with one more key of the document, below all others. @param lines  without the end of the last one */
export function appendKey(text: string, lines: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const ended = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
  return `${ended}${lines.replaceAll('\n', lineEnd)}${lineEnd}`;
}

const insert = (text: string, at: number, more: string): string => text.slice(0, at) + more + text.slice(at);

function insertLine(text: string, end: number, line: string): string {
  const { from, text: more } = lineBelow(text, end, line);
  return insert(text, from, more);
}

/** Where a line goes that is to stand below what ends somewhere, and below the comment that may follow it there. */
export function lineBelow(
  text: string,
  end: number,
  line: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const next = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  return next === 0
    ? { from: text.length, to: text.length, text: `${lineEnd}${line}${lineEnd}` }
    : { from: next, to: next, text: `${line}${lineEnd}` };
}

/** The spaces that lead to the column of an offset. */
export function indentOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return ' '.repeat(at - start);
}
