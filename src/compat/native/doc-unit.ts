import { LIMITS } from '../../base/limits.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { COUNTED } from '../../contract/unit-words.ts';
import { DIVISORS, withoutPhrases } from './doc-unit-phrases.ts';
import { LETTERS, SHORT, SPELT, WORDS } from './doc-unit-words.ts';

/**
 * The units of a text, each with where it stands first. `declared` are those it names in a place where a unit is said, and not
 * in passing.
 */
type Named = { readonly all: ReadonlyMap<string, number>; readonly declared: ReadonlyMap<string, number> };

/**
 * The units two texts name, where they are not the same: a hint, from words that nobody checks. One that appears or goes is
 * told where it was declared: `latency in ms` is, and `updated every day` is not. One that comes beside those that were
 * named, or goes from beside those that still are, is none while the first stays the first: `in ms, was in s` after `in ms`.
 */
export function docUnits(
  before = '',
  after = '',
): { readonly from: string; readonly to: string } | undefined {
  if (before === after) return undefined;
  const about = `${before}\n${after}`;
  const [from, to] = [unitsNamed(before, about), unitsNamed(after, about)];
  const [written, read] = [textOf(from.all), textOf(to.all)];
  if (written === read) return undefined;
  if (written === 'none' && to.declared.size === 0) return undefined;
  if (read === 'none' && from.declared.size === 0) return undefined;
  if (from.all.size > 0 && to.all.size > 0 && isMoreOf(from, to) && hasSameLead(from, to)) return undefined;
  return { from: written, to: read };
}

const isMoreOf = ({ all: one }: Named, { all: other }: Named): boolean => {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  return [...fewer.keys()].every(unit => more.has(unit));
};

/** Of units that were declared, where both texts declare some. */
function hasSameLead(one: Named, other: Named): boolean {
  const isSaid = one.declared.size > 0 && other.declared.size > 0;
  return leadOf(isSaid ? one.declared : one.all) === leadOf(isSaid ? other.declared : other.all);
}

const leadOf = (units: ReadonlyMap<string, number>): string | undefined =>
  [...units].sort(([, here], [, there]) => here - there)[0]?.[0];

const NONE: Named = { all: new Map(), declared: new Map() };

const textOf = (units: ReadonlyMap<string, number>): string =>
  units.size === 0 ? 'none' : [...units.keys()].sort().join(', ');

/**
 * Every unit that a text names, by the code it is compared by.
 *
 * @param about  what tells what it is about: whether a C in it is a degree
 */
export function unitsNamed(whole: string, about: string = whole): Named {
  if (whole.trim() === '') return NONE;
  const text = withoutPhrases(whole.slice(0, LIMITS.native_doc_chars_max));
  const declared = new Map<string, number>();
  const all = new Map<string, number>();
  const add = (units: Map<string, number>, unit: string, at: number) =>
    units.set(unit, Math.min(at, units.get(unit) ?? at));
  const known = new Map(LETTERS.flatMap(([letter, unit, of]) => (of.test(about) ? [[letter, unit]] : [])));
  const meant = (said: string, letters: string) => known.get(said) ?? unitOf(said, letters);
  for (const pattern of PLACES)
    for (const { 1: found = '', 0: place, index } of text.matchAll(pattern)) {
      const unit = meant(found.trim(), PLAIN_LETTERS);
      if (unit !== undefined) add(declared, unit, index + place.indexOf(found));
    }
  for (const { 1: sign = '', 2: found = '', index } of text.matchAll(KEYED)) {
    const said = found.trim();
    const unit = meant(said, EVERY_LETTER) ?? codeOf(said);
    if (unit !== undefined || SIGNS.has(sign)) add(declared, unit ?? said, index);
  }
  for (const [unit, at] of declared) add(all, unit, at);
  const plain = text.replace(RATE, (found, at: number) => {
    const rate = rateOf(found);
    if (rate === undefined) return found;
    add(all, rate, at);
    return ' '.repeat(found.length);
  });
  for (const [unit, pattern] of WORDS) {
    const at = plain.search(pattern);
    if (at !== -1) add(all, unit, at);
  }
  for (const count of COUNTS)
    for (const { 1: thing = '', index } of plain.matchAll(count)) add(all, `{${thing.toLowerCase()}}`, index);
  for (const { 1: found = '', index } of text.matchAll(AMOUNT)) {
    const unit = meant(found, PLAIN_LETTERS);
    if (unit !== undefined) add(all, unit, index);
  }
  return { all, declared };
}

