import type { Term } from './vocabulary.ts';

/** What a label may not hold, because nobody sees it and every comparison does. */
export type Unseen = { readonly code: string; readonly without: string };

/**
 * The first character of a label that nobody sees: a control, a mark of direction, a zero-width space, a soft hyphen, a
 * filler, or one for private use, which each font shows otherwise. Joiners and variation selectors are how Persian,
 * Hindi and emoji are spelt, so they may stand between two characters.
 */
export function unseenIn(label: string): Unseen | undefined {
  const found = UNSEEN.exec(label);
  if (found === null) return undefined;
  const code = `U+${found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return { code, without: label.replace(new RegExp(UNSEEN.source, 'gu'), '').trim() };
}

/** Equal for two texts that are one word to a person who sees them: normal form, joiners and kind of space aside. */
export const lookOf = (text: string): string =>
  isPlain(text) ? text : text.normalize('NFC').replace(JOINERS, '').replace(/\s+/gu, ' ');

/**
 * Equal for two texts that differ in letter case, in width, or in what parts their words (space, underscore, hyphen)
 * and in nothing else. A sign before a number parts no words: `-1` and `1` stay apart, as do `C` and `C++`.
 */
export const foldOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(JOINERS, '')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}\p{M}])[\s_\-‐‑]+(?=[\p{L}\p{N}\p{M}])/gu, ' ');

/** Label and aliases, the label first. */
export const spellingsOf = ({ label, aliases }: Term): readonly string[] => [label, ...aliases];

/** Whether two terms have a spelling in common: only then can one be the other, written otherwise. */
export function shareSpelling(a: Term, b: Term): boolean {
  if (a.label === b.label) return true;
  const known = new Set(spellingsOf(a).map(foldOf));
  return spellingsOf(b).some(text => known.has(foldOf(text)));
}

const isPlain = (text: string): boolean => /^[!-~]*$/.test(text);

/** How Persian, Hindi and emoji are spelt: joiners and variation selectors. */
const JOINER = '(?:\\u200C|\\u200D|[\\uFE00-\\uFE0F])';
const JOINERS = new RegExp(JOINER, 'gu');

/** Hidden anywhere; or a joiner with nothing before it, or with nothing to join after it. */
const UNSEEN = new RegExp(
  [
    `(?!${JOINER})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
    `(?<=^|\\s)${JOINER}`,
    '(?:\\u200C|\\u200D)(?=\\s|$)',
  ].join('|'),
  'u',
);
