import { ACCESS, type Access } from '../finding.ts';
import { promotions, rounds } from '../promotion.ts';
import { breaks, type Rule, SAFE } from '../rule.ts';
import { isFloatNarrowing } from './float-narrows.ts';

/**
 * A reader that can't hold what was written either stops the run or, worse, holds something near it: an int64 key read
 * through a float64 is another record's key from 2^53 on.
 */
export const fieldTypePromotes: Rule = {
  id: 'FIELD_TYPE_PROMOTES',
  promise: 'A reader holds every value the writer may send, with no bit lost.',
  remedy: 'Widen the reader first; else add a field of the new type under a new id, with a converter.',
  looks: ['type'],
  pair: ({ writer: { type: from }, reader: { type: to } }) => {
    if (from.kind === to.kind || isFloatNarrowing(from.kind, to.kind)) return SAFE;
    const kept = promotions(from.kind, to.kind);
    const access = rounds(from.kind, to.kind) ? OTHER_BYTES : ACCESS.filter(path => !kept.includes(path));
    return access.length === 0 ? SAFE : breaks(from.kind, to.kind, { access });
  },
};

/** What decodes by the other paths, and rounds there, `INTEGER_ROUNDS` tells of. */
const OTHER_BYTES: readonly Access[] = ['position'];
