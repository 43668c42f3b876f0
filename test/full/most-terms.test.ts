import { expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { parseVocabulary } from '../../src/contract/parse-vocabulary.ts';
import { bytesOf, must } from '../contract/small-subject.ts';

const withTerms = (count: number) =>
  parseVocabulary(
    'most.yaml',
    bytesOf(
      `vocabulary: most\nterms:\n${Array.from(
        { length: count },
        (_, id) => `  - {id: ${id}, label: number ${id} of them, code: ${id}, aliases: [n${id}]}\n`,
      ).join('')}`,
    ),
  );

it('reads a vocabulary of the most terms, each with a code and an alias, because that is what the limit says', () => {
  const most = LIMITS.vocabulary_terms_max;
  expect(must(withTerms(most)).terms).toHaveLength(most);
  expect((withTerms(most + 1) as Fault).code).toBe('SHAPE');
}, 120_000);
