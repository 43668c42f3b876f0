import { breaks, type Rule, SAFE } from '../rule.ts';

/** The loss goes on skipping the old value: what should be skipped is learned, as one more class. */
export const ignoreValueSame: Rule = {
  id: 'IGNORE_VALUE_SAME',
  promise: 'The class index that the loss skips stays the same.',
  remedy: 'Restore the ignore value, or convert the stored labels and change every trainer with them.',
  looks: ['ignoreValue'],
  pair: ({ writer, reader }) =>
    writer.ignoreValue === reader.ignoreValue
      ? SAFE
      : breaks(indexText(writer.ignoreValue), indexText(reader.ignoreValue)),
};

const indexText = (value: bigint | undefined): string => (value === undefined ? 'none' : String(value));
