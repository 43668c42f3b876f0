import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonCodec } from '../../src/codec/json.ts';
import { rowsOf } from '../../src/contract/batch.ts';
import { toBfloat16 } from '../../src/contract/narrow-float.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';

const NEAREST = {
  float16: Math.f16round,
  bfloat16: toBfloat16,
  float32: Math.fround,
  float64: (value: number) => value,
} as const;
type FloatKind = keyof typeof NEAREST;
const KINDS = Object.keys(NEAREST) as FloatKind[];

/** Decimals as people and printers write them: of few and many digits, near floats and near the middle between two. */
const decimals = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(
      fc.float({ min: Math.fround(-1e6), max: Math.fround(1e6), noNaN: true }),
      fc.integer({ min: 1, max: 17 }),
    )
    .map(([value, digits]) => value.toPrecision(digits)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: -40, max: 40 }))
    .map(([digits, power]) => `${digits}E${power}`),
  fc
    .tuple(fc.boolean(), fc.nat(99_999), fc.nat(999_999_999))
    .map(([minus, whole, behind]) => `${minus ? '-' : ''}${whole}.${String(behind).padStart(9, '0')}`),
  fc.float({ min: 1, max: 1_000, noNaN: true }).map(value => String(value + value * 2 ** -25)),
);

/** Scaled so that every double and every decimal at hand is an integer. */
const ONE = 10n ** 1_100n;
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

function scaledFloat(value: number): bigint {
  // In twos until nothing is behind the point, which each double comes to.
  let [whole, twos] = [Math.abs(value), 0];
  for (; !Number.isInteger(whole); twos++) whole *= 2;
  return (BigInt(whole) * ONE) / 2n ** BigInt(twos);
}

/** Of a lawful text, without its sign: how often 10^-1100, and how many digits it has. */
function scaledText(text: string): { readonly size: bigint; readonly digits: number } {
  const [mantissa, exponent = '0'] = text.replace(/^-/, '').toLowerCase().split('e') as [string, string?];
  const [whole, behind = ''] = mantissa.split('.') as [string, string?];
  const digits = `${whole}${behind}`;
  const size = BigInt(digits) * 10n ** BigInt(1_100 + Number(exponent) - behind.length);
  return { size, digits: digits.replace(/^0+/, '').replace(/0+$/, '').length };
}

/** All that an exact number is printed as at some digits: the decimals that no other is nearer than. */
function printed(exact: bigint, digits: number): readonly bigint[] {
  const unit = 10n ** BigInt(Math.max(String(exact).length - digits, 0));
  const below = (exact / unit) * unit;
  const half = 2n * (exact - below);
  if (half === unit) return [below, below + unit];
  return [half < unit ? below : below + unit];
}

/** The floats beside a double, of a width. */
function around(kind: FloatKind, wide: number): readonly number[] {
  const value = NEAREST[kind](wide);
  const step = Math.abs(value) * 2 ** -8 + 2 ** -149;
  const found = new Set([value]);
  // By halves of a step that leads somewhere, until it leads nowhere.
  for (const sign of [1, -1])
    for (let by = step; by > 0 && wide + sign * by !== wide; by /= 2) {
      const other = NEAREST[kind](value + sign * by);
      if (Number.isFinite(other)) found.add(other);
    }
  return [...found];
}

/** What the text is, in exact numbers. */
function expected(kind: FloatKind, text: string): number | 'OVERFLOW' | 'TYPE_MISMATCH' {
  const wide = Number(text);
  const value = NEAREST[kind](wide);
  const { size, digits } = scaledText(text);
  if (!Number.isFinite(value) || (value === 0 && digits > 0)) return 'OVERFLOW';
  if (kind === 'float64' || value === wide) return value;
  const away = (one: number): bigint => sizeOf(scaledFloat(one) - size);
  const nearest = around(kind, wide).reduce((best, one) => (away(one) < away(best) ? one : best), value);
  return printed(scaledFloat(nearest), digits).includes(size) ? nearest : 'TYPE_MISMATCH';
}

