import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import { vocabularyRemap } from '../../src/compat/vocabulary-remap.ts';
import { type TermWords, vocabularyOf } from './schema-of.ts';

const diff = (from: TermWords[], to: TermWords[]) => {
  const [older, newer] = [vocabularyOf(from), vocabularyOf(to)];
  const found = vocabularyDiff(older, newer);
  return { ...found, remap: vocabularyRemap(older, found) };
};
const pairs = (
  changes: readonly { from: { label: string }; to: { label: string } | undefined }[],
): string[] => changes.map(({ from, to }) => `${from.label}→${to?.label ?? '?'}`);

describe('what became of the terms', () => {
  it('finds a term by its id, whatever it is called now, where one spelling is left', () => {
    const found = diff(['cat', 'dog'], [{ id: 1, label: 'feline', aliases: ['cat'] }, 'dog']);
    expect(pairs(found.renamed)).toEqual(['cat→feline']);
    expect(pairs(found.remap)).toEqual(['cat→feline', 'dog→dog']);
  });

  it('takes an id for reused where no spelling is left, and maps nothing on it', () => {
    const found = diff(['cat', 'dog'], ['feline', 'dog']);
    expect(pairs(found.reused)).toEqual(['cat→feline']);
    expect([found.renamed, found.added, found.removed]).toEqual([[], [], []]);
    expect(pairs(found.remap)).toEqual(['cat→?', 'dog→dog']);
  });

  it('takes ids for no evidence where most of them contradict the labels', () => {
    const found = diff(['cat', 'dog'], ['background', 'cat', 'dog']);
    expect(found).toMatchObject({ idsKept: false, offset: 1n, permuted: false, reused: [], removed: [] });
    expect(found.added.map(term => term.label)).toEqual(['background']);
    expect(pairs(found.remap)).toEqual(['cat→cat', 'dog→dog']);
  });

  it('sees who has the code of a term that is gone, and of one that was folded into another', () => {
    const older: TermWords[] = ['cat', 'dog', { id: 3, label: 'cow', code: 2 }];
    const fox: TermWords = { id: 4, label: 'fox', code: 2 };
    expect(pairs(diff(older, ['cat', 'dog', fox]).recycled)).toEqual(['cow→fox']);
    expect(pairs(diff(older, ['cat', { id: 2, label: 'dog', aliases: ['cow'] }, fox]).recycled)).toEqual([
      'cow→fox',
    ]);
    for (const newer of [
      ['cat', 'dog'],
      ['dog', 'cat'],
      ['cat', 'dog', { ...fox, code: 3 }],
      ['cat', 'dog', { ...fox, label: 'Cow' }],
      [fox],
    ])
      expect(diff(older, newer as TermWords[]).recycled).toEqual([]);
  });

  it('sees aliases that the reader lacks, and those it has for another term, parts aside', () => {
    const older: TermWords[] = [{ id: 1, label: 'rain', aliases: ['drizzle', 'wet'] }, 'sun'];
    const sun: TermWords = { id: 2, label: 'sun', aliases: ['wet'] };
    const found = diff(older, ['rain', sun]);
    expect(found.unaliased.map(({ alias }) => alias)).toEqual(['drizzle']);
    expect(found.strayed.map(({ alias, to }) => `${alias}: ${to.label}`)).toEqual(['wet: sun']);
    const parted = diff(older, [
      { id: 1, label: 'rain', aliases: ['wet'] },
      'sun',
      { id: 3, label: 'drizzle' },
    ]);
    expect([parted.unaliased, parted.strayed]).toEqual([[], []]);
  });

  it('leaves open what becomes of a term whose aliases are terms of their own now', () => {
    const whole: TermWords[] = [{ id: 1, label: 'wet', aliases: ['rain', 'drizzle'] }];
    const found = diff(whole, [
      { id: 8, label: 'rain' },
      { id: 9, label: 'drizzle' },
    ]);
    expect(pairs(found.split)).toEqual(['wet→rain', 'wet→drizzle']);
    expect(found.added).toEqual([]);
    expect(pairs(found.remap)).toEqual(['wet→?']);
  });

  it('takes a label for the same in another Unicode form, and says that a reader would not', () => {
    const found = diff(['caf\u00e9'], ['cafe\u0301']);
    expect(found.kept).toBe(1);
    expect(found.renamed.map(change => change.resolves)).toEqual([false]);
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
    expect(found.permuted).toBe(true);
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

  it('account for every written term once, and for every read term', () =>
    fc.assert(
      fc.property(vocabulary, vocabulary, (from, to) => {
        const found = vocabularyDiff(from, to);
        const remap = vocabularyRemap(from, found);
        expect(remap.map(({ from: term }) => term)).toEqual(from.terms);
        const shared = new Set(found.shared.map(change => change.from));
        const parted = new Set(found.split.map(change => change.from).filter(term => !shared.has(term)));
        const gone = found.removed.length + found.reused.length + parted.size;
        expect(found.shared.length + found.merged.length + gone).toBe(from.terms.length);
        const told = [...found.added, ...found.split.map(change => change.to)].map(term => term.id);
        const accounted = [...found.shared, ...found.merged, ...found.reused].map(change => change.to.id);
        expect([...new Set([...told, ...accounted])].sort()).toEqual(to.terms.map(term => term.id).sort());
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
