import { breaks, type Rule, SAFE } from '../rule.ts';

/** A reader that counts columns takes latitude for longitude: both are floats, both are in range. */
export const fieldOrderSame: Rule = {
  id: 'FIELD_ORDER_SAME',
  promise: 'A field keeps its place in the record.',
  remedy: 'Read by id, or by name; add new fields at the end.',
  schema: ({ displaced }) =>
    displaced === undefined
      ? SAFE
      : breaks(`place ${displaced.from + 1}`, `place ${displaced.to + 1}`, { field: displaced.field }),
};
