import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matcherOf } from '../../../src/native/json-schema/regex.ts';

const matches = (source: string, text: string) => matcherOf(source)(text);

describe('the matcher of patterns', () => {
  it('agrees with the engine on whatever it understands', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '\\.',
      '(?:ab|b)',
      '(a|)',
      '\\u0061',
    );
    const counted = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{2,}', '*?'))
      .map(([one, count]) => one + count);
    const branch = fc.array(counted, { maxLength: 4 }).map(parts => parts.join(''));
    const pattern = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(branch, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '$'),
      )
      .map(([start, branches, end]) => start + branches.join('|') + end);
    const text = fc
      .array(fc.constantFrom('a', 'b', '1', '.', '\n', '😀'), { maxLength: 6 })
      .map(chars => chars.join(''));
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(matches(source, subject), source).toBe(new RegExp(source, 'u').test(subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['(?=a)', '\\p{L}', '(a)\\1', 'a**', '[b-a]', '(', '\\bword', 'a{1,99999}', '{'])(
    'says nothing of %s, which it does not understand',
    source => expect(matches(source, 'a')).toBeUndefined(),
  );

  it('takes no longer for a pattern that is made to take for ever', () => {
    expect(matches('^(a+)+$', `${'a'.repeat(400)}b`)).toBe(false);
    expect(matches('^(?:a?){20}a{20}$', 'a'.repeat(20))).toBe(true);
  });
});
