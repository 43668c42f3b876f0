import type { FieldId } from '../../contract/field.ts';
import type { Governed } from '../../contract/governance.ts';
import { breaks, type Rule, SAFE, type Verdict } from '../rule.ts';
import { sameList } from '../unchanged.ts';
import { brief } from '../wording.ts';

/**
 * Two records become one, or one becomes two, and every comparison between old and new pairs the wrong ones. Where one side
 * has no key, its members may name each sample by a field, and that is its key then.
 */
export const keySame: Rule = {
  id: 'KEY_SAME',
  promise: 'The fields that identify a record stay the same, in the same order.',
  remedy: 'Keep the key; for records identified otherwise, begin a new subject.',
  schema: ({ writer, reader }) =>
    writer.key.length === 0 || reader.key.length === 0 ? SAFE : held(writer.key, reader.key),
  governed: ({ writer, reader, keys }) => {
    // Two without a key are the members' matter, and two with one the schema's.
    if (keys.writer.length > 0 === keys.reader.length > 0) return SAFE;
    const was = keys.writer.length > 0 ? keys.writer : namedBy(writer);
    const is = keys.reader.length > 0 ? keys.reader : namedBy(reader);
    return was === undefined || is === undefined ? SAFE : held(was, is);
  },
};

const namedBy = ({ members }: Governed): readonly FieldId[] | undefined =>
  members?.sampleId.kind === 'field' ? [members.sampleId.field] : undefined;

const held = (writer: readonly FieldId[], reader: readonly FieldId[]): Verdict =>
  sameList(writer, reader) ? SAFE : breaks(keyText(writer), keyText(reader));

export const keyText = (key: readonly FieldId[]): string => (key.length === 0 ? 'members' : brief(key));
