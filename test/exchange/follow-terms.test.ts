import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import type { Vocabulary } from '../../src/contract/vocabulary.ts';
import type { PinnedDraft } from '../../src/exchange/draft.ts';
import { followTerms } from '../../src/exchange/follow-terms.ts';
import { vocabularyOf } from '../../src/exchange/pinned.ts';
import { printYaml } from '../../src/exchange/print-yaml.ts';
import { must } from '../contract/small-subject.ts';

const read = ({ document }: Pick<PinnedDraft, 'document'>): Vocabulary =>
  must(parseVocabulary('terms.yaml', Buffer.from(printYaml(document))));
const written = (...terms: readonly Json[]): Vocabulary => read({ document: { vocabulary: 'known', terms } });
const followed = (labels: readonly string[], ...known: readonly Vocabulary[]): Vocabulary => {
  const pinned = followTerms(vocabularyOf('again', labels), known);
  const vocabulary = read(pinned);
  expect(vocabulary.digest, 'its digest is that of its file').toBe(pinned.digest);
  return vocabulary;
};
const idsOf = ({ terms }: Vocabulary): readonly (readonly [number, string])[] =>
  terms.map(({ id, label }) => [id, label]);

const ANIMALS = written({ id: 4, label: 'cat' }, { id: 7, label: 'dog' });

describe('a list of symbols that a field already has', () => {
  it('is the vocabulary it was, to the digest', () =>
    expect(followed(['cat', 'dog'], ANIMALS).digest).toBe(ANIMALS.digest));

  it('keeps the ids of its terms when one is gone, because a term that got the id of another would be taken for it', () =>
    expect(idsOf(followed(['dog'], ANIMALS))).toEqual([[7, 'dog']]));

  it('gives a new term an id that none ever had, in older vocabularies too', () => {
    const older = written({ id: 4, label: 'cat' }, { id: 9, label: 'cow' });
    expect(idsOf(followed(['ant', 'cat'], ANIMALS, older))).toEqual([
      [10, 'ant'],
      [4, 'cat'],
    ]);
  });

  it('gives a term that comes back the id it had', () => {
    const older = written({ id: 4, label: 'cat' }, { id: 9, label: 'cow' });
    expect(idsOf(followed(['cat', 'cow'], ANIMALS, older))).toEqual([
      [4, 'cat'],
      [9, 'cow'],
    ]);
  });

  it('knows a term by a name it bore, unless that is a term of its own by now', () => {
    const renamed = written({ id: 4, label: 'cat', aliases: ['kitty'] }, { id: 7, label: 'dog' });
    const { terms } = followed(['kitty', 'dog'], renamed);
    expect(terms[0]).toMatchObject({ id: 4, label: 'kitty', aliases: ['cat'] });
    expect(idsOf(followed(['kitty', 'cat'], renamed))).toEqual([
      [8, 'kitty'],
      [4, 'cat'],
    ]);
  });

  it('keeps the codes that somebody gave its terms, because the symbols say nothing of codes', () => {
    const coded = written({ id: 1, label: 'cat', code: 10 }, { id: 2, label: 'dog', code: 20 });
    const { terms } = followed(['dog', 'cow', 'cat'], coded);
    expect(terms.map(({ label, code }) => [label, code])).toEqual([
      ['dog', 20n],
      ['cow', 21n],
      ['cat', 10n],
    ]);
  });

  it('of codes alone keeps the names that somebody gave them', () => {
    const named = written({ id: 3, label: 'cat', code: 0 }, { id: 5, label: 'dog', code: 1 });
    const pinned = followTerms(vocabularyOf('codes', ['1', '2'], undefined, [1n, 2n]), [named]);
    expect(read(pinned).terms).toMatchObject([
      { id: 5, label: 'dog', code: 1n },
      { id: 6, label: '2', code: 2n },
    ]);
  });

  it('never takes one term for another, whatever order and choice of symbols comes next', () =>
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }), fc.nat(4), (labels, turn) => {
        const known = written(...['a', 'b', 'c'].map((label, index) => ({ id: index + 1, label })));
        const turned = [...labels.slice(turn), ...labels.slice(0, turn)];
        const { moved, reidentified, reused, merged } = vocabularyDiff(known, followed(turned, known));
        expect([moved, reidentified, reused, merged]).toEqual([[], [], [], []]);
      }),
      { numRuns: 50 },
    ));
});
