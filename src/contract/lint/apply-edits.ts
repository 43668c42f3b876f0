import { isMap, isNode, isScalar, isSeq, type Node, parseDocument, Scalar, type YAMLMap } from 'yaml';
import { canonicalJson } from '../../base/canonical-json.ts';
import { indentOf, lineBelow } from '../edit-yaml.ts';
import type { Path } from '../yaml-document.ts';
import type { Edit } from './edit.ts';
import { reordered } from './reorder-map.ts';
import type { Splice } from './splice.ts';

/**
 * The same text with all that the edits ask for; every other byte stays: comments, spacing, line ends. An edit that has no
 * place in the text, or none of its own, is left out.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const root = parseDocument(text).contents;
  const splices = edits
    .flatMap(edit => splicesOf(text, root, edit))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  let [result, done] = ['', 0];
  for (const { from, to, text: written } of splices) {
    // Of two that overlap the first one stands; the other is asked for again.
    if (from < done) continue;
    result += text.slice(done, from) + written;
    done = to;
  }
  return result + text.slice(done);
}

/** Those of some edits that have a place in the text, each by itself. */
export function makeable(text: string, edits: readonly Edit[]): ReadonlySet<Edit> {
  if (edits.length === 0) return new Set();
  const root = parseDocument(text).contents;
  return new Set(edits.filter(edit => splicesOf(text, root, edit).length > 0));
}

function splicesOf(text: string, root: unknown, edit: Edit): readonly Splice[] {
  if (edit.kind === 'end') return endSplice(text);
  const node = nodeUnder(root, edit.path);
  if (node === undefined || node.range == null) return [];
  const [from, to] = node.range;
  switch (edit.kind) {
    case 'replace':
      return isOneLine(text, node) ? [{ from, to, text: edit.text }] : [];
    case 'wrap':
      return isOneLine(text, node)
        ? [{ from, to, text: edit.before + inFlow(text.slice(from, to), node) + edit.behind }]
        : [];
    case 'entry':
      return isMap(node) ? entrySplice(text, node, edit.behind, edit.text) : [];
    case 'item':
      return isSeq(node) ? itemSplice(text, node, edit.text) : [];
    case 'order':
      return isMap(node) ? reordered(text, node, edit.keys) : [];
  }
}

const isOneLine = (text: string, node: Node): boolean =>
  !text.slice(node.range![0], node.range![1]).includes('\n') && (isScalar(node) || isFlow(node));

const isFlow = (node: Node): boolean => (isMap(node) || isSeq(node)) && node.flow === true;

/** Unquoted text may hold what ends it inside of braces. */
const inFlow = (source: string, node: Node): string =>
  isScalar(node) && node.type === Scalar.PLAIN && /[,[\]{}]|: |:$/.test(source)
    ? canonicalJson(source)
    : source;

function entrySplice(text: string, map: YAMLMap, behind: string, entry: string): readonly Splice[] {
  const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === behind);
  if (pair === undefined || !isNode(pair.key) || !isNode(pair.value)) return [];
  const [start, end] = [pair.key.range?.[0], pair.value.range?.[1]];
  if (start === undefined || end === undefined) return [];
  return [
    isFlow(map)
      ? { from: end, to: end, text: `, ${entry}` }
      : lineBelow(text, end, indentOf(text, start) + entry),
  ];
}

function itemSplice(text: string, list: Node, item: string): readonly Splice[] {
  const last = isSeq(list) ? list.items.at(-1) : undefined;
  if (last === undefined) return [{ from: list.range![0], to: list.range![1], text: `[${item}]` }];
  if (!isNode(last) || last.range == null) return [];
  const end = last.range[1];
  return [
    isFlow(list)
      ? { from: end, to: end, text: `, ${item}` }
      : lineBelow(text, end, `${indentOf(text, list.range![0])}- ${item}`),
  ];
}

function endSplice(text: string): readonly Splice[] {
  const from = text.search(/[ \t\r\n]*$/);
  return [{ from, to: text.length, text: text.includes('\r\n') ? '\r\n' : '\n' }];
}

function nodeUnder(root: unknown, path: Path): Node | undefined {
  let node = root;
  for (const step of path) {
    if (isMap(node))
      node = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value;
    else if (isSeq(node) && typeof step === 'number') node = node.items[step];
    else return undefined;
  }
  return isNode(node) ? node : undefined;
}
