import type { Kind } from '../../contract/field.ts';
import { isFloat } from '../../contract/kind-table.ts';
import { promotions } from '../promotion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';

/**
 * Half of the digits go, quietly where the format lets them: timestamps in float seconds jump by minutes, and two
 * features that differed become one.
 */
export const floatNarrows: Rule = {
  id: 'FLOAT_NARROWS',
  promise: 'A float is read at least as wide as it was written.',
  remedy:
    'Keep the wider float in the contract and narrow in the trainer, or write a converter that states its rounding.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) =>
    isFloatNarrowing(from.kind, to.kind) ? breaks(from.kind, to.kind) : SAFE,
};

/** Of two floats, the reader's has fewer bits of a number, or reaches less far. */
export const isFloatNarrowing = (from: Kind, to: Kind): boolean =>
  from !== to && isFloat(from) && isFloat(to) && promotions(from, to).length === 0;
