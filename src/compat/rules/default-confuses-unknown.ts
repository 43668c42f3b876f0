import { breaks, type Rule, SAFE } from '../rule.ts';
import { confusesUnknown } from '../stand-in.ts';
import { defaultText } from '../wording.ts';

/** Records that know nothing are read as records that say zero, and nothing afterwards can tell the two apart. */
export const defaultConfusesUnknown: Rule = {
  id: 'DEFAULT_CONFUSES_UNKNOWN',
  promise: 'A default that stands for "unknown" is no value that a record could truly have.',
  remedy: 'Default to null; or, where every older record truly held the value, say `means: value`.',
  missing: ({ reader }) =>
    confusesUnknown(reader, reader.default) ? breaks('unknown', defaultText(reader.default)) : SAFE,
};
