import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import { type TermWords, vocabularyOf } from './schema-of.ts';

const diff = (from: TermWords[], to: TermWords[]) => vocabularyDiff(vocabularyOf(from), vocabularyOf(to));
const pairs = (
  changes: readonly { from: { label: string }; to: { label: string } | undefined }[],
): string[] => changes.map(({ from, to }) => `${from.label}→${to?.label ?? '?'}`);

describe('what became of the terms', () => {
  it('finds a term by its id, whatever it is called now', () => {
    const found = diff(['cat', 'dog'], ['feline', 'dog']);
    expect(pairs(found.renamed)).toEqual(['cat→feline']);
    expect(pairs(found.remap)).toEqual(['cat→feline', 'dog→dog']);
  });

  it('takes a term for merged where its label is now an alias, and for removed where nobody took it in', () => {
    const found = diff(['rain', 'drizzle', 'hail'], [{ id: 1, label: 'rain', aliases: ['drizzle'] }]);
    expect(pairs(found.merged)).toEqual(['drizzle→rain']);
    expect(found.removed.map(term => term.label)).toEqual(['hail']);
    expect(pairs(found.remap)).toEqual(['rain→rain', 'drizzle→rain', 'hail→?']);
  });

  it('tells one term under a new id from two that became one', () => {
    expect(pairs(diff(['a', 'b'], ['a', { id: 9, label: 'b' }]).reidentified)).toEqual(['b→b']);
    expect(pairs(diff(['a', 'b', 'c'], ['a', { id: 9, label: 'b', aliases: ['c'] }]).merged)).toEqual([
      'b→b',
      'c→b',
    ]);
  });

  it('sees a split as the merge it is the other way round', () => {
    const whole: TermWords[] = [{ id: 1, label: 'rain', aliases: ['drizzle'] }, 'sun'];
    const parts = [
      { id: 1, label: 'rain' },
      { id: 2, label: 'sun' },
      { id: 3, label: 'drizzle' },
    ];
    expect(pairs(diff(whole, parts).split)).toEqual(['rain→drizzle']);
    expect(pairs(diff(parts, whole).merged)).toEqual(['drizzle→rain']);
  });

  it('sees labels exchanged between ids, because the codes alone look untouched', () => {
    const found = diff(['cat', 'dog'], ['dog', 'cat']);
    expect(pairs(found.moved)).toEqual(
      ['cat→dog', 'dog→cat'].map(text => text.split('→')[0]).map(l => `${l}→${l}`),
    );
    expect(found.recoded).toEqual([]);
    expect(found.remap.map(({ from, to }) => [from.code, to?.code])).toEqual([
      [0n, 1n],
      [1n, 0n],
    ]);
  });

  it('tells codes moved by a constant from codes moved about', () => {
    const coded = (...codes: number[]): TermWords[] =>
      codes.map((code, index) => ({ id: index + 1, label: `t${index}`, code }));
    expect(diff(coded(0, 1, 2), coded(1, 2, 3)).offset).toBe(1n);
    expect(diff(coded(0, 1, 2), coded(0, 2, 3)).offset).toBeUndefined();
    expect(diff(coded(0, 1, 2), coded(2, 1, 0)).offset).toBeUndefined();
  });

  it('says an added term and nothing else of a list that grew at its end', () => {
    const found = diff(['sun'], ['sun', 'rain']);
    expect(found.added.map(term => term.label)).toEqual(['rain']);
    expect(found.permuted || found.replaced || found.recoded.length > 0).toBe(false);
  });
});

describe('any two vocabularies', () => {
  const label = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const vocabulary = fc
    .uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 6 }), label, aliases: fc.array(label, { maxLength: 1 }) }),
      {
        minLength: 1,
        selector: term => term.id,
      },
    )
    .map(terms =>
      terms.filter((term, index) => terms.findIndex(other => other.label === term.label) === index),
    )
    .map(vocabularyOf);

  it('account for every written term once, and for every read term that is new once', () =>
    fc.assert(
      fc.property(vocabulary, vocabulary, (from, to) => {
        const found = vocabularyDiff(from, to);
        expect(found.remap.map(({ from: term }) => term)).toEqual(from.terms);
        expect(found.kept + found.merged.length + found.reidentified.length + found.removed.length).toBe(
          from.terms.length,
        );
        const heirs = new Set([...found.reidentified, ...found.merged].map(change => change.to.id));
        const known = new Set([...from.terms.map(term => term.id), ...heirs]);
        const fresh = to.terms.filter(term => !known.has(term.id)).map(term => term.id);
        const told = [...found.added, ...found.split.map(change => change.to)].map(term => term.id);
        expect(told).toEqual(expect.arrayContaining(fresh));
        expect(new Set(told).size).toBe(told.length);
      }),
    ));

  it('have nothing between them where they are one', () =>
    fc.assert(
      fc.property(vocabulary, terms => {
        const found = vocabularyDiff(terms, structuredClone(terms));
        const changes = [found.added, found.removed, found.renamed, found.merged, found.split, found.moved];
        expect(changes.flat()).toEqual([]);
        expect(found).toMatchObject({
          kept: terms.terms.length,
          recoded: [],
          permuted: false,
          replaced: false,
        });
      }),
    ));
});
