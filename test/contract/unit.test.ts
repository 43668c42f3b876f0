import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import { multipleText, type PiMultiple, piMultiple } from '../../src/contract/pi-multiple.ts';
import { multiply, rational, rationalFromText } from '../../src/contract/rational.ts';
import { inBaseUnits, type Unit } from '../../src/contract/unit.ts';
import { conversionText, converted, sameUnit, unitConversion } from '../../src/contract/unit-conversion.ts';
import { unitNames } from '../../src/contract/unit-names.ts';
import { ANY_UNIT } from '../../src/contract/unit-suggestion.ts';
import { ATOMS, BINARY_PREFIXES, METRIC_PREFIXES } from '../../src/contract/unit-table.ts';
import { ABBREVIATIONS, AMBIGUOUS, AMBIGUOUS_WORDS } from '../../src/contract/unit-words.ts';
import { unit } from './make-field.ts';

const reached = (value: string, from: string, to: string): string =>
  multipleText(converted(unitConversion(unit(from), unit(to))!, rationalFromText(value)));

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
    ['sec', 's'],
    ['m/sec', 'm/s'],
    ['km/hr', 'km/h'],
    ['tokens/s', '{token}/s'],
    ['samples per second', '{sample}/s'],
    ['megabytes', 'MBy'],
    ['mebibytes', 'MiBy'],
    ['kilobits per second', 'kbit/s'],
    ['kilowatt-hours', 'h.kW'],
    ['newton metres', 'N.m'],
    ['square feet', '[ft_i]2'],
    ['US survey feet', '[ft_us]'],
    ['nautical miles per hour', '[nmi_i]/h'],
    ['watts per square metre kelvin', 'W/K/m2'],
    ['miles per hour', '[mi_i]/h'],
    ['°C', 'Cel'],
    ['µs', 'us'],
    ['μm', 'um'],
    ['basis points', '10*-4'],
    ['USD', '[USD]'],
    ['euros', '[EUR]'],
    ['[USD]/{token}', '[USD]/{token}'],
    ['[USD]/100', '[USD]/100'],
    ['decibels', 'dB'],
    ['mg/(24.h)', 'mg/24/h'],
    ['m/(s.s)', 'm/s2'],
    ['/(m.s)', '1/m/s'],
    ['10^3', '10*3'],
    ['10*3/10*6', '10*-3'],
    ['100.g/(50.m)', '2.g/m'],
    ["'", "'"],
    ['[m/s2/Hz^(1/2)]', '[m/s2/Hz^(1/2)]'],
    ['cal_[15]', 'cal_[15]'],
    ['{half-hour}', '{half-hour}'],
    ['person hours', 'h.{person}'],
    ['a', 'a'],
  ])('%s is %s', (text, code) => {
    expect(unit(text).code).toBe(code);
  });

  it.each([
    ['', 'nothing'],
    [' ms', 'a blank'],
    ['parasang', 'a unit outside the table'],
    ['0.m', 'nothing'],
    ['(m)2', 'a power of parentheses, which UCUM has not'],
    ['(m', 'an open parenthesis'],
    ['m)', 'a parenthesis too many'],
    ['()', 'parentheses around nothing'],
    ['m(s)', 'a product without its point'],
    ['m^2', 'a power with a sign of its own'],
    ['{a{b}}', 'nested annotations'],
    ['m10000000000', 'a power of 10^10'],
    ['10*1000', 'a number of a thousand digits'],
    [`${'('.repeat(31)}m${')'.repeat(31)}`, 'deep parentheses'],
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
    ['2.Cel', 'a scale with a zero of its own, twice'],
    ['dB/m', 'a logarithm in a quotient'],
    ['degrees celsius per hour', 'a scale with a zero of its own, in words'],
    ['Kis', 'a binary prefix on a second'],
    ['mmin', 'a prefix on what takes none'],
    ['{a b}', 'an annotation of two words'],
    ['{a/b}', 'an annotation that hides a quotient'],
    ['{}', 'an empty annotation'],
    ['m{', 'an open brace'],
    ['ft', 'a foot, which UCUM would read as a femtotonne'],
    ['degree', 'a word for two things'],
    ['year', 'a calendar length'],
    ['month', 'another calendar length'],
    ['mph', 'miles an hour or a milliphot'],
    ['B', 'bytes or bels'],
    ['MB', 'powers of 1,000 or of 1,024'],
    ['MB/s', 'a rate of them'],
    ['m/ft', 'a quotient with a foot'],
    ['dollars', 'money of several countries'],
    ['gallons', 'volumes of two countries'],
    ['tons', 'three masses'],
    ['pounds', 'a mass, a force or money'],
    ['calories', 'a thousandfold difference'],
    ['pH', 'acidity, or a picohenry'],
    [`${'m'.repeat(1_000_000)}`, 'a million characters'],
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

  const refusal = (text: string): Fault<'UNIT_UNKNOWN'>['facts'] =>
    (parseUnit(text) as Fault<'UNIT_UNKNOWN'>).facts;

  it.each([
    ['HZ', 'Hz', 'letter case is all that is wrong'],
    ['KM', 'km', 'letter case is all that is wrong'],
    ['kilosecnods', 'ks', 'two letters are swapped'],
    ['metres per secnod', 's', 'the wrong word is the second one'],
    ['Cel/h', 'K', 'a difference of Celsius is in kelvins'],
    ['[degF]/h', '[degR]', 'a difference of Fahrenheit is in degrees Rankine'],
    ['kB/s', 'KiBy', 'both powers are offered'],
    ['mb', 'MBy', 'nobody measures in millibels'],
    ['mb', 'Mbit', 'it may be bits as well'],
    ['gB', 'GiBy', 'both powers are offered in any letter case'],
    ['EB', 'EBy', 'an exabel is no habit'],
    ['OZ', '[oz_av]', 'what is refused is refused in capitals'],
    ['mmhg', 'mm[Hg]', 'an abbreviation is one in any letter case'],
    ['usd', '[USD]', 'so is a currency'],
    ['milibytes', 'MiBy', 'a byte has no thousandths'],
  ])('offers for "%s" %s, because %s', (text, code) => {
    expect(refusal(text).instead.split(/[ ,]/)).toContain(code);
  });

  it.each([
    ['mby', 'MBy', 'mBy'],
    ['ev', 'eV', 'EV'],
    ['Kg', 'kg', 'kG'],
    ['DB', 'dB', 'DB'],
    ['mb', 'Mbit', 'mB'],
    ['Rad', 'rad', 'RAD'],
  ])(
    'offers for "%s" %s and not %s, which differs in letter case alone and which nobody uses',
    (text, usual, odd) => {
      const offers = refusal(text).instead.split(/[ ,]+/);
      expect(offers).toContain(usual);
      expect(offers).not.toContain(odd);
    },
  );

  it.each([
    ['mhz', 'MHz or mHz'],
    ['mw', 'MW or mW'],
    ['MM', 'Mm or mm'],
  ])('offers for "%s" both %s, because both are in use', (text, offers) =>
    expect(refusal(text).instead).toBe(offers),
  );

  it('offers of the letters of any unit only what it reads', () => {
    const written = [...ATOMS.keys()].flatMap(atom => [atom, `k${atom}`, `M${atom}`, `Ki${atom}`]);
    for (const text of written.flatMap(code => [code.toLowerCase(), code.toUpperCase()])) {
      if (!(parseUnit(text) instanceof Fault)) continue;
      const { reason, instead } = refusal(text);
      if (!reason.includes('neither a known unit') || instead === ANY_UNIT) continue;
      for (const offer of instead.split(/, | or /))
        expect(parseUnit(offer.split(' ')[0]!), `${text}: ${instead}`).not.toBeInstanceOf(Fault);
    }
  });

  it('offers nothing that it would refuse', () => {
    const offers = [...AMBIGUOUS.values(), ...AMBIGUOUS_WORDS.values()].flatMap(({ instead }) =>
      instead.split(/, | or /).map(offer => offer.split(' ')[0]!),
    );
    for (const offer of offers.filter(each => !['another', 'or'].includes(each)))
      expect(parseUnit(offer), offer).not.toBeInstanceOf(Fault);
    for (const text of [...AMBIGUOUS.keys(), ...AMBIGUOUS_WORDS.keys()])
      expect(parseUnit(text), text).toBeInstanceOf(Fault);
  });

  it('reads every name as its code, and no name is the code of something else', () => {
    for (const [name, code] of [...unitNames(), ...ABBREVIATIONS]) {
      expect(unit(name), name).toEqual(unit(code));
      expect(unit(code).code, name).toBe(code);
    }
  });

  it('reads no code in two ways, because a prefix and a unit could spell another unit', () => {
    const spellings = [...ATOMS].flatMap(([code, atom]) => [
      code,
      ...(atom.metric ? METRIC_PREFIXES.map(([prefix]) => `${prefix}${code}`) : []),
      ...(atom.binary ? BINARY_PREFIXES.map(([prefix]) => `${prefix}${code}`) : []),
    ]);
    expect(spellings.filter((code, at) => spellings.indexOf(code) !== at)).toEqual([]);
    for (const code of spellings)
      if (!AMBIGUOUS.has(code) && code !== '10^') expect(unit(code).code).toBe(code);
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
  'deg',
  '[pi]',
  '10*3',
  '12',
  '[USD]',
  '[iU]',
];
const simple = fc.constantFrom(...CODES);
const product = fc
  .array(fc.tuple(fc.constantFrom('.', '/'), simple), { minLength: 1, maxLength: 5 })
  .map(parts => parts.map(([sign, code], at) => (at === 0 ? code : `${sign}${code}`)).join(''));
const temperature = fc.constantFrom('K', 'Cel', '[degF]', '[degR]', '[degRe]', 'mK');
const angle = fc.constantFrom('rad', 'deg', 'gon', "'", "''", 'circ', 'mrad');
const time = fc.constantFrom('s', 'ms', 'us', 'min', 'h', 'd', 'wk');
const data = fc.constantFrom('bit', 'By', 'kBy', 'KiBy', 'MiBy', 'Mbit');
const alike = fc.oneof(
  ...[temperature, angle, time, data].map(family => fc.tuple(family, family, family)),
) as fc.Arbitrary<[string, string, string]>;
const value = fc
  .tuple(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 1000n }))
  .map(([numerator, denominator]) => piMultiple(rational(numerator, denominator), 0));

/** Through a conversion and on through the next, with the powers of π added up. */
const through = (of: PiMultiple, from: Unit, to: Unit): PiMultiple => {
  const conversion = unitConversion(from, to)!;
  const { times, pi } = converted(conversion, of.times);
  return piMultiple(times, of.pi + pi);
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
      { numRuns: 500 },
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
        const reached = through(given, from, to);
        const { times, pi } = inBaseUnits(to, reached.times);
        expect(piMultiple(times, pi + reached.pi)).toEqual(inBaseUnits(from, given.times));
      }),
    ));

  it('multiplies sizes as it multiplies units, and takes back what it divides by', () =>
    fc.assert(
      fc.property(product, product, (a, b) => {
        const [left, right] = [parseUnit(a), parseUnit(b)];
        const both = parseUnit(`${a}.(${b})`);
        if (left instanceof Fault || right instanceof Fault || both instanceof Fault) return;
        expect(both.factor).toEqual(multiply(left.factor, right.factor));
        expect(both.pi).toBe(left.pi + right.pi);
        const back = parseUnit(`${both.code}/(${right.code})`);
        if (!(back instanceof Fault)) expect(back).toEqual(left);
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
    ['80', '[degRe]', 'Cel', '100', 'water boils there'],
    ['4', '[degRe]', 'K', '5563/20', '4 degrees Réaumur are 5 Celsius'],
    ['-491.67', '[degR]', '[degF]', '-47567/50', 'a Rankine is a Fahrenheit from the absolute zero'],
    ['180', 'deg', 'rad', 'π', 'a half turn is π'],
    ['1', 'deg2', 'sr', 'π^2/32400', 'a solid angle has the square'],
    ['1', 'rad', 'deg', '180/π', 'the power of π is turned over'],
    ['90', 'deg', 'gon', '100', 'a right angle has 100 gon'],
    ['1', 'circ', 'deg', '360', 'both have the same π'],
    ['1', 'a', 'd', '1461/4', 'a year of UCUM is Julian'],
    ['1', 'mo', 'd', '487/16', 'it has twelve months'],
    ['1', '[lb_av]', 'kg', '45359237/100000000', 'the pound is defined so'],
    ['1', '[nmi_i]', 'm', '1852', 'the nautical mile is defined so'],
    ['1', '[kn_i]', 'km/h', '463/250', 'a knot is a nautical mile an hour'],
    ['1', 'TiBy', 'By', '1099511627776', 'binary prefixes are powers of 1,024'],
    ['1', 'MBy/s', 'Mbit/s', '8', 'a byte has eight bits'],
    ['1', '[USD]', '[USD]/100', '100', 'a dollar has a hundred cents'],
    ['1', 'mB', 'dB', '1/100', 'a bel has ten decibels'],
    ['1', '[LPF]', '[HPF]', '100', 'the field is a hundred times as large'],
    ['250', '{token}/s', '{token}/min', '15000', 'the same thing is counted'],
  ])('%s %s in %s is %s, because %s', (given, from, to, expected) => {
    expect(reached(given, from, to)).toBe(expected);
  });

  it.each([
    ['s', 'm', 'they have different dimensions'],
    ['{token}', '{sample}', 'they count different things'],
    ['{token}', '1', 'a token is not just a number'],
    ['{token}', 'By', 'a token has no length in bytes'],
    ['{token}/{sample}', '{sample}/{token}', 'one is the other turned over'],
    ['[USD]', '[EUR]', 'a rate of exchange is no factor'],
    ['[USD]', '1', 'money is no number'],
    ['[iU]', "[arb'U]", 'what a procedure defines has no other size'],
    ['[iU]', '1', 'it is no count'],
    ['dB', 'Np', 'one logarithm is no multiple of the other'],
    ['dB[W]', 'W', 'a logarithm is no multiple of its quantity'],
    ['Cel', 'K{difference}', 'a point on a scale is no difference'],
    ['rad', '1', 'an angle is not just a number'],
    ['mol', '1', 'an amount of substance is no count'],
    ['eq', 'mol', 'it depends on the charge'],
    ["[hnsf'U]", '[HPF]', 'they have nothing in common'],
    ['bit', '1', 'a size is no count'],
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
    expect(conversionText(unitConversion(unit('deg'), unit('rad'))!)).toBe('×π/180');
    expect(conversionText(unitConversion(unit('rad'), unit('circ'))!)).toBe('×1/(2π)');
  });
});
