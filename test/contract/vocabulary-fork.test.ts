import { describe, expect, it } from 'vitest';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { type PinnedList, vocabularyFork } from '../../src/contract/vocabulary-fork.ts';
import { bytesOf, must } from './small-subject.ts';

const list = (file: string, ...labels: readonly string[]): PinnedList => {
  const terms = labels.map((label, id) => `{id: ${id}, label: ${label}}`);
  const text = `vocabulary: v\nterms: [${terms.join(', ')}]\n`;
  return { file, vocabulary: must(parseVocabulary(file, bytesOf(text))) };
};
const [BASE, ONE, OTHER] = [
  list('base', 'cat', 'dog'),
  list('one', 'cat', 'dog', 'cow'),
  list('other', 'cat', 'dog', 'ant'),
];
const digests = (...lists: readonly PinnedList[]) =>
  new Set(lists.map(({ vocabulary }) => vocabulary.digest));

describe('a fork of vocabularies', () => {
  it('is two lists that go on from one, each with its own term under the next id', () => {
    expect(vocabularyFork([BASE, ONE, OTHER], digests())).toMatchObject({
      base: { file: 'base' },
      kept: { file: 'one', term: { id: 2, label: 'cow' } },
      taken: { file: 'other', term: { id: 2, label: 'ant' } },
      next: 3,
    });
  });

  it('leaves the list that was accepted, wherever it is pinned', () => {
    expect(vocabularyFork([BASE, ONE, OTHER], digests(OTHER))).toMatchObject({
      kept: { file: 'other' },
      taken: { file: 'one' },
    });
  });

  it.each<[string, readonly PinnedList[], ReadonlySet<PinnedList['vocabulary']['digest']>]>([
    ['both were accepted, because nobody can mend that by a pin', [BASE, ONE, OTHER], digests(ONE, OTHER)],
    ['one goes on from the other', [BASE, ONE, list('longer', 'cat', 'dog', 'cow', 'ant')], digests()],
    ['both added the same', [BASE, ONE, list('again', 'cat', 'dog', 'COW')], digests()],
    [
      'there is no list that both were made of: that is another list, and a rule judges it',
      [ONE, OTHER],
      digests(),
    ],
  ])('is none where %s', (_, lists, accepted) => expect(vocabularyFork(lists, accepted)).toBeUndefined());
});
