import type { FieldId } from '../../contract/field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { sameList } from '../unchanged.ts';
import { brief } from '../wording.ts';

/** Two records become one, or one becomes two, and every comparison between old and new pairs the wrong ones. */
export const keySame: Rule = {
  id: 'KEY_SAME',
  promise: 'The fields that identify a record stay the same, in the same order.',
  remedy: 'Keep the key; for records identified otherwise, begin a new subject.',
  schema: ({ writer, reader }) =>
    sameList(writer.key, reader.key) ? SAFE : breaks(keyText(writer.key), keyText(reader.key)),
};

const keyText = (key: readonly FieldId[]): string => (key.length === 0 ? 'members' : brief(key));
