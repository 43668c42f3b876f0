import { multiply, ONE, power, type Rational, rational, rationalFromText } from './rational.ts';
import { type Component, unitComponents } from './unit-grammar.ts';
import { type Product, productOf } from './unit-product.ts';
import { ATOMS, type Atom, BINARY_PREFIXES, METRIC_PREFIXES } from './unit-table.ts';

/** What a simple unit or a product of them is in base units. */
export type Size = {
  readonly factor: Rational;
  readonly pi: number;
  /** Exponents of base units, none of them 0. */
  readonly bases: ReadonlyMap<string, number>;
};
export type SimpleSize = Size & { readonly offset: Rational; readonly alone: boolean };

/** Of a symbol, prefix included; `undefined` where the table has none. */
export function sizeOfSymbol(symbol: string): SimpleSize | undefined {
  const whole = atomSize(symbol);
  if (whole !== undefined) return whole;
  for (const [prefix, scale, allowed] of PREFIXES) {
    if (!symbol.startsWith(prefix)) continue;
    const rest = symbol.slice(prefix.length);
    const size = ATOMS.get(rest)?.[allowed] === true ? atomSize(rest) : undefined;
    if (size !== undefined) return { ...size, factor: multiply(size.factor, scale) };
  }
  return undefined;
}

/** Annotations have no size. @throws RangeError for a symbol the table doesn't have: the caller asks first. */
export function sizeOfProduct({ number, powers }: Product): Size {
  let factor = number;
  let pi = 0;
  const bases = new Map<string, number>();
  for (const [symbol, exponent] of powers) {
    if (symbol.startsWith('{')) continue;
    const size = sizeOfSymbol(symbol);
    if (size === undefined) throw new RangeError('a symbol without a size');
    factor = multiply(factor, power(size.factor, exponent));
    pi += size.pi * exponent;
    for (const [base, times] of size.bases) bases.set(base, (bases.get(base) ?? 0) + times * exponent);
  }
  for (const [base, exponent] of bases) if (exponent === 0) bases.delete(base);
  return { factor, pi, bases };
}

/** What the table says of an atom. Each row stands on others and none on itself, so this ends. */
function atomSize(code: string): SimpleSize | undefined {
  const known = RESOLVED.get(code);
  if (known !== undefined) return known;
  const atom = ATOMS.get(code);
  if (atom === undefined) return undefined;
  const of = baseSize(code, atom) ?? sizeOfProduct(tableProduct(atom.of));
  const size = {
    ...of,
    factor: multiply(rationalFromText(atom.size), of.factor),
    offset: multiply(rationalFromText(atom.offset), of.factor),
    alone: atom.alone,
  };
  RESOLVED.set(code, size);
  return size;
}

function baseSize(code: string, { of }: Atom): Size | undefined {
  if (code === '[pi]') return { factor: ONE, pi: 1, bases: new Map() };
  return of === code ? { factor: ONE, pi: 0, bases: new Map([[code, 1]]) } : undefined;
}

function tableProduct(text: string): Product {
  const product = productOf(unitComponents(text) as readonly Component[]);
  if (typeof product === 'string') throw new RangeError(`the table of units has ${text}: ${product}`);
  return product;
}

/** A fact of the table, found once. */
const RESOLVED = new Map<string, SimpleSize>();

const PREFIXES: ReadonlyArray<readonly [prefix: string, scale: Rational, allowed: 'metric' | 'binary']> = [
  ...METRIC_PREFIXES.map(([code, , tens]) => [code, power(rational(10n), tens), 'metric'] as const),
  ...BINARY_PREFIXES.map(([code, , kibis]) => [code, power(rational(1024n), kibis), 'binary'] as const),
];
