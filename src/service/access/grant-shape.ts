import * as z from 'zod';
import { LIMITS } from '../../base/limits.ts';
import { eachOnce, SUBJECT } from '../../contract/contract-shape.ts';
import type { Grant } from './principal.ts';
import { ROLES } from './roles.ts';

/** What a grant is over. */
export const GRANT_SUBJECTS = z.union([
  z.literal('all'),
  eachOnce(z.array(SUBJECT).min(1).max(LIMITS.grant_subjects_max)),
]);

/** As a document has it. An admin of some subjects would be one who hands out leave over all of them. */
export const GRANT = z
  .strictObject({ role: z.enum(ROLES), subjects: GRANT_SUBJECTS })
  .refine(isWhole, { path: ['subjects'], error: 'all, for an admin: tokens are of no subject' });

export const GRANTS = z.array(GRANT).min(1).max(LIMITS.grants_max);

/** Whether a grant does anything at all: what its role is for may be of no one subject. */
export function isWhole({ role, subjects }: Grant): boolean {
  return role !== 'admin' || subjects === 'all';
}
