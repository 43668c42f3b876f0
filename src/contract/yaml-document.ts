import type { Place } from '../base/fault.ts';
import { placeAt, type TextDocument } from './text-document.ts';

/** A value as it was written, with where: `at` is its offset in the text. Numbers keep their spelling. */
export type YamlNode = { readonly at: number } & (
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint; readonly written: string }
  | { readonly kind: 'float'; readonly value: number; readonly written: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, YamlEntry> }
);
export type YamlEntry = { readonly at: number; readonly value: YamlNode };

export type YamlDocument = TextDocument & { readonly root: YamlNode };
export type Path = readonly (string | number)[];

/** What stands under a path, or `undefined`. */
export function nodeAt(document: YamlDocument, path: Path): YamlNode | undefined {
  let node: YamlNode | undefined = document.root;
  for (const step of path) node = node && child(node, step);
  return node;
}

/** Where the value under a path is written; the nearest thing above it when there is none. */
export function placeOf(document: YamlDocument, path: Path): Place {
  let node = document.root;
  for (const step of path) {
    const below = child(node, step);
    if (below === undefined) break;
    node = below;
  }
  return placeAt(document, node.at);
}

/** Where the key at the end of a path is written. */
export function placeOfKey(document: YamlDocument, path: Path): Place {
  const parent = nodeAt(document, path.slice(0, -1));
  const entry = parent?.kind === 'map' ? parent.entries.get(String(path.at(-1))) : undefined;
  return entry === undefined ? placeOf(document, path) : placeAt(document, entry.at);
}

/**
 * The value as a shape check wants it: maps are objects, and numbers tell how they were written: an integer in plain
 * digits is a bigint, anything else (`17.0`, `1e3`) a number, so that a shape that wants an integer takes no other.
 */
export function plainOf(node: YamlNode): unknown {
  switch (node.kind) {
    case 'null':
      return null;
    case 'list':
      return node.items.map(plainOf);
    case 'map':
      return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plainOf(entry.value)]));
    default:
      return node.value;
  }
}

function child(node: YamlNode, step: string | number): YamlNode | undefined {
  if (node.kind === 'map') return node.entries.get(String(step))?.value;
  return node.kind === 'list' && typeof step === 'number' ? node.items[step] : undefined;
}
