import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * Where the order of words was the sentence it is now chance; where it was chance a model finds a pattern in it. Not a
 * byte changes either way.
 */
export const listOrderSame: Rule = {
  id: 'LIST_ORDER_SAME',
  promise: 'A list whose order says something goes on saying it, and a set stays a set.',
  remedy: 'Restore the order; for a list of the other sort, add one under a new id, with a converter.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'list' && to.kind === 'list' && from.order !== to.order
      ? breaks(from.order ?? 'sequence', to.order ?? 'sequence')
      : SAFE,
};
