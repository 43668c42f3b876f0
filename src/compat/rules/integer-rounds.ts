import { rounds } from '../promotion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * Every reader that resolves numbers takes the value, and none says that it is another one: a key beyond 2^53 becomes the
 * key of another record, and a count loses its last digits.
 */
export const integerRounds: Rule = {
  id: 'INTEGER_ROUNDS',
  promise: 'An integer is read as a float only where every one of its digits has room.',
  remedy:
    'Read it as an integer or as a wider float; else add a field of the float type under a new id, with a converter.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    rounds(from.kind, to.kind) ? breaks(from.kind, to.kind) : SAFE,
};
