import { LIMITS } from '../../base/limits.ts';
import { parseUnit } from '../../contract/parse-unit.ts';
import { COUNTED } from '../../contract/unit-words.ts';
import { SHORT, WORDS } from './doc-unit-words.ts';

/** The units of a text. `declared` are those it names in a place where a unit is said, and not in passing. */
type Named = { readonly all: ReadonlySet<string>; readonly declared: ReadonlySet<string> };

/**
 * The units two texts name, where they are not the same: a hint, from words that nobody checks. One that appears or goes is
 * told where it was declared: `latency in ms` is, and `updated every day` is not.
 */
export function docUnits(
  before: string | undefined,
  after: string | undefined,
): { readonly from: string; readonly to: string } | undefined {
  if (before === after) return undefined;
  const [from, to] = [unitsNamed(before ?? ''), unitsNamed(after ?? '')];
  const [written, read] = [textOf(from.all), textOf(to.all)];
  if (written === read) return undefined;
  if (written === 'none' && to.declared.size === 0) return undefined;
  if (read === 'none' && from.declared.size === 0) return undefined;
  return { from: written, to: read };
}

const NONE: Named = { all: new Set(), declared: new Set() };

const textOf = (units: ReadonlySet<string>): string =>
  units.size === 0 ? 'none' : [...units].sort().join(', ');

/** Every unit that a text names, by the code it is compared by. */
export function unitsNamed(whole: string): Named {
  if (whole.trim() === '') return NONE;
  const text = whole.slice(0, LIMITS.native_doc_chars_max);
  const declared = new Set<string>();
  const letters = /temp/i.test(text) ? `${PLAIN_LETTERS}CF` : PLAIN_LETTERS;
  for (const pattern of PLACES)
    for (const said of new Set([...text.matchAll(pattern)].map(([, found = '']) => found.trim()))) {
      const unit = unitOf(said, letters);
      if (unit !== undefined) declared.add(unit);
    }
  for (const [, sign = '', found = ''] of text.matchAll(KEYED)) {
    const said = found.trim();
    const unit = unitOf(said, EVERY_LETTER) ?? codeOf(said);
    if (unit !== undefined || SIGNS.has(sign)) declared.add(unit ?? said);
  }
  const rates = [...text.matchAll(RATE)].flatMap(([found]) => rateOf(found) ?? []);
  const plain = text.replace(RATE, found => (rateOf(found) === undefined ? found : ' '));
  const words = WORDS.filter(([, pattern]) => pattern.test(plain)).map(([unit]) => unit);
  const counts = COUNTS.flatMap(count => [...text.matchAll(count)]).map(
    ([, thing = '']) => `{${thing.toLowerCase()}}`,
  );
  const amounts = [...text.matchAll(AMOUNT)].flatMap(([, found = '']) => unitOf(found, letters) ?? []);
  return { all: new Set([...declared, ...words, ...rates, ...counts, ...amounts]), declared };
}

const EVERY_LETTER = 'smghdtKCFVAWNJLlTB%°$€£¥Ω';

/** Without those that number parts, and name classes. */
const PLAIN_LETTERS = 'smghKVWJLl%°$€£¥Ω';

/** Where a unit is said: in brackets behind what it measures, after `in`, at the end, alone, or behind a stroke. */
const PLACES: readonly RegExp[] = [
  /(?:^|\s)[([]\s*(?:in\s+)?([^()[\]\n]{1,24})[)\]]/gm,
  /\bin\s+((?:deg(?:rees?)?\s+)?[^\s,;.:()]{1,20})(?=[\s,;.:)]|$)/gm,
  /(?:[,;:]|\s[–—-])\s*([^\s,;:()]{1,16}?)\.?\s*$/gm,
  /^\s*([^\s,;:()]{1,16}?)\.?\s*$/gm,
  /\s\/\s([^\s,;:()]{1,16}?)\.?\s*$/gm,
];

/** `unit: X`, whatever X is; `the unit is X` only where X is one. */
const KEYED =
  /\bunits?(?: of measure(?:ment)?)?\s*([:=]|\bis\b|\bare\b)\s*([^,;\n()]{1,24}?)(?=[,;\n()]|\.(?:\s|$)|$)/gim;

const SIGNS: ReadonlySet<string> = new Set([':', '=']);

/** Whole words, and rates such as `km/h`. */
function unitOf(said: string, letters: string): string | undefined {
  if (said.length === 1 && !letters.includes(said)) return undefined;
  const word = WORDS.find(([, pattern]) => pattern.exec(said)?.[0] === said)?.[0];
  if (word !== undefined) return word;
  return SHORT.has(said) ? (codeOf(plainly(said)) ?? said) : rateOf(said);
}

const RATE = /(?<![\p{L}\d/])[\p{L}°µμ%$€£]+(?:\/[\p{L}]+(?:\^?-?\d|[²³])?)+(?![\p{L}\d/])/gu;

/** So much of one unit for each of another: what is usual to divide by, since `and/or` and `N/A` are no units. */
function rateOf(said: string): string | undefined {
  const [above = '', ...below] = said.split('/');
  if (below.length === 0 || !below.every(one => DIVISORS.has(one.replace(/\^?-?\d|[²³]$/, ''))))
    return undefined;
  return codeOf(plainly(said)) ?? (SHORT.has(above) ? said : undefined);
}

const DIVISORS = new Set(
  'ns us ms s sec min h hr d day hour second minute week month year mm cm m km kg g l L ml mL dl dL K mol ha ft in mi gal'.split(
    ' ',
  ),
);

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
