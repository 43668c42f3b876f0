import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * A list whose element has a new id is a list of something else: a reader by id finds every element missing, a reader
 * by name takes the new things for the old.
 */
export const listElementSame: Rule = {
  id: 'LIST_ELEMENT_SAME',
  promise: "A list's element keeps its id.",
  remedy: "Restore the element's id; for a list of other things, add a list under a new id.",
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'list' && to.kind === 'list' && from.element.id !== to.element.id
      ? breaks(`element ${from.element.id}`, `element ${to.element.id}`)
      : SAFE,
};
