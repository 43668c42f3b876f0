import { isMap, isNode, isScalar, isSeq, Scalar, type YAMLMap } from 'yaml';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { composeYaml } from './compose-yaml.ts';
import { type Bounds, DOCUMENT_BOUNDS, placeAt, readText, type TextDocument } from './text-document.ts';
import type { YamlDocument, YamlEntry, YamlNode } from './yaml-document.ts';
import { plainScalar } from './yaml-scalar.ts';

export { parseWith } from './parse-with.ts';

/**
 * One YAML 1.2 document of maps, lists and scalars, with the place of everything in it.
 *
 * What readers disagree about is refused: anchors and aliases, tags, directives, merge keys, keys that are no text, a
 * second document. Bounded in size, depth and tokens before anything is built.
 *
 * @faults DOCUMENT_TOO_LARGE INVALID_UTF8 CONTROL_CHARACTER DOCUMENT_TOO_DEEP DOCUMENT_TOO_COMPLEX YAML_SYNTAX
 *   YAML_TAB YAML_ALIAS YAML_FEATURE YAML_DUPLICATE_KEY YAML_NUMBER_FORM YAML_NUMBER_RANGE KEY_REFUSED
 */
export function readYaml(
  file: string,
  bytes: Uint8Array,
  bounds: Bounds = DOCUMENT_BOUNDS,
): YamlDocument | Fault {
  const document = readText(file, bytes, bounds);
  if (document instanceof Fault) return document;
  const contents = composeYaml(document, bounds.tokens_max);
  if (contents instanceof Fault) return contents;
  const root = nodeOf(document, contents, 0);
  return root instanceof Fault ? root : { ...document, root };
}

function nodeOf(document: TextDocument, node: unknown, fallback: number): YamlNode | Fault {
  const at = startOf(node) ?? fallback;
  if (isMap(node)) return mapOf(document, node, at);
  if (isSeq(node)) {
    const items: YamlNode[] = [];
    for (const item of node.items) {
      const read = nodeOf(document, item, at);
      if (read instanceof Fault) return read;
      items.push(read);
    }
    return { kind: 'list', items, at };
  }
  if (!isScalar(node)) return { kind: 'null', at };
  const text = String(node.value);
  if (node.type === Scalar.PLAIN) return plainScalar(document, at, text);
  // An escape can write what UTF-8 can't: half of a surrogate pair has no canonical form.
  if (text.isWellFormed()) return { kind: 'string', value: text, at };
  return new Fault('CONTROL_CHARACTER', { code: 'half of a surrogate pair' }, placeAt(document, at));
}

function mapOf(document: TextDocument, map: YAMLMap, at: number): YamlNode | Fault {
  const entries = new Map<string, YamlEntry>();
  for (const pair of map.items) {
    const key = keyOf(document, pair.key, at);
    if (key instanceof Fault) return key;
    const first = entries.get(key.text);
    if (first !== undefined) {
      const first_line = placeAt(document, first.at).line;
      return new Fault('YAML_DUPLICATE_KEY', { key: shown(key.text), first_line }, placeAt(document, key.at));
    }
    const value = nodeOf(document, pair.value, key.at);
    if (value instanceof Fault) return value;
    entries.set(key.text, { at: key.at, value });
  }
  return { kind: 'map', entries, at };
}

/** A key is text as it is written: `23` and `"23"` are one key. */
function keyOf(document: TextDocument, key: unknown, at: number): { text: string; at: number } | Fault {
  const place = startOf(key) ?? at;
  const refuse = (feature: string): Fault => new Fault('YAML_FEATURE', { feature }, placeAt(document, place));
  if (!isScalar(key)) return refuse('a key that is a list or a map');
  const text = String(key.value);
  const isPlain = key.type === Scalar.PLAIN;
  if (isPlain && text === '') return refuse('a key without text');
  if (isPlain && text === '<<') return refuse('a merge key');
  if (PROTOTYPE_KEYS.has(text)) return new Fault('KEY_REFUSED', { key: text }, placeAt(document, place));
  if (!text.isWellFormed()) return refuse('a key with half of a surrogate pair');
  return { text, at: place };
}

const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const shown = (key: string): string => key.slice(0, LIMITS.name_chars_max);
