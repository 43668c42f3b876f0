import type { Place } from '../base/fault.ts';
import { type SourceToken, sourceTokens } from './source-tokens.ts';

/** Where what stands under a path of keys is written, or else the nearest thing above it that is. */
export type PlaceUnder = (path: readonly (string | number)[], part?: 'key' | 'value') => Place;

/**
 * The places of a module's default export, as far as it is written as a literal. What is computed, spread or named from
 * elsewhere is placed where it comes in, never guessed at.
 */
export function literalPlaces(file: string, source: string): PlaceUnder {
  const tokens = sourceTokens(source);
  const root = exportIn(tokens);
  return (path, part = 'value') => {
    let found: Member = { key: root, value: root };
    for (const step of path) {
      const below = found.value === undefined ? undefined : memberOf(tokens, found.value, String(step));
      if (below === undefined) break;
      found = below;
    }
    const token = tokens[(part === 'key' ? found.key : found.value) ?? found.key ?? -1];
    return token === undefined ? { file, line: 1, column: 1 } : placeIn(file, source, token.at);
  };
}

/** A key that stands twice in one literal, by the way to it, and where it stands the first and the second time. */
export type KeyTwice = { readonly path: readonly string[]; readonly first: Place; readonly again: Place };

/** The first such key of a module's default export, as far as that is written as a literal: JavaScript takes the last. */
export function keyTwice(file: string, source: string): KeyTwice | undefined {
  const tokens = sourceTokens(source);
  const root = exportIn(tokens);
  const found = root === undefined ? undefined : twiceIn(tokens, root, []);
  if (found === undefined) return undefined;
  const [first, again] = [found.first, found.again].map(at => placeIn(file, source, tokens[at]!.at));
  return { path: found.path, first: first!, again: again! };
}

type TwiceAt = { readonly path: readonly string[]; readonly first: number; readonly again: number };

function twiceIn(
  tokens: readonly SourceToken[],
  open: number,
  above: readonly string[],
): TwiceAt | undefined {
  const isList = isMark(tokens[open], '[');
  if (!isList && !isMark(tokens[open], '{')) return undefined;
  const close = isList ? ']' : '}';
  const seen = new Map<string, number>();
  let count = 0;
  for (let at = open + 1; at < tokens.length && !isMark(tokens[at], close); count++) {
    const key = tokens[at]!;
    // Behind an accessor's or a method's word stands its name, and what is computed is known to nobody here.
    const isNamed = key.kind !== 'mark' && key.text !== undefined && tokens[at + 1]?.kind === 'mark';
    const step = isList ? String(count) : isNamed ? key.text! : undefined;
    const first = isList || step === undefined ? undefined : seen.get(step);
    if (first !== undefined) return { path: [...above, step!], first, again: at };
    if (!isList && step !== undefined) seen.set(step, at);
    const value = isList ? at : isMark(tokens[at + 1], ':') ? at + 2 : undefined;
    const below = value === undefined ? undefined : twiceIn(tokens, value, [...above, step ?? '']);
    if (below !== undefined) return below;
    at = endOfItem(tokens, at);
    if (isMark(tokens[at], ',')) at++;
  }
  return undefined;
}

/** Indexes of tokens; an item of a list is its own key. */
type Member = { readonly key: number | undefined; readonly value: number | undefined };

/** The token that begins the default export, or the value of the variable it names. */
function exportIn(tokens: readonly SourceToken[]): number | undefined {
  const at = tokens.findIndex(
    (_, index) => isWord(tokens[index], 'export') && isWord(tokens[index + 1], 'default'),
  );
  if (at < 0) return undefined;
  const first = tokens[at + 2];
  if (first?.kind !== 'word') return at + 2;
  const declared = tokens.flatMap((_, index) =>
    isWord(tokens[index], 'const') && isWord(tokens[index + 1], first.text) ? [index + 2] : [],
  );
  const [name] = declared;
  if (declared.length !== 1 || name === undefined) return at + 2;
  // A type may stand between the name and what it is.
  const is = tokens.findIndex((token, index) => index >= name && isMark(token, '='));
  return is < 0 ? at + 2 : is + 1;
}

function memberOf(tokens: readonly SourceToken[], open: number, step: string): Member | undefined {
  const isList = isMark(tokens[open], '[');
  if (!isList && !isMark(tokens[open], '{')) return undefined;
  const close = isList ? ']' : '}';
  let found: Member | undefined;
  let count = 0;
  for (let at = open + 1; at < tokens.length && !isMark(tokens[at], close); count++) {
    if (isMark(tokens[at], '...')) {
      // What is spread into a list moves what follows, and into an object it replaces what stands before.
      if (isList) return found;
      found = undefined;
    } else if (isList) {
      if (step === String(count)) found = { key: at, value: at };
    } else {
      const key = tokens[at]!;
      if (key.kind === 'mark' || key.text === undefined) return undefined;
      const value = isMark(tokens[at + 1], ':') ? at + 2 : undefined;
      if (key.text === step) found = { key: at, value };
    }
    at = endOfItem(tokens, at);
    if (isMark(tokens[at], ',')) at++;
  }
  return found;
}

/** The comma or bracket that ends what begins at a token. */
function endOfItem(tokens: readonly SourceToken[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { kind, text = '' } = tokens[at]!;
    if (kind !== 'mark') continue;
    if ('([{'.includes(text)) depth++;
    else if (depth === 0 && ',)]}'.includes(text)) return at;
    else if (')]}'.includes(text)) depth--;
  }
  return tokens.length;
}

const isWord = (token: SourceToken | undefined, text: string | undefined): boolean =>
  token?.kind === 'word' && token.text === text;

const isMark = (token: SourceToken | undefined, text: string): boolean =>
  token?.kind === 'mark' && token.text === text;

function placeIn(file: string, source: string, at: number): Place {
  const before = source.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { file, line: before.split('\n').length, column: [...before.slice(start)].length + 1 };
}
