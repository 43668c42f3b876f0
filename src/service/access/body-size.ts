import { LIMITS } from '../../base/limits.ts';
import type { Principal } from './principal.ts';
import type { Role } from './roles.ts';

/** How much whoever has a role may send at a time: files of a proposal and evidence are larger than a question. */
export const BODY_BYTES_MAX: Readonly<Record<Role, number>> = {
  reader: LIMITS.body_bytes_max,
  consumer: LIMITS.body_bytes_max,
  producer: LIMITS.body_bytes_producer_max,
  'data-owner': LIMITS.body_bytes_owner_max,
  'model-owner': LIMITS.body_bytes_owner_max,
  releaser: LIMITS.body_bytes_owner_max,
  admin: LIMITS.body_bytes_max,
};

/** The most that any of its roles may send. */
export const bodyBytesMax = ({ grants }: Principal): number =>
  Math.max(LIMITS.body_bytes_max, ...grants.map(({ role }) => BODY_BYTES_MAX[role]));
