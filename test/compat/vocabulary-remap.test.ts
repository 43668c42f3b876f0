import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termSuggestions } from '../../src/compat/term-suggestions.ts';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import { recodingOf } from '../../src/compat/vocabulary-recoding.ts';
import { codeTable, textTable, vocabularyRemap } from '../../src/compat/vocabulary-remap.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { cpuTime_ms } from '../cpu-time.ts';
import { type TermWords, vocabularyOf } from './schema-of.ts';

const remapOf = (from: Vocabulary, to: Vocabulary) => vocabularyRemap(from, vocabularyDiff(from, to));
const termNamed = (id: number, code: number): TermWords => ({ id, label: `class ${id}`, code });

/** Two lists of one family of terms: a term keeps its id and its label, and code, place and presence are free. */
const list = fc
  .uniqueArray(fc.tuple(fc.nat(9), fc.integer({ min: -20, max: 20 })), {
    minLength: 1,
    maxLength: 8,
    selector: ([id]) => id,
  })
  .map(terms => terms.filter(([, code], at) => terms.findIndex(other => other[1] === code) === at))
  .map(terms => vocabularyOf(terms.map(([id, code]) => termNamed(id, code))));

describe('the remap between two lists that kept their ids', () => {
  it('takes each code to the code of the same id, and no other code anywhere', () =>
    fc.assert(
      fc.property(list, list, (from, to) => {
        const oracle = from.terms.flatMap(({ id, code }) => {
          const there = to.terms.find(term => term.id === id);
          return there === undefined ? [] : [[code, there.code] as const];
        });
        expect([...codeTable(remapOf(from, to))]).toEqual(oracle);
      }),
      { numRuns: 200 },
    ));

  it('finds an offset exactly where every shared code moved by one number that is not 0', () =>
    fc.assert(
      fc.property(list, list, fc.integer({ min: -5, max: 5 }), (from, other, by) => {
        const moved = vocabularyOf(from.terms.map(({ id, code }) => termNamed(id, Number(code) + by)));
        for (const to of [other, moved]) {
          const steps = new Set(
            from.terms.flatMap(({ id, code }) => {
              const there = to.terms.find(term => term.id === id);
              return there === undefined ? [] : [there.code - code];
            }),
          );
          const [only] = steps;
          const expected = steps.size === 1 && only !== 0n ? only : undefined;
          const diff = vocabularyDiff(from, to);
          expect(diff.offset).toBe(expected);
          expect(recodingOf(diff.shared).kind === 'offset').toBe(expected !== undefined);
        }
      }),
      { numRuns: 100 },
    ));

  it('finds another order exactly where one is', () =>
    fc.assert(
      fc.property(list, list, (from, to) => {
        const shared = from.terms.map(term => term.id).filter(id => to.terms.some(term => term.id === id));
        const there = to.terms.map(term => term.id).filter(id => shared.includes(id));
        expect(vocabularyDiff(from, to).permuted).toBe(shared.join() !== there.join());
      }),
      { numRuns: 200 },
    ));
});

describe('how codes moved', () => {
  const coded = (...codes: number[]) => vocabularyOf(codes.map((code, id) => termNamed(id, code)));
  const recoding = (from: number[], to: number[]) =>
    recodingOf(vocabularyDiff(coded(...from), coded(...to)).shared);

  it.each([
    ['none', [0, 1, 2], [0, 1, 2]],
    ['offset', [0, 1, 2], [1, 2, 3]],
    ['offset', [5], [-3]],
    ['permuted', [0, 1, 2], [2, 0, 1]],
    ['stepwise', [1, 13, 15], [1, 12, 13]],
    ['irregular', [0, 1, 2], [7, 3, 9]],
  ] as const)('is %s from %j to %j', (kind, from, to) => {
    expect(recoding([...from], [...to]).kind).toBe(kind);
  });

  it('is told step by step where codes with gaps were numbered through', () => {
    expect(recoding([1, 2, 11, 13, 14], [1, 2, 3, 4, 5])).toEqual({
      kind: 'stepwise',
      steps: [
        { first: 1n, last: 2n, terms: 2, offset: 0n },
        { first: 11n, last: 11n, terms: 1, offset: -8n },
        { first: 13n, last: 14n, terms: 2, offset: -9n },
      ],
    });
  });
});

describe('the remap of texts', () => {
  it('leads every spelling of a term to its label', () => {
    const from = vocabularyOf([{ id: 1, label: 'rain', aliases: ['wet'] }, 'sun']);
    const to = vocabularyOf([{ id: 1, label: 'Rain', aliases: ['rain', 'wet'] }, 'sun']);
    expect([...textTable(from, remapOf(from, to))]).toEqual([
      ['rain', 'Rain'],
      ['wet', 'Rain'],
      ['sun', 'sun'],
    ]);
  });

  it('maps the alias of a term that was split, and not its label, because that stood for both', () => {
    const from = vocabularyOf([{ id: 1, label: 'rain', aliases: ['drizzle'] }]);
    const to = vocabularyOf(['rain', 'drizzle']);
    expect([...textTable(from, remapOf(from, to))]).toEqual([['drizzle', 'drizzle']]);
    expect(codeTable(remapOf(from, to)).size).toBe(0);
  });
});

describe('a suggestion', () => {
  const suggested = (from: TermWords[], to: TermWords[]) => {
    const [older, newer] = [vocabularyOf(from), vocabularyOf(to)];
    const diff = vocabularyDiff(older, newer);
    expect(vocabularyRemap(older, diff).every(row => row.to === undefined)).toBe(true);
    return termSuggestions(diff).map(({ from: lost, to: found }) => `${lost.label}~${found.label}`);
  };
  const list = (first: number, ...labels: string[]): TermWords[] =>
    labels.map((label, at) => ({ id: first + at, label, code: at }));

  it('is made where labels differ in case or by a word, and maps nothing', () => {
    expect(suggested(list(1, 'Iris-setosa', 'Iris-virginica'), list(7, 'virginica', 'setosa'))).toEqual([
      'Iris-setosa~setosa',
      'Iris-virginica~virginica',
    ]);
    expect(suggested(list(1, 'stop_sign', 'Yes'), list(7, 'Stop Sign', 'yes'))).toEqual([
      'stop_sign~Stop Sign',
      'Yes~yes',
    ]);
    expect(suggested(list(1, 'Hong Kong'), list(7, 'Hong Kong, China'))).toEqual([
      'Hong Kong~Hong Kong, China',
    ]);
  });

  it('is not made where two would do, nor where only a sign or a mark is shared', () => {
    expect(suggested(list(1, 'traffic light'), list(7, 'traffic', 'light'))).toEqual([]);
    expect(suggested(list(1, '-1', 'C'), list(7, '1', 'C++'))).toEqual([]);
  });
});

describe('vocabularies of the most terms there may be', () => {
  it('are compared in a time that grows with their length, shuffled and respelled as they are', () => {
    const labels = Array.from({ length: 20_000 }, (_, id) => ({ id, label: `class number ${id}`, code: id }));
    const other = labels.map(({ id, label }) => ({ id: id + 50_000, label: label.toUpperCase(), code: id }));
    const [older, shuffled, shouted] = [labels, labels.toReversed(), other].map(terms => vocabularyOf(terms));
    const took_ms = cpuTime_ms(() => {
      expect(vocabularyDiff(older!, shuffled!).permuted).toBe(true);
      expect(termSuggestions(vocabularyDiff(older!, shouted!))).toHaveLength(20_000);
    });
    // Some 300 ms; the square of the length would be minutes.
    expect(took_ms).toBeLessThan(10_000);
  });
});
