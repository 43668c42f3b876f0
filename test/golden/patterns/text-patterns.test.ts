import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedCells } from '../tables/two-tables.ts';

const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 4, maxLength: 20 });
const ruleOf = (old: readonly string[], later: readonly string[]) => comparedCells(old, later).pattern?.rule;

describe('the pattern of texts', () => {
  it('is a prefix or suffix that all were given or lost', () => {
    fc.assert(
      fc.property(words, fc.stringMatching(/^[A-Z]{1,6}-$/), (texts, affix) => {
        const [before, behind] = [texts.map(text => affix + text), texts.map(text => text + affix)];
        const rule = { kind: 'affix', text: affix };
        expect(ruleOf(texts, before)).toEqual({ ...rule, where: 'prefix', how: 'added' });
        expect(ruleOf(before, texts)).toEqual({ ...rule, where: 'prefix', how: 'removed' });
        expect(ruleOf(texts, behind)).toEqual({ ...rule, where: 'suffix', how: 'added' });
      }),
      { numRuns: 20 },
    );
  });

  it('is a length that all were cut to, and the rest has', () => {
    const old = ['a long text', 'another text', 'short'];
    expect(comparedCells(old, ['a long', 'anothe', 'short']).pattern).toEqual({
      rule: { kind: 'truncated', to: 6, unit: 'characters' },
      cells: 2,
      everywhere: true,
    });
    const umlauts = ['ääääää', 'abcääää', 'kurz'];
    expect(comparedCells(umlauts, ['ääää', 'abcää', 'kurz']).pattern?.rule).toEqual({
      kind: 'truncated',
      to: 8,
      unit: 'bytes',
    });
  });

  it.each([
    ['one of ASCII was cut shorter than it had to be', 'xxxx', 'xxx'],
    ['one was cut before a character for which there was room', 'aéxx', 'a'],
  ])('is no length where %s', (_, text, cut) => {
    const old = ['xxxxxx', 'yyyyyyy', `${text}zz`, 'ab'];
    expect(comparedCells(old, ['xxxx', 'yyyy', cut, 'ab']).pattern).toBeUndefined();
    // A character of four bytes leaves up to three out.
    const wide = ['xxxxxx', 'yyyyyyy', 'a\u{1f600}zz', 'ab'];
    expect(comparedCells(wide, ['xxxx', 'yyyy', 'a', 'ab']).pattern?.rule).toEqual({
      kind: 'truncated',
      to: 4,
      unit: 'bytes',
    });
  });

  it.each([
    ['case', { to: 'lower' }, ['Ab', 'CD', 'x'], ['ab', 'cd', 'x']],
    ['case', { to: 'upper' }, ['ab', 'cd', 'X'], ['AB', 'CD', 'X']],
    ['case', { to: 'other' }, ['ab cd', 'EF'], ['Ab Cd', 'Ef']],
    ['whitespace', { how: 'trimmed' }, [' a', 'b ', 'c'], ['a', 'b', 'c']],
    ['whitespace', { how: 'changed' }, ['a  b', 'c   d'], ['a b', 'c d']],
    ['normalised', { form: 'NFD' }, ['é', 'ü', 'x'], ['e\u0301', 'u\u0308', 'x']],
    ['normalised', { form: 'NFC' }, ['e\u0301', 'u\u0308', 'x'], ['é', 'ü', 'x']],
    ['characters-replaced', {}, ['Zoë', 'naïve', 'x'], ['Zo\ufffd', 'na\ufffdve', 'x']],
    ['misread-utf8', { how: 'broken' }, ['Zoë', 'naïve', 'x'], ['ZoÃ«', 'naÃ¯ve', 'x']],
    ['misread-utf8', { how: 'mended' }, ['ZoÃ«', 'naÃ¯ve', 'x'], ['Zoë', 'naïve', 'x']],
    ['leading-zeros', { how: 'added' }, ['1', '22', 'x'], ['001', '0022', 'x']],
  ])('is %s %j', (kind, facts, old, later) => {
    expect(ruleOf(old, later)).toEqual({ kind, ...facts });
  });

  it('is lost leading zeros where a text became a number, because 00123 is no number', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 3, maxLength: 20 }),
        values => {
          const found = comparedCells(
            values.map(value => String(value).padStart(6, '0')),
            values.map(String),
          );
          expect(found).toMatchObject({
            differ: values.length,
            isTypeChanged: true,
            pattern: { rule: { kind: 'leading-zeros', how: 'lost' }, everywhere: true },
          });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is a mapping where every term became one term, and none of terms that stand there once', () => {
    const old = Array.from({ length: 30 }, (_, row) => ['cat', 'dog', 'cow'][row % 3]!);
    const merged = old.map(term => (term === 'cow' ? 'dog' : term));
    expect(ruleOf(old, merged)).toEqual({ kind: 'folded', how: 'merge' });
    const renamed = old.map(term => ({ cat: 'Felis', dog: 'Canis', cow: 'Bos' })[term]!);
    expect(ruleOf(old, renamed)).toEqual({ kind: 'folded', how: 'renaming' });
    const emptied = old.map(term => (term === 'cat' ? 'cat' : 'other'));
    expect(ruleOf(old, emptied)).toEqual({ kind: 'one-value' });
    const once = ['xa', 'yb', 'zc', 'wd'];
    expect(ruleOf(once, ['ee', 'ff', 'gg', 'hh'])).toBeUndefined();
  });

  it('is none where texts changed by chance', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const length = Math.min(one.length, other.length);
        const [old, later] = [one.slice(0, length), other.slice(0, length)];
        fc.pre(old.every((text, at) => text[0] !== later[at]![0] && text.at(-1) !== later[at]!.at(-1)));
        fc.pre(new Set(later).size > 1);
        expect(ruleOf(old, later)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });
});
