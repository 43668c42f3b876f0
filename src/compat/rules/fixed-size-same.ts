import { typeText } from '../../contract/type-text.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** Fixed bytes have no length beside them: a reader of another size takes the next field's bytes for this one's. */
export const fixedSizeSame: Rule = {
  id: 'FIXED_SIZE_SAME',
  promise: 'A field of fixed bytes keeps their number.',
  remedy: 'Restore the size; for values of another length, add a field under a new id.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'fixed' && to.kind === 'fixed' && from.size !== to.size
      ? breaks(typeText(from), typeText(to))
      : SAFE,
};
