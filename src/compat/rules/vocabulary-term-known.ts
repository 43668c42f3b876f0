import { asHeld, isInteger } from '../../contract/kind-table.ts';
import { sentinelOf } from '../../contract/senses.ts';
import { integerFits } from '../../contract/value-form.ts';
import type { Term } from '../../contract/vocabulary.ts';
import { breaks, type FieldPair, type Rule, SAFE } from '../rule.ts';
import { carriesCodes } from '../vocabulary-carrier.ts';
import { brief, policyText } from '../wording.ts';

/**
 * A producer writes a new label a day early. One reader stops; the next folds it into "other" as its unknown policy
 * says, and a language disappears from the metrics without lowering any of them.
 */
export const vocabularyTermKnown: Rule = {
  id: 'VOCABULARY_TERM_KNOWN',
  promise: 'A reader knows every term the writer may write.',
  remedy: 'Roll the vocabulary out to readers before writers, and keep a term while records carry it.',
  looks: ['vocabulary'],
  pair: pair => {
    const unknown = unknownIn(pair);
    return unknown.length === 0
      ? SAFE
      : breaks(
          brief(unknown, term => term.label),
          `unknown, and the reader's policy is ${policyText(pair.reader.unknownPolicy)}`,
        );
  },
};

/** A code that another term has now is not unknown, nor is what stands for none: it is taken for that. */
function unknownIn({ writer, reader, vocabulary }: FieldPair): readonly Term[] {
  if (vocabulary === undefined || vocabulary.replaced) return [];
  const isCoded = carriesCodes(writer);
  const taken = new Set(isCoded ? vocabulary.recycled.map(({ from }) => from) : []);
  const isSentinel = ({ label, code }: Term): boolean => {
    const { kind } = reader.type;
    if (!isCoded) return sentinelOf(reader, label) !== undefined;
    return isInteger(kind) && integerFits(kind, code) && sentinelOf(reader, asHeld(kind, code)) !== undefined;
  };
  return vocabulary.removed.filter(term => !taken.has(term) && !isSentinel(term));
}
