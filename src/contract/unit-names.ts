import { CURRENCIES, CURRENCY_NAMES } from './unit-currencies.ts';
import { ATOMS, type Atom, BINARY_PREFIXES, METRIC_PREFIXES } from './unit-table.ts';
import { ABBREVIATIONS, AMBIGUOUS_WORDS, COUNTED, AMBIGUOUS as REFUSED } from './unit-words.ts';

/** The UCUM code of one English name or abbreviation: `milliseconds`, `degrees Celsius`, `mph`, `USD`. */
export const unitCodeOfName = (text: string): string | undefined =>
  ABBREVIATIONS.get(text) ?? CURRENCY_CODES.get(text) ?? NAMES.get(text.toLowerCase());

/**
 * A phrase of several words as a product: `metres per second squared` is `m/s2`, `kilowatt-hours` is `kW.h`. Words
 * that are no names stand in it as they are, for whoever reads the product to judge.
 */
export function unitCodeOfPhrase(text: string): string {
  const [above, ...below] = text.replace(/[\s-]+/g, ' ').split(/ per /i);
  return [productCode(above!), ...below.map(part => `(${productCode(part)})`)].join('/');
}

/** The singular words that say too little, and their plurals. */
export const ambiguityOfName = (text: string): { reason: string; instead: string } | undefined =>
  AMBIGUOUS.get(text.toLowerCase());

/** Every name in small letters, with its code: the plain ones before those with prefixes. */
export const unitNames = (): ReadonlyMap<string, string> => NAMES;

const POWERS: ReadonlyArray<readonly [shape: RegExp, exponent: string]> = [
  [/^square (\S+)$/i, '2'],
  [/^(\S+) squared$/i, '2'],
  [/^cubic (\S+)$/i, '3'],
  [/^(\S+) cubed$/i, '3'],
];

/** The longest name the words begin with, and then the rest: `nautical mile`, `newton metre`. */
function productCode(words: string): string {
  const whole = powerCode(words);
  if (whole !== undefined) return whole;
  const parts = words.split(' ');
  for (let length = parts.length - 1; length > 0; length--) {
    const first = powerCode(parts.slice(0, length).join(' '));
    if (first !== undefined) return `${first}.${productCode(parts.slice(length).join(' '))}`;
  }
  return words;
}

function powerCode(words: string): string | undefined {
  const name = unitCodeOfName(words);
  if (name !== undefined) return name;
  for (const [shape, exponent] of POWERS) {
    const [, word] = shape.exec(words) ?? [];
    if (word !== undefined) return `${unitCodeOfName(word) ?? word}${exponent}`;
  }
  return /^[^\s\d]+$/.test(words) ? words : undefined;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['foot', 'feet'],
  ['inch', 'inches'],
  ['hertz', 'hertz'],
  ['siemens', 'siemens'],
  ['lux', 'lux'],
  ['stokes', 'stokes'],
  ['percent', 'percent'],
  ['person', 'people'],
]);

/** `degrees celsius`, `metres of water`, `us survey feet`: the noun is the first word before a preposition, else the last. */
function pluralOf(name: string): string {
  const [, head, noun, tail] = /^((?:.* )?)(\S+?)((?: (?:of|per) .*)?)$/.exec(name) ?? [];
  if (/^degree /.test(name)) return name.replace('degree', 'degrees');
  return `${head}${IRREGULAR.get(noun!) ?? `${noun}s`}${tail}`;
}

const withPlural = (name: string, code: string): Array<readonly [name: string, code: string]> => [
  [name, code],
  [pluralOf(name), code],
];

function namesOf(
  [code, { names }]: readonly [string, Atom],
  [prefix, prefixName]: readonly [string, string, number],
): Array<readonly [string, string]> {
  return names.flatMap(name => withPlural(`${prefixName}${name}`, `${prefix}${code}`));
}

const NONE = ['', '', 0] as const;

const EVERY_NAME: ReadonlyArray<readonly [name: string, code: string]> = [
  ...[...ATOMS].flatMap(atom => namesOf(atom, NONE)),
  ...COUNTED.flatMap(thing => withPlural(thing, `{${thing}}`)),
  ...[...CURRENCY_NAMES].flatMap(([name, currency]) => withPlural(name, `[${currency}]`)),
  ['persons', '{person}'],
  ['dimensionless', '1'],
  ...withPlural('basis point', '10*-4'),
  ...withPlural('decibel', 'dB'),
  ...withPlural('micron', 'um'),
  ...withPlural('kilocalorie', 'kcal'),
  ...[...ATOMS]
    .filter(([, { metric, alone }]) => metric && !alone)
    .flatMap(atom => METRIC_PREFIXES.flatMap(prefix => namesOf(atom, prefix))),
  ...[...ATOMS]
    .filter(([, { binary }]) => binary)
    .flatMap(atom => BINARY_PREFIXES.flatMap(prefix => namesOf(atom, prefix))),
];

/** The name of a code that is refused would lead into the refusal. */
const NAMES: ReadonlyMap<string, string> = new Map(EVERY_NAME.filter(([, code]) => !REFUSED.has(code)));

const CURRENCY_CODES: ReadonlyMap<string, string> = new Map(
  CURRENCIES.map(currency => [currency, `[${currency}]`]),
);

const AMBIGUOUS = new Map(
  [...AMBIGUOUS_WORDS].flatMap(([word, refusal]) => [
    [word, refusal] as const,
    [pluralOf(word), refusal] as const,
  ]),
);
