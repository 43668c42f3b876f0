import { createPrivateKey, type KeyObject } from 'node:crypto';
import { sha256 } from '../../../src/base/digest.ts';
import { envelopeBytes } from '../../../src/change/approval/envelope.ts';
import { publicKeyText, signPayload } from '../../../src/change/approval/key.ts';
import type { ApprovalKey, ApprovalPolicy } from '../../../src/change/approval/policy.ts';
import { type Approval, statementBytes } from '../../../src/change/approval/statement.ts';

/** A key that is the same on every run. */
export function privateKey(seed: string): KeyObject {
  const raw = Buffer.from(sha256(seed).slice('sha256:'.length), 'hex');
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([head, raw]), format: 'der', type: 'pkcs8' });
}

export const keyOf = (id: string, more: Partial<ApprovalKey> = {}): ApprovalKey => ({
  id,
  person: id,
  roles: ['data-owner', 'model-owner'],
  publicKey: publicKeyText(privateKey(id)),
  from: undefined,
  until: undefined,
  revoked: undefined,
  ...more,
});

export const policyOf = (...keys: readonly ApprovalKey[]): ApprovalPolicy => ({ keys, required: [] });

export const APPROVAL: Approval = {
  subject: 'training.example',
  of: { version: 4 },
  role: 'data-owner',
  change: sha256('change 4'),
};

/** An envelope over an approval, or over whatever bytes somebody signs. */
export function signed(
  what: Approval | Uint8Array,
  signers: readonly string[],
  keyid: (signer: string, at: number) => string = signer => signer,
): Uint8Array {
  const payload = what instanceof Uint8Array ? what : statementBytes(what);
  return envelopeBytes(
    payload,
    signers.map((signer, at) => ({
      keyid: keyid(signer, at),
      sig: signPayload(privateKey(signer), payload),
    })),
  );
}
