import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWords, patternText, sizeText } from '../../src/cli/golden-words.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';

const observedIn = (observed: number | bigint, allowed: number): string =>
  checkWords({ measure: 'm', observed, allowed, answer: 'exceeded' }, true)[1]!;

describe('what the table of measures says was observed', () => {
  it('has the digit in which a threshold is crossed, whichever it is', () => {
    expect(observedIn(0.26791, 0.2679)).toBe('0.26791');
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (a, b) => {
          fc.pre(a !== b);
          expect(Number(observedIn(Math.max(a, b), Math.min(a, b)))).toBe(Math.max(a, b));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is every digit of a whole number, however long a column can hold it', () => {
    const most = 10n ** 76n - 1n;
    expect(sizeText(most)).toBe('9'.repeat(76));
  });

  it('is readable of the distance of two doubles, and above any threshold that can be set', () => {
    const text = sizeText(2n * BigInt(Number.MAX_VALUE));
    expect(text).toBe('3.5953862697246314e+308');
  });
});

describe('the rule that all numbers of a column follow', () => {
  const number = { compared: 2, differ: 2, absolute: 1, relative: 1, ulps: undefined };

  it('is told with its factor or shift, and without either where the field is guarded', () => {
    const told = (pattern: NonNullable<Parameters<typeof patternText>[0]['number']>['pattern']) =>
      patternText({ number: { ...number, pattern } });
    expect(told({ kind: 'scaled', factor: 1000 })).toBe('scaled by 1000');
    expect(told({ kind: 'shifted', by: 9007199254740993n })).toBe('shifted by 9007199254740993');
    expect(told({ kind: 'scaled', factor: WITHHELD })).toBe('scaled by (withheld)');
    expect(told(undefined)).toBeUndefined();
    expect(patternText({ number: undefined })).toBeUndefined();
  });
});
