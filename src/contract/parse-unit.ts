import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { ONE, ZERO } from './rational.ts';
import type { Unit } from './unit.ts';
import { type Component, unitComponents } from './unit-grammar.ts';
import { ambiguityOfName, unitCodeOfName, unitCodeOfPhrase } from './unit-names.ts';
import {
  annotationOf,
  isAnnotation,
  isSingle,
  type Product,
  productOf,
  productText,
} from './unit-product.ts';
import { sizeOfProduct, sizeOfSymbol } from './unit-size.ts';
import { ANY_UNIT, unitSuggestion } from './unit-suggestion.ts';
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

const no = (reason: string, instead = ANY_UNIT): Refusal => ({ reason, instead });

function readUnit(text: string): Unit | Refusal {
  const ambiguous = AMBIGUOUS.get(text) ?? ambiguityOfName(text);
  if (ambiguous !== undefined) return ambiguous;
  const code = unitCodeOfName(text) ?? (PHRASE.test(text) ? unitCodeOfPhrase(text) : text);
  const components = unitComponents(sizeOfSymbol(text) === undefined ? code : text);
  if (typeof components === 'string') return no(components, unitSuggestion(text));
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
      no(`"${symbol}" is neither a known unit nor a prefixed one`, unitSuggestion(symbol))
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
