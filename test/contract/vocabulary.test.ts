import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import type { Fault } from '../../src/base/fault.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import { bytesOf, must } from './small-subject.ts';

const parse = (text: string): Vocabulary | Fault => parseVocabulary('w.yaml', bytesOf(text));
const withTerms = (...terms: string[]): Vocabulary | Fault =>
  parse(`vocabulary: w\nterms:\n${terms.map(term => `  - {${term}}\n`).join('')}`);
const digest = (...terms: string[]): string => must(withTerms(...terms)).digest;

describe('a vocabulary', () => {
  it('has the digest of its terms alone, in a form written down by hand here', () => {
    const text =
      '{"terms":[{"aliases":["x","y"],"code":0,"id":7,"label":"rain"},{"aliases":[],"code":9,"id":2,"label":"sun"}]}';
    expect(digest('id: 7, label: rain, aliases: [y, x]', 'id: 2, label: sun, code: 9')).toBe(sha256(text));
  });

  it('gives a term without a code its place, and keeps large codes exact', () => {
    const { terms } = must(
      withTerms('id: 5, label: a', 'id: 6, label: b, code: -9223372036854775808', 'id: 7, label: c'),
    );
    expect(terms.map(({ code }) => code)).toEqual([0n, -9223372036854775808n, 2n]);
  });

  it('keeps its digest under another name, documentation, key order, alias order and a code that says its place', () => {
    const plain = digest('id: 1, label: a', 'id: 2, label: b, aliases: [c, d]');
    expect(
      must(
        parse(
          'doc: words\nterms: [{label: a, code: 0, id: 1, doc: x}, {id: 2, aliases: [d, c], label: b}]\nvocabulary: v',
        ),
      ).digest,
    ).toBe(plain);
  });

  it.each([
    ['another order', ['id: 2, label: b', 'id: 1, label: a']],
    ['another id', ['id: 3, label: a', 'id: 2, label: b']],
    ['another label', ['id: 1, label: A', 'id: 2, label: b']],
    ['another code', ['id: 1, label: a, code: 5', 'id: 2, label: b']],
    ['another alias', ['id: 1, label: a, aliases: [z]', 'id: 2, label: b']],
    ['one term more', ['id: 1, label: a', 'id: 2, label: b', 'id: 3, label: c']],
    ['one term less', ['id: 1, label: a']],
  ])('has another digest with %s', (_, terms) => {
    expect(digest(...terms)).not.toBe(digest('id: 1, label: a', 'id: 2, label: b'));
  });

  it.each([
    ['an id twice', 'TERM_DUPLICATE', 4, 10, ['id: 1, label: a', 'id: 1, label: b']],
    ['a label twice', 'TERM_DUPLICATE', 4, 20, ['id: 1, label: a', 'id: 2, label: a']],
    ['a code twice', 'TERM_DUPLICATE', 4, 29, ['id: 1, label: a', 'id: 2, label: b, code: 0']],
    [
      'a code that another place has',
      'TERM_DUPLICATE',
      4,
      5,
      ['id: 1, label: a, code: 1', 'id: 2, label: b'],
    ],
    [
      'an alias that is a label',
      'TERM_DUPLICATE',
      4,
      32,
      ['id: 1, label: a', 'id: 2, label: b, aliases: [a]'],
    ],
    ['an alias that is its own label', 'TERM_DUPLICATE', 3, 32, ['id: 1, label: a, aliases: [a]']],
    [
      'a label of another alias',
      'TERM_DUPLICATE',
      4,
      20,
      ['id: 1, label: a, aliases: [b]', 'id: 2, label: b'],
    ],
    [
      'a label that only looks different',
      'TERM_DUPLICATE',
      4,
      20,
      ['id: 1, label: "\u00e9"', 'id: 2, label: "e\u0301"'],
    ],
    ['a label with space around it', 'SHAPE', 3, 20, ['id: 1, label: "a "']],
    ['an empty label', 'SHAPE', 3, 20, ['id: 1, label: ""']],
    ['a label with a control character', 'TERM_UNSEEN', 3, 20, ['id: 1, label: "a\\nb"']],
    ['a zero-width space in a label', 'TERM_UNSEEN', 3, 20, ['id: 1, label: "a\\u200Bb"']],
    ['a mark of direction in an alias', 'TERM_UNSEEN', 3, 36, ['id: 1, label: a, aliases: [b, "\\u202Ec"]']],
    ['a label that is a blank Hangul filler', 'TERM_UNSEEN', 3, 20, ['id: 1, label: "\\u3164"']],
    ['a joiner that joins nothing', 'TERM_UNSEEN', 3, 20, ['id: 1, label: "a\\u200D"']],
    [
      'a label that only a joiner tells apart',
      'TERM_DUPLICATE',
      4,
      20,
      ['id: 1, label: ab', 'id: 2, label: "a\\u200Cb"'],
    ],
    [
      'a label that only the kind of space tells apart',
      'TERM_DUPLICATE',
      4,
      20,
      ['id: 1, label: a b', 'id: 2, label: "a\\u00A0b"'],
    ],
    ['a label that YAML reads as a truth', 'SHAPE', 3, 20, ['id: 1, label: true']],
    ['a code beyond 64 bits', 'SHAPE', 3, 29, ['id: 1, label: a, code: 9223372036854775808']],
    ['a fractional code', 'SHAPE', 3, 29, ['id: 1, label: a, code: 0.5']],
    ['no id', 'KEY_MISSING', 3, 5, ['label: a']],
    ['a misspelt key', 'UNKNOWN_KEY', 3, 23, ['id: 1, label: a, alias: [b]']],
  ] as const)('is refused with %s', (_, code, line, column, terms) => {
    const fault = withTerms(...terms) as Fault;
    expect([fault.code, fault.at?.line, fault.at?.column]).toEqual([code, line, column]);
  });

  it('may be spelt with the joiners that Persian and emoji need', () => {
    const labels = ['\u0645\u06CC\u200C\u0634\u0648\u062F', '\u{1F469}\u200D\u{1F52C}', '\u2764\uFE0F'];
    const { terms } = must(withTerms(...labels.map((label, id) => `id: ${id}, label: "${label}"`)));
    expect(terms.map(({ label }) => label)).toEqual(labels);
  });

  it('says what is left of a label without what nobody sees', () => {
    const fault = withTerms('id: 4, label: "succ\\u00ADess"') as Fault;
    expect(fault.facts).toEqual({ term: 4, code: 'U+00AD', without: 'success' });
  });

  it('is refused without a term, because every value would be unknown', () => {
    expect((parse('vocabulary: w\nterms: []\n') as Fault).code).toBe('SHAPE');
  });

  it('has one digest for one list of terms, whatever the labels', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,8}$/), { minLength: 2, maxLength: 9 }),
        labels => {
          const terms = labels.map((label, id) => `id: ${id}, label: "${label}"`);
          expect(digest(...terms)).toBe(digest(...terms));
          expect(digest(...terms)).not.toBe(digest(...terms.toReversed()));
        },
      ),
      { numRuns: 50 },
    ));
});
