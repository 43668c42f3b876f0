import type { KeyObject } from 'node:crypto';
import { type Digest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { type Named, nameOf } from '../named.ts';
import { readEnvelope } from './envelope.ts';
import { isSignedBy, publicKeyOf } from './key.ts';
import type { ApprovalKey, ApprovalPolicy } from './policy.ts';
import { readStatement } from './statement.ts';
import type { ApprovalEntry } from './tally.ts';

export type EnvelopeAsk = {
  /** What the bytes are called in a fault. */
  readonly document: string;
  readonly envelope: Uint8Array;
  readonly subject: string;
  readonly of: Named;
  readonly change: Digest;
  readonly policy: ApprovalPolicy;
  /** An ISO date. */
  readonly today: string;
};

/**
 * What an envelope approves, one entry for each key that signed. Signatures come before what is signed: what nobody known
 * has signed is not looked at, and a signature over garbage makes it no better.
 *
 * @faults ATTESTATION_PARSE APPROVAL_SIGNATURE APPROVAL_UNBOUND, and those of `unfitFault`
 */
export function verifyEnvelope(ask: EnvelopeAsk): readonly ApprovalEntry[] | Fault {
  const { document, envelope, subject, of, change, policy, today } = ask;
  const read = readEnvelope(document, envelope);
  if (read instanceof Fault) return read;
  const { payload, signatures } = read;
  const what = nameOf(subject, of);
  const signers = signersOf(policy.keys, payload, signatures);
  if (signers.length === 0) return new Fault('APPROVAL_SIGNATURE', { what, signatures: signatures.length });
  const statement = readStatement(document, payload);
  if (statement instanceof Fault) return statement;
  const said = nameOf(statement.subject, statement.of);
  if (said !== what) return new Fault('APPROVAL_UNBOUND', { what, path: 'of', says: said, is: change });
  if (statement.change !== change)
    return new Fault('APPROVAL_UNBOUND', { what, path: 'change', says: statement.change, is: change });
  const { role } = statement;
  const fit = signers.filter(key => unfitFault(key, role, today) === undefined);
  // Where one of several signed in vain, the others have not.
  if (fit.length === 0) return unfitFault(signers[0]!, role, today)!;
  return fit.map(({ id: key, publicKey, person }) => ({
    key,
    publicKey,
    person,
    role,
    envelope: sha256(envelope),
    on: today,
  }));
}

/** Each key once, however often it signed and whatever it is called there. */
function signersOf(
  keys: readonly ApprovalKey[],
  payload: Uint8Array,
  signatures: readonly Uint8Array[],
): readonly ApprovalKey[] {
  const known = keys.flatMap((key): ReadonlyArray<readonly [ApprovalKey, KeyObject]> => {
    const half = publicKeyOf(key.publicKey);
    return half === undefined ? [] : [[key, half]];
  });
  return known
    .filter(([, half]) => signatures.some(signature => isSignedBy(half, payload, signature)))
    .map(([key]) => key);
}

/** Why a key can't approve today. @faults KEY_REVOKED KEY_NOT_YET_VALID KEY_EXPIRED APPROVAL_ROLE */
export function unfitFault(
  { id: key, person, roles, from, until, revoked }: ApprovalKey,
  role: ApprovalEntry['role'],
  today: string,
): Fault | undefined {
  if (revoked !== undefined) return new Fault('KEY_REVOKED', { key, person, ...revoked });
  if (from !== undefined && today < from) return new Fault('KEY_NOT_YET_VALID', { key, person, from, today });
  if (until !== undefined && today > until) return new Fault('KEY_EXPIRED', { key, person, until, today });
  if (!roles.includes(role)) return new Fault('APPROVAL_ROLE', { key, role, roles: roles.join(' and ') });
  return undefined;
}

/** What is kept with those that came before: each key once in each role. @faults APPROVALS_FULL */
export function withApprovals(
  what: string,
  before: readonly ApprovalEntry[],
  more: readonly ApprovalEntry[],
): readonly ApprovalEntry[] | Fault<'APPROVALS_FULL'> {
  const isIn = ({ publicKey, role }: ApprovalEntry): boolean =>
    before.some(one => one.publicKey === publicKey && one.role === role);
  const all = [...before, ...more.filter(entry => !isIn(entry))];
  if (all.length > LIMITS.approvals_max)
    return new Fault('APPROVALS_FULL', { what, most: LIMITS.approvals_max });
  // The order in which they came says nothing.
  return all.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const orderOf = ({ publicKey, role }: ApprovalEntry): string => `${publicKey} ${role}`;
