import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNumeral } from '../../src/codec/cells/json-cells.ts';
import { decimalOfText } from '../../src/contract/decimal-text.ts';
import { lengthOf } from '../../src/contract/value-length.ts';

const numeralish = fc.stringMatching(/^-?0?[0-9]{0,6}\.?[0-9]{0,6}x?$/);

describe('what is scanned by hand', () => {
  it('is a decimal where a regular expression says so', () => {
    fc.assert(
      fc.property(numeralish, fc.integer({ min: 0, max: 6 }), (text, scale) => {
        const found = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
        const [, sign = '', whole = '', fraction = ''] = found ?? [];
        const isOne = found !== null && fraction.length <= scale;
        const expected = BigInt(isOne ? whole + fraction.padEnd(scale, '0') : '0');
        expect(decimalOfText(text, { kind: 'decimal', precision: 20, scale })).toBe(
          isOne ? (sign === '-' ? -expected : expected) : 'TYPE_MISMATCH',
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is one spelling of a number, that of the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,6})?(e-?[0-9])?$/), literal => {
        const plain = plainNumeral(literal);
        expect(plain).toMatch(/^(?:0|-?(?:0\.[0-9]*[1-9]|[1-9][0-9]*(?:\.[0-9]*[1-9])?))$/);
        expect(Number(plain)).toBe(Number(literal) + 0);
      }),
      { numRuns: 300 },
    );
  });

  it('is a length in code points, half characters counted as one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\u{1f600}', '\ud83d', '\ude00') }), text => {
        expect(lengthOf(text)).toBe([...text].length);
      }),
      { numRuns: 100 },
    );
  });
});
