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

/** What the text is, by the library's own conversions: as many digits of the float must be those of the text. */
function expected(kind: FloatKind, text: string): number | 'OVERFLOW' | 'TYPE_MISMATCH' {
  const wide = Number(text);
  const value = NEAREST[kind](wide);
  const mantissa = text.toLowerCase().split('e')[0]!.replace(/[-.]/g, '');
  const digits = mantissa.replace(/^0+/, '').replace(/0+$/, '');
  if (!Number.isFinite(value) || (value === 0 && digits !== '')) return 'OVERFLOW';
  if (kind === 'float64' || value === wide) return value;
  return Number(value.toPrecision(digits.length)) === wide ? value : 'TYPE_MISMATCH';
}

it.each(KINDS)('reads a decimal as the %s that is called so, or none, in few digits and in many', kind => {
  const schema = makeSchema([makeField(kind)]);
  fc.assert(
    fc.property(decimals, text => {
      const lawful = text.replace('e+', 'e');
      const result = jsonCodec.decode(schema, Buffer.from(`{"value":${lawful}}`));
      const found = result.kind === 'refused' ? result.code : rowsOf(schema, result.batch)[0]![0];
      expect(found).toBe(expected(kind, lawful));
    }),
    { numRuns: 300 },
  );
});

it.each<readonly [FloatKind, string, unknown]>([
  // Nearest to 1e-40 is 9.18e-41, which is called 9e-41 in one digit, though it lies less than half of one away.
  ['bfloat16', '-1E-40', 'TYPE_MISMATCH'],
  ['bfloat16', '9E-41', toBfloat16(9e-41)],
  ['float32', '1e22', Math.fround(1e22)],
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
