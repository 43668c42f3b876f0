import { typeText } from '../../contract/type-text.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/** The largest amounts no longer fit, and are refused or cut: the records that matter most leave the training set. */
export const decimalPrecisionNarrows: Rule = {
  id: 'DECIMAL_PRECISION_NARROWS',
  promise: 'A decimal is read with at least as many digits as it may be written with.',
  remedy: 'Keep the precision, or write a converter that says what becomes of the longer numbers.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    // At another scale every number differs, and a rule of its own says so.
    from.kind === 'decimal' &&
    to.kind === 'decimal' &&
    from.scale === to.scale &&
    from.precision > to.precision
      ? breaks(typeText(from), typeText(to))
      : SAFE,
};
