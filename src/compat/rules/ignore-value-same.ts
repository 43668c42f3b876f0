import type { Field } from '../../contract/field.ts';
import { asHeld, isInteger } from '../../contract/kind-table.ts';
import { sentinelOf } from '../../contract/senses.ts';
import { integerFits } from '../../contract/value-form.ts';
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

/** What is skipped, and what else the value is that the other side skips: that it becomes something later is no repeat. */
function indexText(field: Field, { ignoreValue: others }: Field): string {
  const own = field.ignoreValue === undefined ? 'none' : String(field.ignoreValue);
  if (others === undefined) return own;
  const term = termOf(field, others);
  if (term !== undefined) return `${own}, and ${others} is ${term.label}`;
  const { kind } = field.type;
  const isHeld = isInteger(kind) && integerFits(kind, others);
  const sentinel = isHeld ? sentinelOf(field, asHeld(kind, others)) : undefined;
  return sentinel === undefined ? own : `${own}, and ${others} means ${sentinel.means}`;
}
