import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  floatText,
  readBase64,
  readDate,
  readFixed,
  readFloat,
  readInteger,
  readTime,
  readTimestamp,
} from '../../src/codec/lexical.ts';
import { dateOfDays } from '../../src/contract/calendar-date.ts';
import { bfloat16OfBits } from '../../src/contract/narrow-float.ts';
import { makeField, unit } from '../contract/make-field.ts';

/** Integers about the ends of types. */
const near = fc
  .tuple(
    fc.constantFrom(0n, 7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n),
    fc.bigInt({ min: -2n, max: 2n }),
    fc.boolean(),
  )
  .map(([bits, by, minus]) => (minus ? -1n : 1n) * 2n ** bits + by);

describe('lexical forms', () => {
  it('read back the day that was written, and count days as ECMAScript does', () =>
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), days => {
        const text = dateOfDays(days)!;
        expect(readDate(text, 'yyyy-MM-dd')).toBe(days);
        expect(readDate(text.replaceAll('-', '/'), 'yyyy/MM/dd')).toBe(days);
        expect(Date.parse(`${text}T00:00:00Z`)).toBe(days * 86_400_000);
      }),
    ));

  it.each([
    '2011-02-29',
    '2012-02-30',
    '2012-13-01',
    '2012-00-01',
    '2012-01-00',
    '2012-1-1',
    '+2012-01-01',
    ' 2012-01-01',
  ])('refuse %s as a day', text => expect(readDate(text, 'yyyy-MM-dd')).toBe('TYPE_MISMATCH'));

  it('have no text for a year without four digits', () =>
    expect([dateOfDays(2_932_897), dateOfDays(-719_529)]).toEqual([undefined, undefined]));

  it('read a float32 printed as a double, or with six to seventeen digits', () =>
    fc.assert(
      fc.property(
        fc.float({ noNaN: true, noDefaultInfinity: true, min: 2 ** -100 }),
        fc.integer({ min: 9, max: 17 }),
        (value, digits) => {
          expect(readFloat('float32', String(value))).toBe(value);
          expect(readFloat('float32', String(Number(value.toPrecision(digits))))).toBe(value);
        },
      ),
    ));

  it('read every integer of a type and no more', () =>
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), near), value => {
        for (const bits of [8, 16, 32, 64] as const) {
          const [signed, unsigned] = [BigInt.asIntN(bits, value), BigInt.asUintN(bits, value)];
          expect(readInteger(`int${bits}`, String(value))).toBe(signed === value ? value : 'OVERFLOW');
          expect(readInteger(`uint${bits}`, String(value))).toBe(unsigned === value ? value : 'OVERFLOW');
        }
      }),
    ));

  it('read doubles as JSON.parse does, but never as an infinity or as a zero that was not written', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,5})?([eE][+-]?\d{1,3})?$/), text => {
        const parsed = JSON.parse(text) as number;
        const lost = !Number.isFinite(parsed) || (parsed === 0 && /[1-9]/.test(text.split(/e/i)[0]!));
        expect(readFloat('float64', text)).toBe(lost ? 'OVERFLOW' : parsed);
      }),
    ));

  it.each(['', ' ', '1 ', '+1', '01', '.5', '1.', '1e', '0x1', 'Infinity', 'NaN', '1_000', '１'])(
    'refuse "%s" as a number',
    text => {
      expect([
        readFloat('float64', text),
        readFloat('float32', text),
        readInteger('int32', text),
        readInteger('uint64', text),
      ]).toEqual(Array(4).fill('TYPE_MISMATCH'));
    },
  );

  it('read base64 in one spelling only', () => {
    expect(readBase64('AP8=')).toEqual(Buffer.from([0, 255]));
    for (const text of ['AP8', 'AP9=', 'AP8=\n', '_-8=', 'A===', '===='])
      expect(readBase64(text)).toBe('TYPE_MISMATCH');
  });

  it.each([
    ['float16', (bits: number) => new Float16Array(Uint16Array.of(bits).buffer)[0]!] as const,
    ['bfloat16', bfloat16OfBits] as const,
    ['float32', (bits: number) => new Float32Array(Uint32Array.of(bits * 0x1_0001).buffer)[0]!] as const,
  ])(
    'write every finite %s so that it is read back, and by wider floats as well, because they hold every bit of it',
    (kind, ofBits) => {
      // A prime step visits exponents and mantissas of every sort.
      for (let bits = 0; bits <= 0xffff; bits += 31) {
        const value = ofBits(bits);
        if (!Number.isFinite(value)) continue;
        const text = floatText(value);
        expect([readFloat(kind, text), readFloat('float32', text), readFloat('float64', text)]).toEqual([
          value,
          value,
          value,
        ]);
      }
    },
  );

  it('write a negative zero as no integer, because Python would read 0', () => {
    expect(floatText(-0)).toBe('-0.0');
    for (const text of ['-0', '-0.0', '-0e3']) expect(readFloat('float16', text)).toBe(-0);
  });

  it.each([
    ['float16', '2049', 'TYPE_MISMATCH'],
    ['float16', '65520', 'OVERFLOW'],
    ['float16', '0.1', 0.0999755859375],
    ['bfloat16', '257', 'TYPE_MISMATCH'],
    ['bfloat16', '0.1', 0.10009765625],
    ['bfloat16', '3.4e38', 'OVERFLOW'],
  ] as const)('read as %s the text %s as %s, because nothing is rounded in silence', (kind, text, value) =>
    expect(readFloat(kind, text)).toBe(value),
  );

  it('read a time and a timestamp as ECMAScript does, in any unit', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
        fc.constantFrom(['ms', 1n] as const, ['us', 1_000n] as const),
        (ms, [code, more]) => {
          const text = new Date(ms).toISOString();
          const field = { ...makeField('timestamp'), unit: unit(code) };
          expect(readTimestamp(field, 'instant', text)).toBe(BigInt(ms) * more);
          expect(readTimestamp(field, 'local', text.slice(0, -1))).toBe(BigInt(ms) * more);
          const within = BigInt(ms) - BigInt(Math.floor(ms / 86_400_000)) * 86_400_000n;
          expect(readTime(field, text.slice(11, -1))).toBe(within * more);
        },
      ),
    ));

  it.each([
    '24:00:00',
    '23:60:00',
    '23:59:60',
    '1:00:00',
    '01:00',
    '01:00:00.1234',
    '01:00:00.',
    '01:00:00Z',
  ])('refuse %s as a time of milliseconds', text =>
    expect(readTime(makeField('time'), text)).toBe('TYPE_MISMATCH'),
  );

  it.each([
    '2012-02-29T00:00:00',
    '2012-02-29T00:00:00+00:00',
    '2012-02-30T00:00:00Z',
    '2012-02-29 00:00:00Z',
    '2012-02-29T00:00:00zZ',
    '2012-02-29',
  ])('refuse %s as an instant', text =>
    expect(readTimestamp(makeField('timestamp'), 'instant', text)).toBe('TYPE_MISMATCH'),
  );

  it('read fixed bytes of their one length', () => {
    expect(readFixed(2, 'AP8=')).toEqual(Buffer.from([0, 255]));
    expect(readFixed(3, 'AP8=')).toBe('TYPE_MISMATCH');
  });
});
