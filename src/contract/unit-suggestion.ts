import { nearest } from './nearest.ts';
import { CURRENCIES } from './unit-currencies.ts';
import { unitNames } from './unit-names.ts';
import { ATOMS, BINARY_PREFIXES, METRIC_PREFIXES } from './unit-table.ts';
import { ABBREVIATIONS, AMBIGUOUS } from './unit-words.ts';

/** What somebody meant who wrote what is no unit: the usual units of the same letters, or the name a slip of the hand away. */
export function unitSuggestion(written: string): string {
  const alike = REFUSED.get(written.toLowerCase()) ?? alikeIn(written);
  if (alike !== undefined) return alike;
  if (!WORD.test(written)) return ANY_UNIT;
  // Thousands of names are too many to measure each; a slip seldom hits the first letter.
  const near = [...unitNames()].flatMap(([name, code]) =>
    !ABSURD.has(code) &&
    name[0] === written[0]!.toLowerCase() &&
    Math.abs(name.length - written.length) <= written.length * 0.4
      ? [name]
      : [],
  );
  const name = nearest(written, near);
  return name === '' ? ANY_UNIT : `${unitNames().get(name)} for ${name}`;
}

export const ANY_UNIT = 'a UCUM code such as ms, km/h, Cel, By or {token}';

/** A word long enough that a slip of the hand leaves it near one name only. */
const WORD = /^\p{L}[\p{L} ]{3,39}$/u;

/** Of those that differ in letter case alone, the most usual: who writes `ev` means no exavolts. */
function alikeIn(written: string): string | undefined {
  const all = CODES.get(written.toLowerCase()) ?? [];
  const best = Math.min(...all.map(({ rank }) => rank));
  const codes = new Set(all.flatMap(({ code, rank }) => (rank === best ? [code] : [])));
  return codes.size === 0 ? undefined : [...codes].join(' or ');
}

type Alike = { readonly code: string; readonly rank: number };

/** What data and measurements are in; the units of another age and of one trade come after them. */
const USUAL = new Set(
  `m s g rad K C cd mol sr Hz N Pa J W A V F Ohm S Wb T H lm lx Bq Gy Sv l L t bar pc eV cal By bit Bd Cel B
   min h d wk a mo deg % atm`.split(/\s+/),
);

/** Seldom met but with the one or other unit: where there is another reading, that is meant. */
const SELDOM = new Set(['Y', 'Z', 'E', 'P', 'h', 'da', 'd', 'f', 'a', 'z', 'y']);

/** A bit has no parts, and of levels decibels alone are in use. */
function isAbsurd(code: string, tens: number): boolean {
  if (code === 'bit' || code === 'By') return tens < 0;
  return (code === 'B' || code.startsWith('B[')) && tens !== 0 && tens !== -1;
}

const CODES = new Map<string, Alike[]>();
const ABSURD = new Set<string>();

const offer = (letters: string, one: Alike): void => {
  const key = letters.toLowerCase();
  CODES.set(key, [...(CODES.get(key) ?? []), one]);
};

// `Mbps` are bits, and whoever writes `MBps` may mean bytes.
for (const [text, code] of ABBREVIATIONS) if (!code.includes('bit')) offer(text, { code, rank: 0 });
for (const currency of CURRENCIES) offer(currency, { code: `[${currency}]`, rank: 1 });
for (const [atom, { metric, binary }] of ATOMS) {
  const metrics = metric ? METRIC_PREFIXES.map(([letters, , tens]) => [letters, tens] as const) : [];
  const binaries = binary ? BINARY_PREFIXES.map(([letters]) => [letters, 1] as const) : [];
  for (const [prefix, tens] of [['', 0] as const, ...metrics, ...binaries]) {
    const code = `${prefix}${atom}`;
    if (isAbsurd(atom, tens)) ABSURD.add(code);
    else if (!AMBIGUOUS.has(code))
      offer(code, { code, rank: 1 + (USUAL.has(atom) ? 0 : 2) + (SELDOM.has(prefix) ? 1 : 0) });
  }
}

/** What is said of every refused spelling of the same letters: `mb` is neither `MB` nor `Mb`, and may be meant as each. */
const REFUSED = new Map<string, string>();
const insteads = new Map<string, string[]>();
for (const [text, { instead }] of AMBIGUOUS) {
  const key = text.toLowerCase();
  insteads.set(key, [...(insteads.get(key) ?? []), instead]);
}
for (const [letters, all] of insteads) REFUSED.set(letters, together(all));

/** One answer of several, each unit in it once. */
function together(all: readonly string[]): string {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const offers = new Map<string, string>();
  for (const one of all.flatMap(instead => instead.split(', '))) {
    const unit = one.split(' ')[0]!;
    if (!offers.has(unit)) offers.set(unit, one);
  }
  return [...offers.values()].join(', ');
}
