import { typeText } from '../../contract/type-text.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** The digits are stored without the point: 12.50 is read as 1.250, and every price is a tenth of what it was. */
export const decimalScaleSame: Rule = {
  id: 'DECIMAL_SCALE_SAME',
  promise: 'A decimal keeps the number of digits behind its point.',
  remedy: 'Restore the scale; for more or fewer digits, add a field under a new id, with a converter.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    from.kind === 'decimal' && to.kind === 'decimal' && from.scale !== to.scale
      ? breaks(typeText(from), typeText(to))
      : SAFE,
};
