/** A word, a string or a mark of a TypeScript source, with its offset. */
export type SourceToken = {
  readonly kind: 'word' | 'string' | 'mark';
  /** Of a string, what it stands for; undefined where escapes would have to be read for it. */
  readonly text: string | undefined;
  readonly at: number;
};

/**
 * The tokens of a source as far as they can be told without a parser: up to a regular expression, a division, or a
 * template with something in it.
 */
export function sourceTokens(source: string): readonly SourceToken[] {
  const tokens: SourceToken[] = [];
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at;
    const [found = '', space, word, text] = TOKEN.exec(source) ?? [];
    if (found === '' || found === '/' || (found[0] === '`' && found.includes('${'))) return tokens;
    if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
    else if (text !== undefined) tokens.push({ kind: 'string', text: plainText(text), at });
    else if (space === undefined) tokens.push({ kind: 'mark', text: found, at });
    at += found.length;
  }
  return tokens;
}

/** White space and comments, a word or number, a string, or any one mark. */
const TOKEN =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|([\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*)|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)|(?:\.\.\.|[^"'`])/uy;

const plainText = (written: string): string | undefined =>
  written.includes('\\') ? undefined : written.slice(1, -1);
