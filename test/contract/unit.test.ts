import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import {
  add,
  equal,
  multiply,
  rational,
  rationalFromText,
  rationalText,
} from '../../src/contract/rational.ts';
import { inBaseUnits, type Unit } from '../../src/contract/unit.ts';
import { conversionText, sameUnit, unitConversion } from '../../src/contract/unit-conversion.ts';
import { ATOMS, BINARY_PREFIXES, INSTEAD, METRIC_PREFIXES } from '../../src/contract/unit-table.ts';
import { unit } from './make-field.ts';

const converted = (value: string, from: string, to: string): string => {
  const conversion = unitConversion(unit(from), unit(to))!;
  return rationalText(add(multiply(rationalFromText(value), conversion.factor), conversion.offset));
};

describe('reading a unit', () => {
  it.each([
    ['ms', 'ms'],
    ['millisecond', 'ms'],
    ['Milliseconds', 'ms'],
    ['second', 's'],
    ['minutes', 'min'],
    ['hour', 'h'],
    ['days', 'd'],
    ['metre', 'm'],
    ['meters', 'm'],
    ['kilometre', 'km'],
    ['millimeter', 'mm'],
    ['gram', 'g'],
    ['kilogram', 'kg'],
    ['celsius', 'Cel'],
    ['degree Celsius', 'Cel'],
    ['degrees Fahrenheit', '[degF]'],
    ['kelvin', 'K'],
    ['bytes', 'By'],
    ['kibibytes', 'KiBy'],
    ['bits', 'bit'],
    ['megabit', 'Mbit'],
    ['token', '{token}'],
    ['tokens', '{token}'],
    ['{tokens}', '{token}'],
    ['percent', '%'],
    ['hertz', 'Hz'],
    ['inches', '[in_i]'],
    ['metre per second', 'm/s'],
    ['kilometers per hour', 'km/h'],
    ['metre per square second', 'm/s2'],
    ['metres per second squared', 'm/s2'],
    ['tokens per second', '{token}/s'],
    ['s-1', '1/s'],
    ['/s', '1/s'],
    ['m.s-1', 'm/s'],
    ['s-1.m', 'm/s'],
    ['m/s/s', 'm/s2'],
    ['m.m', 'm2'],
    ['m+2', 'm2'],
    ['m/m', '1'],
    ['By{packed}', 'By.{packed}'],
    ['mm[Hg]', 'mm[Hg]'],
    ['min', 'min'],
    ['cd', 'cd'],
  ])('%s is %s', (text, code) => {
    expect(unit(text).code).toBe(code);
  });

  it.each([
    ['', 'nothing'],
    [' ms', 'a blank'],
    ['furlong', 'a unit outside the table'],
    ['MS', 'another case'],
    ['.', 'a product of nothing'],
    ['m..s', 'a gap'],
    ['m/', 'an open end'],
    ['/', 'a slash alone'],
    ['m0', 'a power of nothing'],
    ['m999999', 'a power without bound'],
    ['m9.m9', 'powers that add up to more than the bound'],
    ['Cel/s', 'a scale with a zero of its own in a quotient'],
    ['Cel2', 'a scale with a zero of its own squared'],
    ['[degF]{mean}', 'a scale with a zero of its own, annotated'],
    ['Kis', 'a binary prefix on a second'],
    ['mmin', 'a prefix on what takes none'],
    ['{a b}', 'an annotation of two words'],
    ['{a/b}', 'an annotation that hides a quotient'],
    ['{}', 'an empty annotation'],
    ['m{', 'an open brace'],
    ['µs', 'the Greek letter'],
    ['ft', 'a foot, which UCUM would read as a femtotonne'],
    ['degree', 'a word for two things'],
    ['year', 'a calendar length'],
    ['dB', 'a logarithm'],
    ['__proto__', 'a prototype key'],
    ['constructor', 'a prototype key'],
    [`${'m.'.repeat(32)}m`, 'more than 64 characters'],
    ['x'.repeat(100_000), 'a very long text'],
    ['['.repeat(64), 'open brackets'],
    ['a per '.repeat(10), 'a chain of quotients'],
  ])('refuses "%s": %s', text => {
    const fault = parseUnit(text) as Fault<'UNIT_UNKNOWN'>;
    expect(fault).toBeInstanceOf(Fault);
    expect(fault.code).toBe('UNIT_UNKNOWN');
    expect(fault.facts.unit.length).toBeLessThanOrEqual(65);
  });

  it('offers the UCUM code for what people write instead', () => {
    const fault = parseUnit('MB') as Fault<'UNIT_UNKNOWN'>;
    expect(fault.facts.instead).toBe('MBy');
    // A way out that leads nowhere is none; rows of several words offer a choice.
    for (const code of INSTEAD.values())
      if (!/[ ,]/.test(code)) expect(parseUnit(code), code).not.toBeInstanceOf(Fault);
  });

  it('reads no code in two ways, because a prefix and a unit could spell another unit', () => {
    const spellings = [...ATOMS].flatMap(([code, atom]) => [
      code,
      ...(atom.metric ? METRIC_PREFIXES.map(([prefix]) => `${prefix}${code}`) : []),
      ...(atom.binary ? BINARY_PREFIXES.map(([prefix]) => `${prefix}${code}`) : []),
    ]);
    expect(spellings.filter((code, at) => spellings.indexOf(code) !== at)).toEqual([]);
    for (const code of spellings) if (!INSTEAD.has(code)) expect(unit(code).code).toBe(code);
  });
});

