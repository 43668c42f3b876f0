import { breaks, type Rule, SAFE } from '../rule.ts';
import { sameDefault } from '../unchanged.ts';
import { defaultText } from '../wording.ts';

/**
 * The bytes on disk stay as they are and mean something else from today: two runs over one shard disagree about every
 * record that lacks the field.
 */
export const defaultSame: Rule = {
  id: 'DEFAULT_SAME',
  promise: 'What stands in for a field that was never written stays the same, in value and in meaning.',
  remedy: 'Restore the default; to fill old records otherwise, backfill them with a converter.',
  looks: ['default'],
  pair: ({ writer, reader }) =>
    writer.default.kind === 'none' ||
    reader.default.kind === 'none' ||
    sameDefault(writer.default, reader.default)
      ? SAFE
      : breaks(defaultText(writer.default), defaultText(reader.default)),
};
