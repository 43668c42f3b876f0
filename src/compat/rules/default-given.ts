import { breaks, type Rule, SAFE } from '../rule.ts';
import { defaultText } from '../wording.ts';

/** Records that used to be refused for want of the field are now read: whoever counted on the refusal should know. */
export const defaultGiven: Rule = {
  id: 'DEFAULT_GIVEN',
  promise: 'A record that lacks a field without a default is refused.',
  remedy: 'Check that records which lack the field are meant to be read from now on.',
  direction: 'backward',
  looks: ['default'],
  pair: ({ writer, reader }) =>
    writer.default.kind === 'none' && reader.default.kind === 'value'
      ? breaks(defaultText(writer.default), defaultText(reader.default))
      : SAFE,
};
