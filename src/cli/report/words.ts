/** A sentence; names in it came from outside, and may be written from right to left. */
export type Words = readonly (string | Name)[];

type Name = { readonly name: string };

/** A name or a value is a text that is put in; a number is one of ours. */
export const say = (texts: TemplateStringsArray, ...parts: readonly (string | number | Words)[]): Words =>
  texts.flatMap((text, at) => {
    const part = parts[at];
    const said =
      part === undefined
        ? []
        : typeof part === 'string'
          ? [{ name: part }]
          : typeof part === 'number'
            ? [String(part)]
            : part;
    return [...(text === '' ? [] : [text]), ...said];
  });

/** Of the same, without what sets names apart; whoever prints it escapes it. */
export const plainWords = (words: Words): string =>
  words.map(part => (typeof part === 'string' ? part : part.name)).join('');

/** `a, b and c`, at most so many by name. */
export function listed(names: readonly string[], most: number): Words {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  const parts: Words[] = shown.map(name => [{ name }]);
  if (rest > 0) parts.push([`${rest} more`]);
  return parts.flatMap((part, at) => (at === 0 ? part : [at === parts.length - 1 ? ' and ' : ', ', ...part]));
}
