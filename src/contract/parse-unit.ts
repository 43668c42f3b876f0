import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { nearest } from './nearest.ts';
import { ONE, ZERO } from './rational.ts';
import type { Unit } from './unit.ts';
import { type Component, unitComponents } from './unit-grammar.ts';
import { ambiguityOfName, unitCodeOfName, unitCodeOfPhrase, unitNames } from './unit-names.ts';
import {
  annotationOf,
  isAnnotation,
  isSingle,
  type Product,
  productOf,
  productText,
} from './unit-product.ts';
import { sizeOfProduct, sizeOfSymbol } from './unit-size.ts';
import { ATOMS, METRIC_PREFIXES } from './unit-table.ts';
import { AMBIGUOUS, COUNTED } from './unit-words.ts';

/**
 * Reads a UCUM code (`m/s2`, `By/{token}`, `[degF]`) or an English name (`millisecond`, `kilometres per hour`).
 *
 * @faults UNIT_UNKNOWN
 */
export function parseUnit(text: string): Unit | Fault {
  if (text.length > LIMITS.unit_chars_max) {
    const shown = `${text.slice(0, LIMITS.unit_chars_max)}…`;
    return new Fault('UNIT_UNKNOWN', {
      unit: shown,
      ...no(`it is longer than ${LIMITS.unit_chars_max} characters`),
    });
  }
  const unit = readUnit(text);
  return 'reason' in unit ? new Fault('UNIT_UNKNOWN', { unit: text, ...unit }) : unit;
}

type Refusal = { readonly reason: string; readonly instead: string };

const ANY = 'a UCUM code such as ms, km/h, Cel, By or {token}';
const no = (reason: string, instead = ANY): Refusal => ({ reason, instead });

function readUnit(text: string): Unit | Refusal {
  const ambiguous = AMBIGUOUS.get(text) ?? ambiguityOfName(text);
  if (ambiguous !== undefined) return ambiguous;
  const code = unitCodeOfName(text) ?? (PHRASE.test(text) ? unitCodeOfPhrase(text) : text);
  const components = unitComponents(sizeOfSymbol(text) === undefined ? code : text);
  if (typeof components === 'string') return no(components, suggestion(text));
  const found: Component[] = [];
  for (const component of components) {
    const meant = resolved(component);
    if ('reason' in meant) return meant;
    found.push(...meant);
  }
  const product = productOf(found);
  return typeof product === 'string' ? no(product) : unitOf(product);
}

/** Words with blanks or hyphens between them; no code has either but as the sign of an exponent. */
const PHRASE = /^[^\s{}-]+(?:[ -]+[^\s\d{}-]+)+$/u;

/** The component with the one spelling of its symbol, or the product a name stands for. */
function resolved(component: Component): readonly Component[] | Refusal {
  if (component.kind === 'number') return [component];
  if (component.kind === 'annotation') return [{ ...component, annotation: singular(component.annotation) }];
  const { exponent } = component;
  const symbol = component.symbol.replace(/^[µμ](?=.)/u, 'u');
  const ambiguous = AMBIGUOUS.get(symbol);
  if (ambiguous !== undefined) return ambiguous;
  if (symbol === '10^') return [{ ...component, symbol: '10*' }];
  if (sizeOfSymbol(symbol) !== undefined) return [{ ...component, symbol }];
  if (symbol.endsWith('^')) return no('an exponent follows its unit directly', 'm2 for square metres');
  const code = unitCodeOfName(symbol);
  if (code === undefined)
    return (
      ambiguityOfName(symbol) ??
      no(`"${symbol}" is neither a known unit nor a prefixed one`, suggestion(symbol))
    );
  return (unitComponents(code) as readonly Component[]).map(part => powered(part, exponent));
}

/** `mph2` is `[mi_i]2/h2`. */
const powered = (part: Component, exponent: number): Component => ({
  ...part,
  exponent: part.exponent * exponent,
});

/** `{tokens}` is `{token}`. */
function singular(braced: string): string {
  const word = braced.slice(1, -1);
  const thing = COUNTED.find(counted => `${counted}s` === word);
  return thing === undefined ? braced : `{${thing}}`;
}

function unitOf(product: Product): Unit | Refusal {
  const code = productText(product);
  if (code.length > LIMITS.unit_chars_max)
    return no(`its code is longer than ${LIMITS.unit_chars_max} characters`);
  const { factor, pi, bases } = sizeOfProduct(product);
  let offset = ZERO;
  for (const symbol of product.powers.keys()) {
    const size = isAnnotation(symbol) ? undefined : sizeOfSymbol(symbol);
    if (size?.alone !== true) continue;
    if (!isSingle(product)) return standsAlone(symbol);
    offset = size.offset;
  }
  const dimension = productText({ number: ONE, powers: bases });
  return { code, dimension, factor, pi, offset, annotation: annotationOf(product) };
}

function standsAlone(symbol: string): Refusal {
  if (sizeOfSymbol(symbol)?.offset.numerator === 0n)
    return no(`"${symbol}" is no multiple of anything and stands only alone`, `${symbol} alone`);
  const reason = `"${symbol}" has a zero of its own and stands only alone`;
  return no(reason, symbol === '[degF]' ? '[degR] for a difference' : 'K for a difference');
}

/** A word long enough that a slip of the hand leaves it near one name only. */
const WORD = /^\p{L}[\p{L} ]{3,39}$/u;

function suggestion(written: string): string {
  const alike = CODES.get(written.toLowerCase());
  if (alike !== undefined) return alike.join(' or ');
  if (!WORD.test(written)) return ANY;
  // Thousands of names are too many to measure each; a slip seldom hits the first letter.
  const near = [...unitNames().keys()].filter(
    name =>
      name[0] === written[0]!.toLowerCase() && Math.abs(name.length - written.length) <= written.length * 0.4,
  );
  const name = nearest(written, near);
  return name === '' ? ANY : `${unitNames().get(name)} for ${name}`;
}

/** By their letters, because case is what is most often wrong. */
const CODES = new Map<string, string[]>();
for (const [code, { metric }] of ATOMS) {
  for (const prefix of ['', ...(metric ? METRIC_PREFIXES.map(([letters]) => letters) : [])]) {
    const whole = `${prefix}${code}`;
    const letters = whole.toLowerCase();
    if (!AMBIGUOUS.has(whole)) CODES.set(letters, [...(CODES.get(letters) ?? []), whole]);
  }
}
