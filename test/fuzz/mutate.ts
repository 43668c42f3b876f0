import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { ODD_DOCUMENTS, ODD_TOKENS } from './odd-things.ts';

/** Numbers from 0 up to 1, the same for the same seed. */
export type Chance = () => number;

export const below = (next: Chance, bound: number): number => Math.floor(next() * bound);
export const pick = <T>(next: Chance, all: readonly T[]): T => all[below(next, all.length)]!;

/** The ways an input is made of the one or two it comes from. */
export const WAYS = ['as it is', 'bytes', 'tokens', 'structure', 'odd document', 'odd inside'] as const;
export type Way = (typeof WAYS)[number];

/** @param other  of the same kind, from which parts are taken */
export function mutated(way: Way, base: Uint8Array, other: Uint8Array, next: Chance): Uint8Array {
  switch (way) {
    case 'as it is':
      return base;
    case 'bytes':
      return bytesMutated(base, other, next);
    case 'tokens':
      return tokensMutated(base, other, next);
    case 'structure':
      return structureMutated(base, next);
    case 'odd document':
      return encoded(oddDocument(next), next);
    case 'odd inside':
      return oddInside(base, next);
  }
}

const NOT_UTF8 = [
  '80',
  'c0af',
  'eda080',
  'ff',
  'f4908080',
  'fffe',
  'feff',
  'efbbbf',
  '00',
  '0d',
  '0d0a',
  '0a',
  '7f',
  '1b5b324a',
];

/** One to eight edits of bytes: bits, runs, insertions, an end cut off, a piece of another. */
function bytesMutated(base: Uint8Array, other: Uint8Array, next: Chance): Uint8Array {
  let bytes = Buffer.from(base);
  for (let edits = 1 + below(next, 8); edits > 0; edits--) {
    const at = below(next, bytes.length + 1);
    const length = below(next, next() < 0.5 ? 4 : 64);
    const from = below(next, other.length + 1);
    switch (below(next, 6)) {
      case 0:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << below(next, 8));
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 2:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(pick(next, NOT_UTF8), 'hex'),
          bytes.subarray(at),
        ]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        break;
      case 4:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          other.subarray(from, from + length),
          bytes.subarray(at),
        ]);
        break;
      default:
        if (at + 4 <= bytes.length)
          bytes.writeUInt32LE(pick(next, [0, 1, 0x7fffffff, 0xffffffff, bytes.length, at]), at);
        else bytes = bytes.subarray(0, at);
    }
  }
  return bytes;
}