const CODES = [
  's',
  'ms',
  'min',
  'h',
  'm',
  'km',
  '[in_i]',
  'kg',
  'K',
  'By',
  'KiBy',
  'bit',
  'Hz',
  'N',
  '%',
  '{token}',
];
const simple = fc.constantFrom(...CODES);
const product = fc
  .array(fc.tuple(fc.constantFrom('.', '/'), simple), { minLength: 1, maxLength: 5 })
  .map(parts => parts.map(([sign, code], at) => (at === 0 ? code : `${sign}${code}`)).join(''));
const temperature = fc.constantFrom('K', 'Cel', '[degF]', '[degR]', 'mK');
const time = fc.constantFrom('s', 'ms', 'us', 'min', 'h', 'd', 'wk');
const data = fc.constantFrom('bit', 'By', 'kBy', 'KiBy', 'MiBy', 'Mbit');
const alike = fc.oneof(
  ...[temperature, time, data].map(family => fc.tuple(family, family, family)),
) as fc.Arbitrary<[string, string, string]>;
const value = fc
  .tuple(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 1000n }))
  .map(([numerator, denominator]) => rational(numerator, denominator));

const through = (of: ReturnType<typeof rational>, from: Unit, to: Unit): ReturnType<typeof rational> => {
  const conversion = unitConversion(from, to)!;
  return add(multiply(of, conversion.factor), conversion.offset);
};

describe('laws of units', () => {
  it('reads its own code as the same unit', () =>
    fc.assert(
      fc.property(product, text => {
        const read = parseUnit(text);
        if (read instanceof Fault) return;
        expect(unit(read.code)).toEqual(read);
      }),
    ));

  it('does not depend on the order of a product', () =>
    fc.assert(
      fc.property(fc.uniqueArray(simple, { minLength: 2, maxLength: 4 }), codes => {
        expect(unit([...codes].reverse().join('.'))).toEqual(unit(codes.join('.')));
      }),
    ));

  it('never throws and never hangs, whatever it is given', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: fc.constantFrom(...'ms./{}[]-29 %per') })),
        text => {
          const read = parseUnit(text);
          if (!(read instanceof Fault)) expect(unit(read.code)).toEqual(read);
        },
      ),
      { numRuns: 2000 },
    ));

  it('comes back unchanged from a conversion and its inverse', () =>
    fc.assert(
      fc.property(alike, value, ([a, b], given) => {
        expect(through(through(given, unit(a), unit(b)), unit(b), unit(a))).toEqual(given);
      }),
    ));

  it('goes from one unit to a third the same way with or without a second', () =>
    fc.assert(
      fc.property(alike, value, ([a, b, c], given) => {
        const [first, second, third] = [unit(a), unit(b), unit(c)];
        expect(through(through(given, first, second), second, third)).toEqual(through(given, first, third));
      }),
    ));

  it('keeps the quantity in base units', () =>
    fc.assert(
      fc.property(alike, value, ([a, b], given) => {
        const [from, to] = [unit(a), unit(b)];
        expect(equal(inBaseUnits(to, through(given, from, to)), inBaseUnits(from, given))).toBe(true);
      }),
    ));
});

describe('converting', () => {
  it.each([
    ['32', '[degF]', 'Cel', '0', 'a point on a scale is no multiple of one degree'],
    ['212', '[degF]', 'Cel', '100', 'water boils there'],
    ['-40', 'Cel', '[degF]', '-40', 'the scales cross there'],
    ['0', 'Cel', 'K', '5463/20', 'the zero of Celsius is 273.15 K'],
    ['1', 's', 'ms', '1000', 'milli is a thousandth'],
    ['18', 'km/h', 'm/s', '5', 'an hour has 3,600 seconds'],
    ['1', 'KiBy', 'bit', '8192', 'binary prefixes are powers of 1,024'],
    ['1', 'kBy', 'bit', '8000', 'metric prefixes are powers of 1,000'],
    ['1', '[mi_i]', 'm', '201168/125', 'an international mile is 1,609.344 m'],
    ['1', 'kW.h', 'J', '3600000', 'a watt is a joule a second'],
    ['9007199254740993', 'By', 'By', '9007199254740993', 'no double stands in between'],
    ['250', '{token}/s', '{token}/min', '15000', 'the same thing is counted'],
  ])('%s %s in %s is %s, because %s', (given, from, to, expected) => {
    expect(converted(given, from, to)).toBe(expected);
  });

  it.each([
    ['s', 'm', 'they have different dimensions'],
    ['{token}', '{sample}', 'they count different things'],
    ['{token}', '1', 'a token is not just a number'],
    ['{token}', 'By', 'a token has no length in bytes'],
    ['{token}/{sample}', '{sample}/{token}', 'one is the other turned over'],
    ['rad', 'deg', 'π is no fraction'],
  ])('does not lead from %s to %s, because %s', (from, to) => {
    expect(unitConversion(unit(from), unit(to))).toBeUndefined();
    expect(sameUnit(unit(from), unit(to))).toBe(false);
  });

  it('knows one unit in two spellings, and two units of one dimension', () => {
    expect(sameUnit(unit('Hz'), unit('1/s'))).toBe(true);
    expect(sameUnit(unit('l'), unit('L'))).toBe(true);
    expect(sameUnit(unit('Cel'), unit('K'))).toBe(false);
    expect(sameUnit(unit('s'), unit('ms'))).toBe(false);
  });

  it('says what to do to a value', () => {
    expect(conversionText(unitConversion(unit('s'), unit('ms'))!)).toBe('×1000');
    expect(conversionText(unitConversion(unit('[degF]'), unit('Cel'))!)).toBe('×5/9 −160/9');
    expect(conversionText(unitConversion(unit('Cel'), unit('K'))!)).toBe('×1 +5463/20');
  });
});
