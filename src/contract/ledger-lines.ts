import { Fault } from '../base/fault.ts';
import type { TextDocument } from './text-document.ts';
import type { YamlEntry, YamlNode } from './yaml-document.ts';
import { plainScalar } from './yaml-scalar.ts';

/** Where the first thing stands that is not in the form the registry writes. */
export type Odd = { readonly odd: number };

/**
 * The document that YAML makes of a text, where that is in the few forms the registry writes a ledger in: blocks of keys and
 * items indented by two, and within a line maps, lists and scalars without an escape. The parse of YAML takes a hundred
 * times as long, which ten thousand versions would have to wait for at every command.
 *
 * Whatever else there is ends it: it is for YAML to read, or to refuse.
 */
export function readLines(document: TextDocument): YamlNode | Odd {
  const lines = new Lines(document);
  const root = lines.map(0);
  return root !== undefined && lines.isDone() ? root : { odd: lines.at };
}

class Lines {
  readonly #document: TextDocument;
  readonly #text: string;
  at = 0;

  constructor(document: TextDocument) {
    this.#document = document;
    this.#text = document.text;
  }

  isDone(): boolean {
    this.#skip();
    return this.at === this.#text.length;
  }

  /** Keys that stand in lines of their own, indented alike; the first may stand behind the mark of an item. */
  map(indent: number, isWithin = false): YamlNode | undefined {
    const entries = new Map<string, YamlEntry>();
    let start: number | undefined;
    for (;;) {
      if (start !== undefined || !isWithin) {
        this.#skip();
        if (!this.#isIndented(indent)) break;
        this.at += indent;
      }
      const at = this.at;
      const key = this.#take(KEY);
      if (key === undefined) return undefined;
      start ??= at;
      const name = key.slice(0, -1);
      const value = this.#text[this.at] === '\n' ? this.#below(indent) : this.#line();
      if (value === undefined || entries.has(name) || REFUSED.has(name)) return undefined;
      entries.set(name, { at, value });
    }
    return start === undefined ? undefined : { kind: 'map', entries, at: start };
  }

  /** Comments and empty lines between two others. */
  #skip(): void {
    while (this.#take(EMPTY) !== undefined);
  }

  /** Whether a key may begin here, behind as many spaces. */
  #isIndented(indent: number): boolean {
    const next = this.#text[this.at + indent];
    return (
      next !== undefined && next !== ' ' && next !== '-' && this.#text.startsWith(' '.repeat(indent), this.at)
    );
  }

  /** The items below a key, of which there is one at least. */
  #below(indent: number): YamlNode | undefined {
    this.at += 1;
    const mark = `${' '.repeat(indent + 2)}- `;
    const items: YamlNode[] = [];
    const at = this.at + indent + 2;
    while (this.#text.startsWith(mark, this.at)) {
      this.at += mark.length;
      const isFlow = '{["'.includes(this.#text[this.at] ?? '');
      const item = isFlow ? this.#ended(this.#flow()) : this.map(indent + 4, true);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items.length === 0 ? undefined : { kind: 'list', items, at };
  }

  /** What stands behind a key, to the end of its line. */
  #line(): YamlNode | undefined {
    return this.#take(SPACE) === undefined ? undefined : this.#ended(this.#flow());
  }

  #ended(node: YamlNode | undefined): YamlNode | undefined {
    if (node === undefined || (this.at < this.#text.length && this.#text[this.at] !== '\n')) return undefined;
    this.at += 1;
    if (this.at > this.#text.length) this.at = this.#text.length;
    return node;
  }

  #flow(): YamlNode | undefined {
    const { at } = this;
    switch (this.#text[at]) {
      case '{':
        return this.#flowMap(at);
      case '[':
        return this.#flowList(at);
      case '"': {
        const value = this.#take(QUOTED);
        return value === undefined ? undefined : { kind: 'string', value: value.slice(1, -1), at };
      }
      default: {
        const written = this.#take(PLAIN);
        if (written === undefined || written.endsWith(':')) return undefined;
        const node = plainScalar(this.#document, at, written);
        return node instanceof Fault ? undefined : node;
      }
    }
  }

  #flowMap(at: number): YamlNode | undefined {
    const entries = new Map<string, YamlEntry>();
    this.at += 1;
    for (;;) {
      const place = this.at;
      const key = this.#take(FLOW_KEY);
      if (key === undefined) return undefined;
      const name = key.startsWith('"') ? key.slice(1, -2) : key.slice(0, -2);
      const value = this.#flow();
      if (value === undefined || entries.has(name) || REFUSED.has(name)) return undefined;
      entries.set(name, { at: place, value });
      const end = this.#take(FLOW_END);
      if (end === '}') return { kind: 'map', entries, at };
      if (end === undefined || end === ']') return undefined;
    }
  }

  #flowList(at: number): YamlNode | undefined {
    const items: YamlNode[] = [];
    this.at += 1;
    if (this.#text[this.at] === ']') {
      this.at += 1;
      return { kind: 'list', items, at };
    }
    for (;;) {
      const item = this.#flow();
      if (item === undefined) return undefined;
      items.push(item);
      const end = this.#take(FLOW_END);
      if (end === ']') return { kind: 'list', items, at };
      if (end === undefined || end === '}') return undefined;
    }
  }

  /** @param pattern  a sticky one */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

const EMPTY = /(?:#[^\n]*)?\n/y;
const KEY = /[A-Za-z][A-Za-z_]{0,63}:(?=[ \n])/y;
const SPACE = / (?=[^ \n])/y;
const QUOTED = /"[^"\\\n\t]*"/y;
/** No space, no comma, no bracket, and nothing that begins another kind of scalar. */
const PLAIN = /[A-Za-z0-9_][A-Za-z0-9_.:+-]*/y;
const FLOW_KEY = /(?:[A-Za-z][A-Za-z_]{0,63}: |"[A-Za-z][A-Za-z_]{0,63}":)/y;
const FLOW_END = /(?:, ?|\}|\])/y;

const REFUSED: ReadonlySet<string> = new Set(['constructor', 'prototype']);
