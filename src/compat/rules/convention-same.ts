import { conventionConversion, sortOf } from '../../contract/convention.ts';
import type { Field } from '../../contract/field.ts';
import { movedParts } from '../../contract/moved-part.ts';
import { conventionText } from '../../contract/read-field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { sameConvention } from '../unchanged.ts';

/** Four numbers in range are a box in every convention: width and height read as a corner, and the loss only bends. */
export const conventionSame: Rule = {
  id: 'CONVENTION_SAME',
  promise: 'Each place of a list, a tensor or a struct goes on holding the same part.',
  remedy:
    'Write a converter that applies the conversion, or add a field in the new convention under a new id; leave the fields of a struct in their places.',
  looks: ['type', 'convention'],
  pair: ({ writer, reader }) => {
    // The values move with their fields, so that no exchange of places gives the parts back.
    const moved = movedParts(writer, reader);
    if (moved !== undefined) return breaks(moved.from, moved.to);
    if (sameConvention(writer, reader)) return SAFE;
    const conversion = conversionOf(writer, reader);
    const texts = [conventionText(writer), conventionText(reader)] as const;
    return conversion === undefined ? breaks(...texts) : breaks(...texts, { conversion });
  },
};

/** One for each sort of which the convention changed; none where one of them has none. */
function conversionOf({ convention: from = [] }: Field, { convention: to = [] }: Field): string | undefined {
  const moved = to.filter(name => !from.includes(name));
  const steps = moved.map(name => {
    const old = from.find(other => sortOf(other) === sortOf(name));
    return old === undefined ? undefined : conventionConversion(old, name);
  });
  return moved.length === 0 || steps.includes(undefined) ? undefined : steps.join('; ');
}
