import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { multiply, ONE, power, type Rational, rational, rationalFromText, ZERO } from './rational.ts';
import { BASES, type Unit } from './unit.ts';
import { unitCodeOfName } from './unit-names.ts';
import { ATOMS, BINARY_PREFIXES, COUNTED, INEXACT, INSTEAD, METRIC_PREFIXES } from './unit-table.ts';

/**
 * Reads a UCUM code (`m/s2`, `By/{token}`, `[degF]`) or an English name (`millisecond`, `kilometres per hour`).
 *
 * @faults UNIT_UNKNOWN
 */
export function parseUnit(text: string): Unit | Fault {
  if (text.length > LIMITS.unit_chars_max) {
    const shown = `${text.slice(0, LIMITS.unit_chars_max)}…`;
    return unknown(shown, `it is longer than ${LIMITS.unit_chars_max} characters`);
  }
  const instead = INSTEAD.get(text);
  if (instead !== undefined) return unknown(text, 'UCUM has it under another name', instead);
  const inexact = INEXACT.get(text);
  if (inexact !== undefined) return unknown(text, inexact, 'a unit with an exact size, such as d or s');
  const product = readProduct(unitCodeOfName(text) ?? text);
  if (typeof product === 'string') return unknown(text, product);
  const unit = unitOf(product);
  return typeof unit === 'string' ? unknown(text, unit) : unit;
}

/** Codes of simple units, prefix included, and of annotations, braces included, with their exponents. */
type Product = ReadonlyMap<string, number>;

type Simple = {
  readonly dimension: readonly number[];
  readonly factor: Rational;
  readonly offset: Rational;
};

