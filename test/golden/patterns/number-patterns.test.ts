import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitGuess } from '../../../src/golden/patterns/unit-guess.ts';
import { comparedCells } from '../tables/two-tables.ts';

const integers = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 4, maxLength: 30 });
/** Thousandths, each with a last digit that counts. */
const decimals = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 4, maxLength: 30 })
  .map(values => values.map(value => 10 * value + 3));
const thousandths = (value: number): string => (value / 1000).toFixed(3);
const ruleOf = (
  old: readonly number[],
  later: readonly (number | string)[],
  spell: (value: number) => string = String,
) => comparedCells(old.map(spell), later.map(String)).pattern?.rule;

/** The shortest decimal that is nearer to a float32 than to every other. */
const shortest32 = (value: number): string => {
  const float = Math.fround(value);
  for (let digits = 1; ; digits++) {
    const text = String(Number(float.toPrecision(digits)));
    if (Math.fround(Number(text)) === float) return text;
  }
};

describe('the pattern of numbers', () => {
  it.each([
    // One cell of each grew by something else, beyond what doubles tell apart.
    [
      ['7.5', '8.5', '100000000000000000000.5', '3.5'],
      ['8.5', '9.5', '100000000000000000009.5', '4.5'],
    ],
    [
      ['7.50', '8.50', '90071992547409.93', '3.50'],
      ['8.50', '9.50', '90071992547410.94', '4.50'],
    ],
    [
      ['7.5', '8.5', '100000000000000000001.0', '3.5'],
      ['15.0', '17.0', '200000000000000000003.0', '7.0'],
    ],
    [
      ['12345678901234.51', '22345678901234.52', '32345678901234.53', '42345678901234.54'],
      ['12345678901235.51', '22345678901235.52', '32345678901235.53', '42345678901235.55'],
    ],
    [
      ['1.5', '2.5', '9007199254740.93', '3.5'],
      ['15', '25', '90071992547409.31', '35'],
    ],
  ])('is none of decimals where one cell breaks it, however long they are', (old, later) => {
    expect(comparedCells(old, later).pattern).toBeUndefined();
  });

  it('is one value where all became that, and no offset that roundings hide', () => {
    const old = ['7.25', '8.50', '-9.12', '1.01'];
    for (const one of ['1000000000000000000.00', '1e300'])
      expect(
        comparedCells(
          old,
          old.map(() => one),
        ).pattern?.rule,
      ).toMatchObject({ kind: 'one-value' });
  });

  it('is exact of integers beyond 64 bits, too', () => {
    const old = [7n, 8n, 10n ** 30n, -3n];
    const changed = (change: (value: bigint) => bigint) =>
      comparedCells(
        old.map(String),
        old.map(value => String(change(value))),
      ).pattern?.rule;
    expect(changed(value => value * 1000n)).toMatchObject({ kind: 'scaled', factor: 1000 });
    expect(changed(value => -value)).toEqual({ kind: 'sign-flipped' });
    expect(changed(value => value + 1n)).toMatchObject({ kind: 'offset' });
    expect(changed(value => value + (value > 9n ? 2n : 1n))?.kind).not.toBe('offset');
  });

  it.each([
    [
      ['7', '8'],
      ['0', '0'],
    ],
    [
      ['7', '8', '9'],
      ['0', '0', '9'],
    ],
    [
      ['7.5', '8.25'],
      ['0.0', '0.0'],
    ],
    [
      ['7e0', '8e0'],
      ['0e0', '0e0'],
    ],
  ])('is one value where all that differs became 0, which is no rounding', (old, later) => {
    expect(comparedCells(old, later).pattern?.rule).toMatchObject({ kind: 'one-value' });
  });

  it('is found, or is not, of any numbers, zeros among them', () => {
    const small = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 6 }), small, (pairs, power) => {
        const spelt = (value: number): string => (value * 10 ** power).toFixed(Math.max(0, -power));
        const [old, later] = [0, 1].map(side => pairs.map(pair => spelt(pair[side]!)));
        expect(comparedCells(old!, later!).differ).toBe(pairs.filter(([a, b]) => a !== b).length);
      }),
    );
  });

  it('is a common factor, exactly, where every integer was multiplied by it', () => {
    fc.assert(
      fc.property(integers, fc.integer({ min: 2, max: 5000 }), (values, factor) => {
        expect(
          ruleOf(
            values,
            values.map(value => value * factor),
          ),
        ).toMatchObject({ kind: 'scaled', factor });
      }),
      { numRuns: 30 },
    );
  });

  it('is a factor of decimals too, and guesses the unit from it', () => {
    fc.assert(
      fc.property(decimals, values => {
        const found = comparedCells(values.map(thousandths), values.map(String), 'latency').pattern;
        expect(found).toEqual({
          rule: { kind: 'scaled', factor: 1000, unit: 's → ms' },
          cells: values.length,
          everywhere: true,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('is an offset where a constant was added', () => {
    fc.assert(
      fc.property(integers, fc.integer({ min: 1, max: 99_999 }), (values, by) => {
        expect(
          ruleOf(
            values,
            values.map(value => value + by),
          ),
        ).toMatchObject({ kind: 'offset' });
      }),
      { numRuns: 30 },
    );
  });

  it('is a flipped sign, and no factor of minus one', () => {
    fc.assert(
      fc.property(integers, values => {
        expect(
          ruleOf(
            values,
            values.map(value => -value),
          ),
        ).toEqual({ kind: 'sign-flipped' });
      }),
      { numRuns: 20 },
    );
  });

  it('is a rounding to so many places, whichever way halves went', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 2 }), (values, places) => {
        const rounded = values.map(value => (value / 1000).toFixed(places));
        // Where the last digit happens to be a zero everywhere, fewer places were kept.
        fc.pre(rounded.some(text => !text.endsWith('0')));
        const rule = ruleOf(values, rounded, thousandths);
        expect(rule).toEqual({ kind: 'rounded', decimals: places, to: 'nearest' });
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['towards-zero', ['1.9', '-1.9', '2.7', '-3.8'], ['1', '-1', '2', '-3']],
    ['down', ['1.9', '-1.1', '2.7', '-3.8'], ['1', '-2', '2', '-4']],
    ['up', ['1.1', '-1.9', '2.2', '-3.8'], ['2', '-1', '3', '-3']],
  ])('says that numbers were rounded %s', (to, old, later) => {
    expect(comparedCells(old, later).pattern?.rule).toEqual({ kind: 'rounded', decimals: 0, to });
  });

  it('says of integers to which multiples they were rounded', () => {
    const rule = comparedCells(['1234', '5678', '9149'], ['1200', '5700', '9100']).pattern?.rule;
    expect(rule).toEqual({ kind: 'rounded', decimals: -2, to: 'nearest' });
  });

  it('is a narrowing where every double became the nearest float32', () => {
    const old = [0.1, 0.2, 1 / 3, 2.7].map(String);
    const later = [0.1, 0.2, 1 / 3, 2.7].map(value => String(Math.fround(value)));
    expect(comparedCells(old, later).pattern?.rule).toEqual({ kind: 'narrowed', to: 'float32' });
  });

  it.each([
    ['with few cells that need seventeen digits', -1000, 1000, (value: number) => String(Math.fround(value))],
    ['as doubles', 0, 1, (value: number) => String(Math.fround(value))],
    ['with the digits that tell a float32 from the next', -1000, 1000, shortest32],
    ['with these digits, of millions', 0, 1e6, shortest32],
  ])('is a narrowing however its results are written: %s', (_, from, to, written) => {
    const old = Array.from({ length: 60 }, (_, at) => from + (to - from) * ((at * 0.6180339887498949) % 1));
    const found = comparedCells(old.map(String), old.map(written)).pattern;
    expect(found).toMatchObject({ rule: { kind: 'narrowed', to: 'float32' }, everywhere: true });
    const broken = old.map((value, at) => (at === 30 ? String(value + (to - from) / 1e5) : written(value)));
    expect(comparedCells(old.map(String), broken).pattern).toBeUndefined();
  });

  it('is a narrowing where a float32 lies half way between two shortest texts, of which the even one is written', () => {
    const old = ['284781.6135615888', '492299.1328917098', '467102.6282781843', '0.1234567890123456'];
    const later = ['284781.62', '492299.12', '467102.62', '0.12345679'];
    expect(comparedCells(old, later).pattern?.rule).toEqual({ kind: 'narrowed', to: 'float32' });
  });

  it('is a rounding, and no narrowing, where all have so many places behind the point', () => {
    const old = [0.123456789, 0.987654321, 12.345678912, 345.678912345];
    expect(
      comparedCells(
        old.map(String),
        old.map(value => value.toFixed(5)),
      ).pattern?.rule,
    ).toMatchObject({
      kind: 'rounded',
      decimals: 5,
    });
  });

  it('is found in doubles that were written with all their digits', () => {
    const old = [1 / 3, 2 / 7, 0.1 + 0.2, 5.1];
    const later = old.map(value => value * 1000);
    expect(ruleOf(old, later)).toMatchObject({ kind: 'scaled', factor: 1000 });
  });

  it('tells a rule of the cells that differ from one of the whole column', () => {
    const old = ['1', '2', '3', '4', '5', '6'];
    expect(comparedCells(old, ['1000', '2000', '3000', '4', '5', '6']).pattern).toMatchObject({
      rule: { kind: 'scaled', factor: 1000 },
      cells: 3,
      everywhere: false,
    });
    expect(comparedCells(['0', ...old], ['0', ...old.map(value => `${value}000`)]).pattern).toMatchObject({
      everywhere: true,
    });
  });

  it('is found in integers beyond 2^53, where doubles would see one that is not there', () => {
    const old = ['9007199254740993', '9007199254740995', '9007199254740999'];
    expect(
      comparedCells(
        old,
        old.map(text => String(BigInt(text) + 1n)),
      ).pattern?.rule,
    ).toEqual({
      kind: 'offset',
      by: 1n,
    });
    const nearly = [old[0]!, old[1]!, old[2]!].map((text, at) => String(BigInt(text) * 2n + BigInt(at)));
    expect(comparedCells(old, nearly).pattern).toBeUndefined();
  });

  it('is none where numbers changed by chance', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 6, maxLength: 40 }), pairs => {
        const differing = new Set(pairs.filter(([a, b]) => a !== b).map(([a, b]) => `${a} ${b}`));
        const steps = new Set(pairs.map(([a, b]) => b - a));
        fc.pre(differing.size >= 6 && steps.size >= 6);
        expect(
          ruleOf(
            pairs.map(([a]) => a),
            pairs.map(([, b]) => b),
          ),
        ).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('is none of one cell, because one cell obeys every rule', () => {
    expect(comparedCells(['1', '2', '3'], ['1000', '2', '3']).pattern).toBeUndefined();
    expect(comparedCells(['5', '5', '5'], ['5000', '5000', '5000']).pattern?.rule.kind).not.toBe('scaled');
  });

  it('says that nulls came, went or were filled with one value', () => {
    expect(comparedCells(['1', '2', '3'], ['1', null, null])).toMatchObject({
      differ: 2,
      toNull: 2,
      fromNull: 0,
      pattern: { rule: { kind: 'nulled' }, cells: 2 },
    });
    expect(comparedCells(['1', null, null], ['1', '0', '0'])).toMatchObject({
      toNull: 0,
      fromNull: 2,
      pattern: { rule: { kind: 'filled', isOneValue: true }, cells: 2 },
    });
    expect(comparedCells([null, '2'], ['1', null])).toMatchObject({ toNull: 1, fromNull: 1 });
  });
});

describe('the guess of a unit', () => {
  it('says what lies a factor apart, both ways, and by the name of the column', () => {
    expect(unitGuess(1000, 'response_latency')).toBe('s → ms');
    expect(unitGuess(1 / 1000, 'response_latency')).toBe('ms → s');
    expect(unitGuess(1000, 'weight')).toBe('kg → g');
    expect(unitGuess(7, 'x')).toBeUndefined();
  });

  it('is a factor and an offset of integers, exactly, and one cell that breaks it is enough', () => {
    const wide = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(
        wide,
        fc.integer({ min: 2, max: 90 }),
        fc.integer({ min: 1, max: 90 }),
        (values, factor, by) => {
          // What stays as it is says nothing, and what is a fold or a scale besides is told as that.
          const changed = values.filter(value => value * factor + by !== value);
          fc.pre(changed.length > 4);
          const later = changed.map(value => value * factor + by);
          expect(ruleOf(changed, later)).toEqual({ kind: 'affine', factor, by, unit: undefined });
          const broken = later.map((value, at) => (at === 2 ? value + 1 : value));
          // A cell that stays as it was breaks no rule: only those that differ have to obey.
          fc.pre(broken[2] !== changed[2]);
          expect(ruleOf(changed, broken)?.kind).not.toBe('affine');
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ['°C → °F', 1.8, 32, (c: number) => c * 1.8 + 32],
    ['°F → °C', 5 / 9, -160 / 9, (f: number) => ((f - 32) * 5) / 9],
  ])('is %s of doubles that were computed one by one', (unit, factor, by, convert) => {
    const values = Array.from({ length: 40 }, (_, at) => at * 1.7 - 20.3);
    const found = comparedCells(values.map(String), values.map(convert).map(String)).pattern;
    expect(found).toMatchObject({ rule: { kind: 'affine', unit }, everywhere: true });
    const rule = found?.rule as { factor: number; by: number };
    expect(rule.factor).toBeCloseTo(factor, 10);
    expect(rule.by).toBeCloseTo(by, 9);
  });

  it('is no line through three cells, which two numbers that were taken from them would draw', () => {
    expect(ruleOf([1, 5, 9], [10, 30, 50])?.kind).not.toBe('affine');
  });
});
