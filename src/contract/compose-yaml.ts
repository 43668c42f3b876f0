import { Composer, Lexer, Parser } from 'yaml';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { placeAt, type TextDocument } from './text-document.ts';

type Token = Parameters<Composer['next']>[0];

/**
 * The one node of a document, or null for an empty one. Every scalar is text still.
 *
 * The lexer is watched word by word, so that what is too deep, too long or refused ends there, before it costs memory.
 */
export function composeYaml(document: TextDocument, tokens_max: number): unknown {
  const tokens = tokensOf(document, tokens_max);
  if (tokens instanceof Fault) return tokens;
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, prettyErrors: false });
  let first: Fault | undefined;
  // Left alone, the composer collects an error, with a stack, for every second byte of a hostile file; thrown at, it
  // reports the throw as an error of everything around.
  const onError = (source: Source, code: string, message: string): never => {
    first ??= syntaxFault(document, offsetOf(source), message, code);
    throw new Error(message);
  };
  Object.assign(composer, { onError });
  try {
    const [composed] = composer.compose(tokens, true, document.text.length);
    return composed?.contents ?? null;
  } catch (thrown) {
    if (first === undefined) throw thrown;
    return first;
  }
}

/** Where an error of the composer stands: an offset, a span or a token. */
type Source = number | readonly number[] | { readonly offset: number };

function offsetOf(source: Source): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

/** The lexer's own marks; what follows SCALAR is text, whatever it begins with. */
const SCALAR = '\x1f';
const MARKS: ReadonlySet<string> = new Set(['\x02', '\x18', SCALAR]);

function tokensOf(document: TextDocument, tokens_max: number): Token[] | Fault {
  const parser = new Parser();
  const tokens: Token[] = [];
  const guard = new Guard(document, tokens_max);
  for (const lexeme of new Lexer().lex(document.text)) {
    const refused = guard.pass(lexeme, collections(parser.stack)) ?? take(parser.next(lexeme));
    if (refused) return refused;
  }
  return take(parser.end()) ?? tokens;

  function take(parsed: Iterable<Token>): Fault | undefined {
    for (const token of parsed) {
      if (token.type === 'error') return syntaxFault(document, token.offset, token.message);
      tokens.push(token);
    }
    return undefined;
  }
}

/** Sees every lexeme before the parser does, and says no to what may not be built. */
class Guard {
  readonly #document: TextDocument;
  readonly #most: number;
  #offset = 0;
  #count = 0;
  #afterMark = false;
  #progress: 'before' | 'inside' | 'after' = 'before';

  constructor(document: TextDocument, tokens_max: number) {
    this.#document = document;
    this.#most = tokens_max;
  }

  pass(lexeme: string, depth: number): Fault | undefined {
    const at = this.#offset;
    const isText = this.#afterMark;
    this.#afterMark = !isText && lexeme === SCALAR;
    if (isText || !MARKS.has(lexeme)) this.#offset += lexeme.length;
    if (++this.#count > this.#most)
      return new Fault('DOCUMENT_TOO_COMPLEX', { limit: this.#most }, this.#place(at));
    if (depth > LIMITS.document_depth_max)
      return new Fault('DOCUMENT_TOO_DEEP', { limit: LIMITS.document_depth_max }, this.#place(at));
    return isText ? undefined : this.#refusal(lexeme, at);
  }

  #refusal(lexeme: string, at: number): Fault | undefined {
    const first = lexeme[0] ?? '';
    if (first === '' || ' \t\n#\x02\x18'.includes(first)) return undefined;
    if (first === '&' || first === '*')
      return new Fault('YAML_ALIAS', { mark: mark(lexeme) }, this.#place(at));
    const feature = FEATURES.get(first) ?? this.#second(lexeme);
    return feature === undefined ? undefined : new Fault('YAML_FEATURE', { feature }, this.#place(at));
  }

  #second(lexeme: string): string | undefined {
    const isAnother = this.#progress === 'after' || (lexeme === '---' && this.#progress !== 'before');
    this.#progress = lexeme === '...' ? 'after' : 'inside';
    return isAnother ? 'a second document' : undefined;
  }

  #place(at: number) {
    return placeAt(this.#document, at);
  }
}

/** The lists and maps that are open: the stack has the document below them, and may have a scalar on top. */
function collections(stack: readonly { readonly type: string }[]): number {
  const top = stack.at(-1)?.type ?? '';
  return stack.length - 1 - (top.includes('scalar') ? 1 : 0);
}

const FEATURES: ReadonlyMap<string, string> = new Map([
  ['!', 'a tag'],
  ['%', 'a directive'],
]);

const mark = (lexeme: string): string => lexeme.slice(0, LIMITS.name_chars_max);

function syntaxFault(document: TextDocument, offset: number, message: string, code = ''): Fault {
  const line = document.text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const indent = /^ *\t/.exec(document.text.slice(line, line + LIMITS.document_depth_max * 8));
  if (indent !== null)
    return new Fault('YAML_TAB', { found: 'a tab' }, placeAt(document, line + indent[0].length - 1));
  if (code === 'TAB_AS_INDENT') return new Fault('YAML_TAB', { found: 'a tab' }, placeAt(document, offset));
  const problem = message.split('\n')[0]!.slice(0, LIMITS.snippet_chars_max);
  return new Fault('YAML_SYNTAX', { problem }, placeAt(document, offset));
}
