import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  float32Text,
  readBase64,
  readDate,
  readFloat32,
  readFloat64,
  readInt32,
  readInt64,
} from '../../src/codec/lexical.ts';
import { dateOfDays } from '../../src/contract/calendar-date.ts';

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

  it('write a float32 so that it is read back, in at most nine digits', () =>
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), value => {
        const text = float32Text(value);
        expect(readFloat32(text)).toBe(value);
        expect(
          text
            .replace(/e.*$/, '')
            .replace(/[-.]/g, '')
            .replace(/^0+|0+$/g, '').length,
        ).toBeLessThanOrEqual(9);
      }),
      { numRuns: 2000 },
    ));

  it('read a float32 printed as a double, or with six to seventeen digits', () =>
    fc.assert(
      fc.property(
        fc.float({ noNaN: true, noDefaultInfinity: true, min: 2 ** -100 }),
        fc.integer({ min: 9, max: 17 }),
        (value, digits) => {
          expect(readFloat32(String(value))).toBe(value);
          expect(readFloat32(String(Number(value.toPrecision(digits))))).toBe(value);
        },
      ),
    ));

  it('read every int64 and no more', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), value => {
        expect(readInt64(String(value))).toBe(BigInt.asIntN(64, value) === value ? value : 'OVERFLOW');
        expect(readInt32(String(value))).toBe(
          BigInt.asIntN(32, value) === value ? Number(value) : 'OVERFLOW',
        );
      }),
    ));

  it('read doubles as JSON.parse does, but never as an infinity or as a zero that was not written', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,5})?([eE][+-]?\d{1,3})?$/), text => {
        const parsed = JSON.parse(text) as number;
        const lost = !Number.isFinite(parsed) || (parsed === 0 && /[1-9]/.test(text.split(/e/i)[0]!));
        expect(readFloat64(text)).toBe(lost ? 'OVERFLOW' : parsed);
      }),
    ));

  it.each(['', ' ', '1 ', '+1', '01', '.5', '1.', '1e', '0x1', 'Infinity', 'NaN', '1_000', '１'])(
    'refuse "%s" as a number',
    text => {
      expect([readFloat64(text), readFloat32(text), readInt32(text), readInt64(text)]).toEqual(
        Array(4).fill('TYPE_MISMATCH'),
      );
    },
  );

  it('read base64 in one spelling only', () => {
    expect(readBase64('AP8=')).toEqual(Buffer.from([0, 255]));
    for (const text of ['AP8', 'AP9=', 'AP8=\n', '_-8=', 'A===', '===='])
      expect(readBase64(text)).toBe('TYPE_MISMATCH');
  });
});
