import type { Type } from '../../contract/field.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** The longest samples are the first to go, refused by a careful reader and cut short by a careless one. */
export const listLengthNarrows: Rule = {
  id: 'LIST_LENGTH_NARROWS',
  promise: 'A reader accepts every list length the writer may write.',
  remedy: 'Widen the lengths again, or write a converter that says what becomes of the lists outside them.',
  pair: ({ writer: { type: from }, reader: { type: to } }) => {
    if (from.kind !== 'list' || to.kind !== 'list') return SAFE;
    const narrows = to.length.min > from.length.min || to.length.max < from.length.max;
    return narrows ? breaks(lengthText(from), lengthText(to)) : SAFE;
  },
};

const lengthText = ({ length }: Extract<Type, { kind: 'list' }>): string => `${length.min} to ${length.max}`;
