import { breaks, type Rule, SAFE } from '../rule.ts';
import { defaultText } from '../wording.ts';

/** Records older than the field were readable through its default, and are not any more. */
export const defaultKept: Rule = {
  id: 'DEFAULT_KEPT',
  promise: 'A default once given is kept while records that lack the field can be read.',
  remedy: 'Restore the default until those records are backfilled or gone.',
  direction: 'backward',
  looks: ['default'],
  pair: ({ writer, reader }) =>
    writer.default.kind === 'value' && reader.default.kind === 'none'
      ? breaks(defaultText(writer.default), defaultText(reader.default))
      : SAFE,
};