/** A float of a width, printed at some digits, to either side where it lies in the middle; or the middle to the next. */
const printedFloats = (kind: FloatKind) =>
  fc
    .tuple(
      fc.oneof(
        fc.double({ noNaN: true, min: -70_000, max: 70_000 }),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -24, max: 20 }).map(power => 2 ** power),
      ),
      fc.integer({ min: 1, max: 18 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([drawn, digits, up, isMiddle]) => {
      const float = NEAREST[kind](drawn);
      const one = Number.isFinite(float) ? float : 1;
      const next = around(kind, one).reduce((best, other) =>
        other > one && (best <= one || other < best) ? other : best,
      );
      const exact = scaledFloat(isMiddle ? one / 2 + next / 2 : one);
      const texts = printed(exact, digits);
      const text = `${up ? texts.at(-1)! : texts[0]!}`;
      const short = text.replace(/0+$/, '');
      return short === '' ? '0' : `${one < 0 ? '-' : ''}${short}e${text.length - short.length - 1_100}`;
    });

it.each(KINDS)('reads a decimal as the %s that is called so, or none, in few digits and in many', kind => {
  const schema = makeSchema([makeField(kind)]);
  fc.assert(
    fc.property(fc.oneof(decimals, printedFloats(kind)), text => {
      const lawful = text.replace('e+', 'e');
      const result = jsonCodec.decode(schema, Buffer.from(`{"value":${lawful}}`));
      const found = result.kind === 'refused' ? result.code : rowsOf(schema, result.batch)[0]![0];
      expect(found).toBe(expected(kind, lawful));
    }),
    { numRuns: 400 },
  );
});

it.each<readonly [FloatKind, string, unknown]>([
  // Nearest to 1e-40 is 9.18e-41, which is called 9e-41 in one digit, though it lies less than half of one away.
  ['bfloat16', '-1E-40', 'TYPE_MISMATCH'],
  ['bfloat16', '9E-41', toBfloat16(9e-41)],
  ['float32', '1e22', Math.fround(1e22)],
  // The nearest double lies in the middle between two float32, and the text just below it.
  ['float32', '7.038531e-26', 7.038530691851209e-26],
  ['float32', '-70385.31e-30', -7.038530691851209e-26],
  // In the middle between two texts, as C and Python print it and as ECMAScript does.
  ['float32', '-617926.812', -617926.8125],
  ['float32', '-617926.813', -617926.8125],
  ['float32', '-617926.811', 'TYPE_MISMATCH'],
  ['float16', '0.0000610351562', 2 ** -14],
  ['float16', '6.10351563e-05', 2 ** -14],
  ['float32', '9e-46', 'TYPE_MISMATCH'],
])('reads as %s the decimal %s', (kind, text, value) => {
  const schema = makeSchema([makeField(kind)]);
  const result = jsonCodec.decode(schema, Buffer.from(`{"value":${text}}`));
  expect(result.kind === 'refused' ? result.code : rowsOf(schema, result.batch)[0]![0]).toBe(value);
});

it.each([
  ['1.', 'MALFORMED'],
  ['.5', 'MALFORMED'],
  ['01.5', 'MALFORMED'],
  ['1.5e', 'MALFORMED'],
  ['1.5e+', 'MALFORMED'],
  ['1.5.5', 'MALFORMED'],
  ['1-5', 'MALFORMED'],
  ['-', 'MALFORMED'],
  ['+1', 'MALFORMED'],
  ['1e400', 'OVERFLOW'],
])('refuses %s as no decimal, %s', (text, code) => {
  const schema = makeSchema([makeField('float64')]);
  expect(jsonCodec.decode(schema, Buffer.from(`{"value":${text}}`))).toMatchObject({ code });
});
