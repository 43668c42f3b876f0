import { LIMITS } from '../base/limits.ts';
import { equal, multiply, ONE, power, type Rational, rational } from './rational.ts';
import type { Component } from './unit-grammar.ts';

/** A number, and symbols and annotations (braces included) with their exponents, none of them 0. */
export type Product = { readonly number: Rational; readonly powers: ReadonlyMap<string, number> };

/** The components multiplied out, or why they can't be. */
export function productOf(components: readonly Component[]): Product | string {
  let number = ONE;
  const powers = new Map<string, number>();
  for (const component of components) {
    if (component.kind === 'number') {
      number = multiply(number, power(rational(component.number), component.exponent));
      continue;
    }
    const code = component.kind === 'symbol' ? component.symbol : component.annotation;
    const exponent = (powers.get(code) ?? 0) + component.exponent;
    if (exponent === 0) powers.delete(code);
    else powers.set(code, exponent);
  }
  for (const [code, exponent] of powers) {
    const max = code === '10*' ? LIMITS.unit_ten_exponent_max : LIMITS.unit_exponent_max;
    if (Math.abs(exponent) > max) return `an exponent of ${code} goes from -${max} to ${max}`;
  }
  return { number, powers };
}

/** The number, then units, then annotations, each in the order of their codes; `1/s` where nothing stands above the line. */
export function productText({ number, powers }: Product): string {
  const sorted = [...powers].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const above = sorted.filter(([code, exponent]) => exponent > 0 || code === '10*').flatMap(powerText);
  const below = sorted.filter(([code, exponent]) => exponent < 0 && code !== '10*').flatMap(powerText);
  if (number.numerator !== 1n) above.unshift(String(number.numerator));
  if (number.denominator !== 1n) below.unshift(String(number.denominator));
  return [above.join('.') || '1', ...below].join('/');
}

/** Only what is counted: `token` for one thing, `1/{token}` or `{pixel}/{frame}` for what else there may be. */
export function annotationOf({ powers }: Product): string | undefined {
  const annotations = [...powers].filter(([code]) => isAnnotation(code));
  if (annotations.length === 0) return undefined;
  const [first, exponent] = annotations[0]!;
  return annotations.length === 1 && exponent === 1
    ? first.slice(1, -1)
    : productText({ number: ONE, powers: new Map(annotations) });
}

export const isAnnotation = (code: string): boolean => code.startsWith('{');

/** One symbol to the first power, and nothing else. */
export const isSingle = ({ number, powers }: Product): boolean =>
  equal(number, ONE) && powers.size === 1 && [...powers.values()][0] === 1;

const rank = (code: string): number => (isAnnotation(code) ? 1 : 0);

/** An annotation has no exponent in UCUM: it is written as often as it counts. A power of ten keeps its sign: `10*-3`. */
function powerText([code, exponent]: readonly [string, number]): string[] {
  const size = code === '10*' ? exponent : Math.abs(exponent);
  if (isAnnotation(code)) return Array.from({ length: size }, () => code);
  return [size === 1 ? code : `${code}${size}`];
}