const EVERY_LETTER = 'smghdtKCFVAWNJLlTB%°$€£¥Ω';

/** Without those that number parts, and name classes. */
const PLAIN_LETTERS = 'smghVWJLl%°$€£¥Ω';

/** Where a unit is said: in brackets behind what it measures, after `in`, at the end, alone, or behind a stroke. */
const PLACES: readonly RegExp[] = [
  /(?:^|\s)[([]\s*(?:in\s+)?([^()[\]\n]{1,24})[)\]]/gm,
  /\bin\s+((?:deg(?:rees?)?\s+)?[^\s,;.:()]{1,28})(?=[\s,;.:)]|$)/gm,
  /(?:[,;:]|\s[–—-])\s*([^\s,;:()]{1,24}?)\.?\s*$/gm,
  /^\s*([^\s,;:()]{1,24}?)\.?\s*$/gm,
  /\s\/\s([^\s,;:()]{1,24}?)\.?\s*$/gm,
];

/** `unit: X`, whatever X is; `the unit is X` only where X is one. */
const KEYED =
  /\bunits?(?: of measure(?:ment)?)?\s*([:=]|\bis\b|\bare\b)\s*([^,;\n()]{1,24}?)(?=[,;\n()]|\.(?:\s|$)|$)/gim;

const SIGNS: ReadonlySet<string> = new Set([':', '=']);

/** Whole words, and rates such as `km/h`. */
function unitOf(said: string, letters: string): string | undefined {
  if (said.length === 1 && !letters.includes(said)) return undefined;
  const word = wordOf(said);
  if (word !== undefined) return word;
  if (PREFIXED.test(said)) return codeOf(said.toLowerCase());
  return SHORT.has(said) ? shortOf(said) : rateOf(said);
}

const wordOf = (said: string): string | undefined =>
  WORDS.find(([, pattern]) => pattern.exec(said)?.[0] === said)?.[0];

const shortOf = (said: string): string => SPELT.get(said) ?? codeOf(plainly(said)) ?? said;

const PREFIXED = /^(?:nano|micro|milli|centi|deci|kilo|mega|giga|tera)\p{L}{3,12}$/iu;

const RATE = /(?<![\p{L}\d/])[\p{L}°µμ%$€£]+(?:\/[\p{L}]+(?:\^?-?\d|[²³])?)+(?![\p{L}\d/])/gu;

/** So much of one unit for each of others. */
function rateOf(said: string): string | undefined {
  const [above = '', ...below] = said.split('/');
  if (below.length === 0 || !below.every(one => isDivisor(one.replace(POWER, '')))) return undefined;
  const unit = wordOf(above) ?? (SHORT.has(above) ? shortOf(above) : undefined);
  if (unit === undefined) return codeOf(plainly(said));
  const rate = [unit, ...below.map(one => codeOf(plainly(one)) ?? one)].join('/');
  return codeOf(rate) ?? rate;
}

const isDivisor = (one: string): boolean =>
  DIVISORS.has(one) || (one.length > 3 && DIVISORS.has(one.toLowerCase()));

const POWER = /\^?-?\d$|[²³]$/;

const plainly = (said: string): string => said.replace('²', '2').replace('³', '3').replace('^', '');

/** The code of a unit of contracts, so that every spelling of it is one. */
function codeOf(said: string): string | undefined {
  const unit = parseUnit(said);
  return 'code' in unit && 'factor' in unit ? unit.code : undefined;
}

const COUNTS: readonly RegExp[] = [
  new RegExp(`\\b(?:count|number)s? of (${COUNTED.join('|')}|byte)s?\\b`, 'gi'),
  /\bin (token|word|character)s\b/gi,
];

/** So much of a unit, in passing: `a 5 s window`. */
const AMOUNT = /(?<![\p{L}\d.,])\d+(?:\.\d+)?\s?([^\s,;.:()\d]{1,6})(?=[\s,;.:)]|$)/gmu;
