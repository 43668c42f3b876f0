import { breaks, type Rule, SAFE } from '../rule.ts';
import { keyText } from './key-same.ts';

/** Records that could be paired no longer can, and two that were told apart may be one. */
export const keyKept: Rule = {
  id: 'KEY_KEPT',
  promise: 'A key that records were given is not taken from them.',
  remedy: 'Keep the key; for records identified otherwise, begin a new subject.',
  direction: 'backward',
  schema: ({ writer, reader }) =>
    writer.key.length > 0 && reader.key.length === 0
      ? breaks(keyText(writer.key), keyText(reader.key))
      : SAFE,
};