const TOKEN = /[\w.$-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s+|./gsu;
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** One token, or up to four, left out, said twice, exchanged, or put for odd ones or those of another. */
function tokensMutated(base: Uint8Array, other: Uint8Array, next: Chance): Uint8Array {
  const tokens: string[] = textOf(base).match(TOKEN) ?? [];
  const others = textOf(other).match(TOKEN) ?? [''];
  for (let edits = next() < 0.6 ? 1 : 4; edits > 0; edits--) {
    const [at, to] = [below(next, tokens.length + 1), below(next, tokens.length)];
    const made = pick(next, [pick(next, ODD_TOKENS), pick(next, others), `"${pick(next, ODD_TOKENS)}"`]);
    switch (below(next, 4)) {
      case 0:
        tokens.splice(at, 1 + below(next, 3));
        break;
      case 1:
        tokens.splice(at, 0, ...tokens.slice(to, to + 1 + below(next, 12)));
        break;
      case 2:
        tokens.splice(at, 0, made);
        break;
      default:
        tokens.splice(at, 1, made);
    }
  }
  return encoded(tokens.join(''), next);
}

type Tree = null | boolean | number | bigint | string | Tree[] | { [key: string]: Tree };

/** The document as a tree, of which one to three places are left out, repeated, renamed, moved, or put for odd values. */
function structureMutated(base: Uint8Array, next: Chance): Uint8Array {
  const text = textOf(base);
  const isJson = /^\s*[[{]/.test(text);
  const document = parseDocument(text, { intAsBigInt: true, logLevel: 'silent' });
  if (document.errors.length > 0 || document.contents === null) return tokensMutated(base, base, next);
  const edits = next() < 0.7 ? 1 : 2;
  if (isJson || next() < 0.3) {
    let tree = document.toJS({ maxAliasCount: 0 }) as Tree;
    for (let edit = 0; edit < edits; edit++) tree = treeEdited(tree, next);
    return encoded(jsonText(tree), next);
  }
  for (let edit = 0; edit < edits; edit++) nodeEdited(document.contents as Node, next);
  return encoded(document.toString(), next);
}

function oddValue(next: Chance): Tree {
  return pick<() => Tree>(next, [
    () => null,
    () => [],
    () => ({}),
    () => pick(next, ODD_TOKENS),
    () => 'x'.repeat(below(next, 20_000)),
    () => pick<Tree>(next, [-1, 0, 1, 1.5, 1e300, -0, 2n ** 64n, -(2n ** 63n) - 1n, 2n ** 31n, true, false]),
    () => Array.from({ length: below(next, 2_000) }, () => 0),
    () => Array.from({ length: below(next, 300) }).reduce<Tree>(inside => [inside], 'deep'),
    () => Object.fromEntries(Array.from({ length: below(next, 500) }, (_, at) => [`k${at}`, null])),
  ])();
}

const oddKey = (next: Chance): string =>
  next() < 0.2 ? 'k'.repeat(below(next, 5_000)) : pick(next, ODD_TOKENS);

/** The tree with one edit somewhere in it. */
function treeEdited(tree: Tree, next: Chance): Tree {
  if (typeof tree !== 'object' || tree === null || next() < 0.08) return oddValue(next);
  if (Array.isArray(tree)) {
    if (tree.length === 0) return [oddValue(next)];
    const at = below(next, tree.length);
    const edit = next();
    if (edit < 0.1) return tree.toSpliced(at, 1);
    if (edit < 0.2) return tree.toSpliced(at, 0, tree[at]!);
    if (edit < 0.25) return tree.toReversed();
    return tree.with(at, treeEdited(tree[at]!, next));
  }
  const entries = Object.entries(tree);
  if (entries.length === 0) return asTree([[oddKey(next), oddValue(next)]]);
  const at = below(next, entries.length);
  const [key, value] = entries[at]!;
  const edit = next();
  if (edit < 0.1) return asTree(entries.toSpliced(at, 1));
  if (edit < 0.17) return asTree(entries.with(at, [oddKey(next), value]));
  if (edit < 0.24) return asTree([...entries, [oddKey(next), oddValue(next)]]);
  if (edit < 0.3) return asTree(entries.with(at, [key, pick(next, entries)[1]]));
  return asTree(entries.with(at, [key, treeEdited(value, next)]));
}

const asTree = (entries: readonly (readonly [string, Tree])[]): Tree => Object.fromEntries(entries);

/** JSON, with whole numbers as they are. */
function jsonText(tree: Tree): string {
  if (typeof tree === 'bigint') return String(tree);
  if (Array.isArray(tree)) return `[${tree.map(jsonText).join(',')}]`;
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
  return `{${Object.entries(tree)
    .map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value)}`)
    .join(',')}}`;
}

/** The same in YAML, which keeps how it was written around the edit. */
function nodeEdited(node: Node, next: Chance): void {
  if (isMap(node) && node.items.length > 0) {
    const item = pick(next, node.items);
    const edit = next();
    if (edit < 0.12) node.delete(item.key);
    else if (edit < 0.2) node.add({ key: oddKey(next), value: oddValue(next) });
    else if (edit < 0.28 && isScalar(item.key)) item.key.value = oddKey(next);
    else if (edit < 0.4 && isScalar(item.value)) node.set(item.key, scalarBeside(node, next));
    else if (edit < 0.4 || isScalar(item.value)) node.set(item.key, oddValue(next));
    else nodeEdited(item.value as Node, next);
  } else if (isSeq(node) && node.items.length > 0) {
    const at = below(next, node.items.length);
    const edit = next();
    if (edit < 0.15) node.delete(at);
    else if (edit < 0.3) node.items.splice(at, 0, node.items[at]);
    else if (isScalar(node.items[at]) || edit < 0.4) node.set(at, oddValue(next));
    else nodeEdited(node.items[at] as Node, next);
  }
}

/** What stands under another key of the map: of the right form, and often of the wrong field. */
function scalarBeside({ items }: YAMLMap, next: Chance): unknown {
  const { value } = pick(next, items);
  return isScalar(value) ? value.value : oddValue(next);
}

const SIZES = [1, 10, 100, 1_000, 10_000, 100_000];
/** What takes longer than its length gives reason for is seen at this length; what is larger is refused unread, or takes as long. */
const ODD_CHARS_MAX = 1 << 17;

const oddDocument = (next: Chance): string =>
  pick(next, ODD_DOCUMENTS)(1 + below(next, pick(next, SIZES))).slice(0, ODD_CHARS_MAX);

/** An odd document in the place of some line, or of what stands behind a colon. */
function oddInside(base: Uint8Array, next: Chance): Uint8Array {
  const text = textOf(base);
  const places = [...text.matchAll(/[:,[{\n]/g)].map(({ index }) => index + 1);
  const at = places.length === 0 ? 0 : pick(next, places);
  const odd = next() < 0.5 ? pick(next, ODD_DOCUMENTS)(1 + below(next, 300)) : pick(next, ODD_TOKENS);
  const rest = text.slice(at);
  const skipped = next() < 0.5 ? (/^[^,\n]*/.exec(rest)?.[0].length ?? 0) : 0;
  return encoded(`${text.slice(0, at)} ${odd}${rest.slice(skipped)}`, next);
}

/** Mostly UTF-8; now and then as other programs save it. */
function encoded(text: string, next: Chance): Uint8Array {
  const way = next();
  if (way < 0.02) return Buffer.from(`\ufeff${text}`);
  if (way < 0.05) return Buffer.from(text.replaceAll('\n', '\r\n'));
  if (way < 0.06) return Buffer.from(text.replaceAll('\n', '\r'));
  if (way < 0.07) return Buffer.from(text, 'utf16le');
  if (way < 0.08) return Buffer.from(text, 'latin1');
  return Buffer.from(text);
}
