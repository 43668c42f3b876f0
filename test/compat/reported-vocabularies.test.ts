import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { classify } from '../../src/compat/classify.ts';
import { compare } from '../../src/compat/compare.ts';
import { termSuggestions } from '../../src/compat/term-suggestions.ts';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import { recodingOf } from '../../src/compat/vocabulary-recoding.ts';
import { codeTable, textTable, vocabularyRemap } from '../../src/compat/vocabulary-remap.ts';
import { parseField, SMALL } from '../contract/small-subject.ts';
import { type FieldWords, schemaOf, type TermWords, vocabularyOf } from './schema-of.ts';

/** What was reported of other tools, with what would have been right. */
type Reported = { readonly id: string; readonly source: string; readonly right_behaviour: string };
const REPORTED: readonly Reported[] = JSON.parse(
  readFileSync(new URL('./reported-vocabularies.json', import.meta.url), 'utf8'),
);

const schema = (type: 'int32' | 'string', vocabulary: TermWords[], more: Partial<FieldWords> = {}) =>
  schemaOf({ fields: [{ id: 5, name: 'label', type, logical: 'label', vocabulary, ...more }] });
const rules = (...pair: Parameters<typeof classify>): string[] => classify(...pair).map(found => found.rule);
const remapOf = (from: TermWords[], to: TermWords[]) => {
  const [older, newer] = [vocabularyOf(from), vocabularyOf(to)];
  const diff = vocabularyDiff(older, newer);
  return { older, diff, remap: vocabularyRemap(older, diff) };
};

const RIGHT: Readonly<Record<string, () => void>> = {
  L4: () => {
    const bare = `physical: int32, logical: label, vocabulary: "${SMALL.digest}", ignoreValue: -100`;
    expect((parseField(bare) as Fault).facts).toMatchObject({ key: 'unknownPolicy' });
    expect(rules(schema('int32', ['neg', 'pos', 'oth']), schema('int32', ['neg', 'pos']))).toContain(
      'VOCABULARY_TERM_KNOWN',
    );
  },

  L6: () => {
    const sparse = [1, 2, 11, 13, 14, 90].map((code, at) => ({ id: at + 1, label: `kind ${at}`, code }));
    const numbered = sparse.map((term, at) => ({ ...term, code: at + 1 }));
    const shifted = sparse.map(term => ({ ...term, code: term.code + 1 }));
    expect(recodingOf(remapOf(sparse, numbered).diff.shared).kind).toBe('stepwise');
    expect(recodingOf(remapOf(sparse, shifted).diff.shared)).toEqual({ kind: 'offset', offset: 1n });
    expect([...codeTable(remapOf(sparse, numbered).remap)]).toEqual(
      sparse.map((term, at) => [BigInt(term.code), BigInt(at + 1)]),
    );
    expect(rules(schema('int32', sparse), schema('int32', numbered))).toEqual(['VOCABULARY_REORDERED']);
  },

  L8: () => {
    const [few, more] = [schema('string', ['a', 'b']), schema('string', ['a', 'b', 'c'])];
    expect(compare(few, more).for).toEqual(['backward']);
    expect(compare(more, few).for).toEqual(['forward']);
    // A reader that takes unknown terms does not know them for that.
    const open = (terms: TermWords[]) => schema('string', terms, { unknownPolicy: 'pass' });
    expect(rules(open(['a', 'b', 'c']), open(['a', 'b']))).toEqual(['VOCABULARY_TERM_KNOWN']);
  },

  L12: () => {
    const aliased = remapOf(
      ['Brucella anthracis', 'Aruba'],
      [{ id: 1, label: 'Bacillus anthracis', aliases: ['Brucella anthracis'] }],
    );
    expect([...textTable(aliased.older, aliased.remap)]).toEqual([
      ['Brucella anthracis', 'Bacillus anthracis'],
    ]);
    expect(aliased.diff.removed.map(term => term.label)).toEqual(['Aruba']);
    const bare = remapOf(['Hong Kong', 'Aruba'], [{ id: 7, label: 'Hong Kong, China' }]);
    expect(bare.diff.removed).toHaveLength(2);
    expect(bare.diff.added).toHaveLength(1);
    expect(termSuggestions(bare.diff).map(({ from, to }) => [from.label, to.label])).toEqual([
      ['Hong Kong', 'Hong Kong, China'],
    ]);
  },

  X4: () => {
    const { diff } = remapOf(['\u00e3'], [{ id: 9, label: 'a\u0303', code: 0 }]);
    expect(diff.reidentified).toHaveLength(1);
    expect(diff.removed).toEqual([]);
    // The bytes differ all the same, and a reader of text is told.
    expect(rules(schema('string', ['\u00e3']), schema('string', ['a\u0303']))).toEqual([
      'VOCABULARY_LABEL_KNOWN',
    ]);
  },
};

describe('what was reported of vocabularies', () => {
  it('has each row asked here, and no other', () => {
    expect(REPORTED.map(({ id }) => id)).toEqual(Object.keys(RIGHT));
  });

  for (const { id, source, right_behaviour } of REPORTED)
    it(`${id} of ${source.split(' ')[0]}: ${right_behaviour}`, RIGHT[id]);
});
