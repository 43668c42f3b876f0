import { breaks, type Rule, SAFE } from '../rule.ts';
import { confusesUnknown } from '../stand-in.ts';
import { writeDefaultText } from '../wording.ts';

/** From some version on, part of the values are what writers write that know none: the share of them moves. */
export const writeDefaultGiven: Rule = {
  id: 'WRITE_DEFAULT_GIVEN',
  promise: 'Whether writers may write a stand-in is seen to change.',
  remedy: 'Tell the producers; expect its share of the values to change.',
  looks: ['writeDefault'],
  pair: ({ writer, reader }) => {
    const [from, to] = [writer.writeDefault, reader.writeDefault];
    const isOneSided = (from === undefined) !== (to === undefined);
    return isOneSided && !confusesUnknown(writer, from) && !confusesUnknown(reader, to)
      ? breaks(writeDefaultText(writer), writeDefaultText(reader))
      : SAFE;
  },
};
