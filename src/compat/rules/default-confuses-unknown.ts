import type { Field } from '../../contract/field.ts';
import { breaks, type Rule, SAFE, type Verdict } from '../rule.ts';
import { confusesUnknown } from '../stand-in.ts';
import { defaultText, writeDefaultText } from '../wording.ts';

/**
 * Records that know nothing are read as records that say zero, and nothing afterwards can tell the two apart.
 *
 * It is the newer version that declares it, so a field that both have is judged backward: a record of today may lack
 * what yesterday's could not. Where both confuse, nothing new is confused; that the default is another is said beside.
 */
export const defaultConfusesUnknown: Rule = {
  id: 'DEFAULT_CONFUSES_UNKNOWN',
  promise: 'A default that stands for "unknown" is no value that a record could truly have.',
  remedy: 'Default to null; or, where every older record truly held the value, say `means: value`.',
  pair: ({ writer, reader, direction }) =>
    direction === 'backward' && !confusesUnknown(writer, writer.default) ? filling(reader) : SAFE,
  missing: ({ reader, direction }) => (direction === 'backward' ? declaring(reader) : filling(reader)),
  declared: ({ reader }) => declaring(reader),
};

const filling = (field: Field): Verdict =>
  confusesUnknown(field, field.default) ? breaks('unknown', defaultText(field.default)) : SAFE;

/** A field with nothing before it: a write default is held to the same, which of a pair is a rule of its own. */
function declaring(field: Field): Verdict {
  const verdict = filling(field);
  if (verdict.kind === 'breaks' || !confusesUnknown(field, field.writeDefault)) return verdict;
  return breaks('unknown', `${writeDefaultText(field)}, written for it`);
}
