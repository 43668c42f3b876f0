import { breaks, type Rule, SAFE } from '../rule.ts';

/** One side folds case and composes accents, the other does not: the same sentence is two strings and other tokens. */
export const normalizerSame: Rule = {
  id: 'NORMALIZER_SAME',
  promise: 'Text is normalised the same way.',
  remedy:
    'Rebuild the snapshot from its sources under the new normalizer, and compare token lengths and duplicates.',
  looks: ['normalizer'],
  pair: ({ writer, reader }) =>
    writer.normalizer === reader.normalizer
      ? SAFE
      : breaks(writer.normalizer ?? "the record's", reader.normalizer ?? "the record's"),
  schema: ({ writer, reader }) =>
    writer.normalizer === reader.normalizer
      ? SAFE
      : breaks(writer.normalizer ?? 'none', reader.normalizer ?? 'none'),
};
