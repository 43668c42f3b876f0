import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { type ApprovalPolicy, ruleFor } from '../change/approval/policy.ts';
import type { SignedApproval } from '../change/approval/signed-step.ts';
import { verifyEnvelope } from '../change/approval/verify.ts';
import { type Named, nameOf } from '../change/named.ts';
import { dayOf } from './day-of.ts';

/** What was signed, and what its bytes are called in a fault. */
export type Signature = { readonly envelope: Uint8Array; readonly document: string };

/**
 * What a signature approves. Where nobody signs there is none, and where somebody has to, there is one.
 *
 * @faults APPROVAL_POLICY_MISSING APPROVAL_UNSIGNED, and those of `verifyEnvelope`
 */
export function signedApproval(
  policy: ApprovalPolicy | undefined,
  signature: Signature | undefined,
  about: { readonly subject: string; readonly of: Named; readonly change: Digest; readonly now_ms: number },
): SignedApproval | undefined | Fault {
  const { subject, of, change, now_ms } = about;
  const what = nameOf(subject, of);
  if (policy === undefined)
    return signature === undefined ? undefined : new Fault('APPROVAL_POLICY_MISSING', { what });
  if (signature === undefined)
    return new Fault('APPROVAL_UNSIGNED', { what, roles: ruleFor(policy, subject).roles.join(' and ') });
  const { envelope, document } = signature;
  const entries = verifyEnvelope({ document, envelope, subject, of, change, policy, today: dayOf(now_ms) });
  return entries instanceof Fault ? entries : { subject, policy, entries, envelope };
}
