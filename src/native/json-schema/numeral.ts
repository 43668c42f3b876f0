import type { Numeral } from './json-schema.ts';

/** A numeral as digits × 10^power, exactly as it was written: of a double, the shortest text that means it. */
type Decimal = { readonly digits: bigint; readonly power: number };

function decimalOf(value: Numeral): Decimal {
  const [, whole = '0', fraction = '', power = '0'] =
    /^(-?[0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length };
}

/** Whether a value is a whole multiple; in decimals, where 0.3 is three times 0.1. */
export function isMultiple(value: Numeral, of: Numeral): boolean {
  const [a, b] = [decimalOf(value), decimalOf(of)];
  if (b.digits === 0n) return false;
  const power = Math.min(a.power, b.power);
  const scaled = ({ digits, power: own }: Decimal): bigint => digits * 10n ** BigInt(own - power);
  return scaled(a) % scaled(b) === 0n;
}

export const isWhole = (value: Numeral): boolean => typeof value === 'bigint' || Number.isInteger(value);
