import { Fault } from '../../base/fault.ts';
import { type Action, MAY, rolesThatMay } from './actions.ts';
import type { Grant, Principal } from './principal.ts';

/**
 * Whether the principal may do this to the subject: undefined where it may, and a refusal unless one of its grants says so.
 * What is of no subject may be read by whoever may read any; everything else needs a grant over all.
 *
 * @faults UNAUTHENTICATED, FORBIDDEN
 */
export function authorise(
  principal: Principal | undefined,
  action: Action,
  subject: string | undefined,
): Fault<'UNAUTHENTICATED' | 'FORBIDDEN'> | undefined {
  if (principal === undefined) return new Fault('UNAUTHENTICATED', { reason: 'nothing says who asks' });
  const isGranted = principal.grants.some(grant => MAY[action][grant.role] && covers(grant, action, subject));
  if (isGranted) return undefined;
  return forbidden(principal, action, subject);
}

/** @param subject  undefined where all of them are meant */
export const forbidden = (
  principal: Principal,
  action: Action,
  subject: string | undefined,
): Fault<'FORBIDDEN'> =>
  new Fault('FORBIDDEN', {
    principal: principal.id,
    action,
    subject: subject ?? 'all subjects',
    roles: rolesThatMay(action).join(', '),
  });

/** What a principal may not read is answered as if it were not there. */
export const mayRead = (principal: Principal, subject: string): boolean =>
  authorise(principal, 'read', subject) === undefined;

/** Whether what a principal may withdraw is its own alone: `onlyOwn` of `moveProposal`. */
export const withdrawsOwnOnly = (principal: Principal, subject: string): boolean =>
  authorise(principal, 'approve-data', subject) !== undefined;

/** Every subject there is and will be: then nothing has to be looked up. */
export const readsAll = ({ grants }: Principal): boolean =>
  grants.some(({ role, subjects }) => MAY.read[role] && subjects === 'all');

function covers({ subjects }: Grant, action: Action, subject: string | undefined): boolean {
  if (subjects === 'all') return true;
  return subject === undefined ? action === 'read' && subjects.length > 0 : subjects.includes(subject);
}
