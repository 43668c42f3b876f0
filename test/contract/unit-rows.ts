import { multipleText } from '../../src/contract/pi-multiple.ts';
import { type Rational, rational } from '../../src/contract/rational.ts';
import { CURRENCIES } from '../../src/contract/unit-currencies.ts';
import { unitNames } from '../../src/contract/unit-names.ts';
import { productText } from '../../src/contract/unit-product.ts';
import { sizeOfSymbol } from '../../src/contract/unit-size.ts';
import { ATOMS, type Atom } from '../../src/contract/unit-table.ts';

/** The rows of docs/units.md for every unit but the currencies, as the code has them. */
export const unitRows = (): readonly string[] =>
  [...ATOMS]
    .filter(([code]) => !CURRENCIES.includes(code.slice(1, -1)))
    .map(([code, atom]) => {
      const names = atom.names.filter(name => unitNames().has(name)).join(', ');
      const dimension = productText({ number: rational(1n), powers: sizeOfSymbol(code)!.bases });
      return `| \`${code}\` | ${names} | \`${dimension}\` | ${factorText(code)} | ${takes(atom)} |`;
    });

function factorText(code: string): string {
  const { factor, pi, offset } = sizeOfSymbol(code)!;
  const decimal = decimalText(factor);
  const scale = decimal === undefined || pi !== 0 ? multipleText({ times: factor, pi }) : decimal;
  return offset.numerator === 0n
    ? scale
    : `${scale}, then + ${decimalText(offset) ?? multipleText({ times: offset, pi: 0 })}`;
}

/** `0.0254`, or `1.60217733e-19`; `undefined` for what never ends. */
function decimalText(value: Rational): string | undefined {
  for (let places = 0; places <= 60; places++) {
    const { numerator, denominator } = { ...value, numerator: value.numerator * 10n ** BigInt(places) };
    if (numerator % denominator !== 0n) continue;
    const digits = String(numerator / denominator);
    if (places <= 12 && digits.length <= 18) return plainText(digits, places);
    const mantissa = digits.replace(/0+$/, '');
    const exponent = digits.length - 1 - places;
    return `${mantissa.length === 1 ? mantissa : `${mantissa[0]}.${mantissa.slice(1)}`}e${exponent}`;
  }
  return undefined;
}

function plainText(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places);
  return places === 0 ? whole : `${whole}.${padded.slice(-places)}`;
}

function takes({ metric, binary, alone }: Atom): string {
  const words = [
    ...(binary ? ['metric and binary prefixes'] : metric ? ['metric prefixes'] : []),
    ...(alone ? ['stands alone'] : []),
  ];
  return words.join(', ');
}
