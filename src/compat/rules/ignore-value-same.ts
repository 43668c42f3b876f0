import type { Field } from '../../contract/field.ts';
import { termOf } from '../../contract/vocabulary-lookup.ts';
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
      : breaks(indexText(writer, reader), indexText(reader, writer)),
};

/** What is skipped, and whether what the other side skips is a class here: that it becomes one later is no repeat. */
function indexText(field: Field, { ignoreValue: others }: Field): string {
  const own = field.ignoreValue === undefined ? 'none' : String(field.ignoreValue);
  const term = others === undefined ? undefined : termOf(field, others);
  return term === undefined ? own : `${own}, and ${others} is ${term.label}`;
}
