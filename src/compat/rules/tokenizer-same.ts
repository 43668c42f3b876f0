import { breaks, type Rule, SAFE } from '../rule.ts';

/** Not a field that changed, but what every text becomes: other ids, other lengths, and embeddings learned for the old. */
export const tokenizerSame: Rule = {
  id: 'TOKENIZER_SAME',
  promise: 'Text becomes the same tokens: the training ABI stays.',
  remedy:
    'Build a new snapshot under the new tokenizer, and start a model for it; a checkpoint goes on with the old one.',
  governed: ({ writer, reader }) =>
    writer.tokenizer === reader.tokenizer
      ? SAFE
      : breaks(writer.tokenizer ?? 'none', reader.tokenizer ?? 'none'),
};
