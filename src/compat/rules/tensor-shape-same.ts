import { typeText } from '../../contract/type-text.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { sameList } from '../unchanged.ts';

/** Height and width change places and not a number does: every image is read, transposed, and trained on. */
export const tensorShapeSame: Rule = {
  id: 'TENSOR_SHAPE_SAME',
  promise: 'A tensor keeps its shape.',
  remedy: 'Restore the shape; for another one, add a tensor under a new id, with a converter.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'tensor' && to.kind === 'tensor' && !sameList(from.shape, to.shape)
      ? breaks(typeText(from), typeText(to))
      : SAFE,
};