const COMPONENT = /^((?:[A-Za-z%']|\[[A-Za-z_]+\])+)([+-]?[1-9])?(\{[A-Za-z][A-Za-z0-9_-]*\})?$/;
const ANNOTATION = /^\{[A-Za-z][A-Za-z0-9_-]*\}$/;
const EXPONENT_MAX = 9;

/** A product, or why the text is none. */
function readProduct(text: string): Product | string {
  const product = new Map<string, number>();
  const take = (code: string, exponent: number): void => {
    product.set(code, (product.get(code) ?? 0) + exponent);
  };
  // Every component with the sign before it; a leading slash is UCUM's, too.
  const parts = text.split(/([./])/);
  if (parts[0] === '' && parts[1] === '/' && parts.length > 2) parts[0] = '1';
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at]!;
    const sign = at > 0 && parts[at - 1] === '/' ? -1 : 1;
    if (part === '1') continue;
    if (ANNOTATION.test(part)) {
      take(annotationCode(part), sign);
      continue;
    }
    const [, symbol, exponent, annotation] = COMPONENT.exec(part) ?? [];
    if (symbol === undefined) return 'it is neither a UCUM code nor a known name';
    if (simpleUnit(symbol) === undefined) return `"${symbol}" is neither a known unit nor a prefixed one`;
    take(symbol, sign * Number(exponent ?? 1));
    if (annotation !== undefined) take(annotationCode(annotation), sign);
  }
  for (const [code, exponent] of product) {
    if (exponent === 0) product.delete(code);
    if (Math.abs(exponent) > EXPONENT_MAX) return `an exponent goes from -${EXPONENT_MAX} to ${EXPONENT_MAX}`;
  }
  return product;
}

function unitOf(product: Product): Unit | string {
  const code = productText(product);
  if (code.length > LIMITS.unit_chars_max)
    return `its code is longer than ${LIMITS.unit_chars_max} characters`;
  let offset = ZERO;
  for (const [symbol, exponent] of product) {
    const simple = simpleUnit(symbol);
    if (simple === undefined || simple.offset.numerator === 0n) continue;
    if (product.size > 1 || exponent !== 1) return `"${symbol}" has a zero of its own and stands only alone`;
    offset = simple.offset;
  }
  return { code, ...sizeOf(product), offset, annotation: annotationOf(product) };
}

/** Annotations have no size: they are no unit of `simpleUnit`. */
function sizeOf(product: Product): Omit<Simple, 'offset'> {
  let factor = ONE;
  const dimension: number[] = BASES.map(() => 0);
  for (const [symbol, exponent] of product) {
    const simple = simpleUnit(symbol);
    if (simple === undefined) continue;
    factor = multiply(factor, power(simple.factor, exponent));
    for (const [base, size] of simple.dimension.entries()) dimension[base]! += size * exponent;
  }
  return { factor, dimension };
}

/** Units before annotations, each in the order of their codes; `1/s` where nothing stands above the line. */
function productText(product: Product): string {
  const sorted = [...product].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const above = sorted.filter(([, exponent]) => exponent > 0).flatMap(powerText);
  const below = sorted.filter(([, exponent]) => exponent < 0).flatMap(powerText);
  return [above.join('.') || '1', ...below].join('/');
}

const rank = (code: string): number => (code.startsWith('{') ? 1 : 0);

/** An annotation has no exponent in UCUM: it is written as often as it counts. */
function powerText([code, exponent]: readonly [string, number]): string[] {
  const size = Math.abs(exponent);
  if (code.startsWith('{')) return Array.from({ length: size }, () => code);
  return [size === 1 ? code : `${code}${size}`];
}

/** `token` for one thing counted, `1/{token}` or `{pixel}/{frame}` for what else there may be. */
function annotationOf(product: Product): string | undefined {
  const annotations = [...product].filter(([code]) => code.startsWith('{'));
  if (annotations.length === 0) return undefined;
  const [first, exponent] = annotations[0]!;
  return annotations.length === 1 && exponent === 1 ? first.slice(1, -1) : productText(new Map(annotations));
}

/** `{tokens}` is `{token}`. */
function annotationCode(braced: string): string {
  const word = braced.slice(1, -1);
  const singular = COUNTED.find(counted => `${counted}s` === word);
  return singular === undefined ? braced : `{${singular}}`;
}

function simpleUnit(symbol: string): Simple | undefined {
  const whole = atomUnit(symbol);
  if (whole !== undefined) return whole;
  for (const [prefix, scale, allowed] of PREFIXES) {
    if (!symbol.startsWith(prefix)) continue;
    const rest = symbol.slice(prefix.length);
    const simple = atomUnit(rest);
    if (simple !== undefined && ATOMS.get(rest)?.[allowed])
      return { ...simple, factor: multiply(simple.factor, scale) };
  }
  return undefined;
}

/** What the table says of an atom, in base units. Each row stands on rows above it, so this ends. */
function atomUnit(code: string): Simple | undefined {
  const atom = ATOMS.get(code);
  if (atom === undefined) return undefined;
  const known = RESOLVED.get(code);
  if (known !== undefined) return known;
  const base = (BASES as readonly string[]).indexOf(code);
  const { factor, dimension } =
    base < 0
      ? sizeOf(readProduct(atom.of) as Product)
      : { factor: ONE, dimension: BASES.map((_, at) => (at === base ? 1 : 0)) };
  const simple: Simple = {
    dimension,
    factor: multiply(rationalFromText(atom.size), factor),
    offset: multiply(rationalFromText(atom.offset), factor),
  };
  RESOLVED.set(code, simple);
  return simple;
}

const RESOLVED = new Map<string, Simple>();

const PREFIXES: ReadonlyArray<readonly [prefix: string, scale: Rational, allowed: 'metric' | 'binary']> = [
  ...METRIC_PREFIXES.map(([code, , tens]) => [code, power(rational(10n), tens), 'metric'] as const),
  ...BINARY_PREFIXES.map(([code, , kibis]) => [code, power(rational(1024n), kibis), 'binary'] as const),
];

const unknown = (
  unit: string,
  reason: string,
  instead = 'a UCUM code such as ms, km/h, Cel, By or {token}',
): Fault => new Fault('UNIT_UNKNOWN', { unit, reason, instead });
