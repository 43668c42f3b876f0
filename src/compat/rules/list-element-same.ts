import { childrenOf } from '../../contract/nested.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * A list whose element has a new id is a list of something else: a reader by id finds every element missing, a reader
 * by name takes the new things for the old.
 */
export const listElementSame: Rule = {
  id: 'LIST_ELEMENT_SAME',
  promise: 'What a list, a tensor or a map holds keeps its id.',
  remedy: "Restore the element's id; for a list of other things, add a list under a new id.",
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) => {
    // The fields of a struct come and go, and are judged one by one.
    if (from.kind !== to.kind || from.kind === 'struct') return SAFE;
    const written = childrenOf(from);
    const other = childrenOf(to).findIndex(({ field }, at) => field.id !== written[at]!.field.id);
    if (other < 0) return SAFE;
    const [was, is] = [written[other]!.field, childrenOf(to)[other]!.field];
    return breaks(`${was.name} ${was.id}`, `${is.name} ${is.id}`);
  },
};
