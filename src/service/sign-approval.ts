import type { KeyObject } from 'node:crypto';
import type { Digest } from '../base/digest.ts';
import { envelopeBytes, PAYLOAD_TYPE } from '../change/approval/envelope.ts';
import { publicKeyText, signPayload } from '../change/approval/key.ts';
import { preAuthEncoding } from '../change/approval/pae.ts';
import type { ApprovalRole } from '../change/approval/role.ts';
import { statementBytes } from '../change/approval/statement.ts';
import type { Reference } from './reference.ts';

export type SignAsk = {
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly role: ApprovalRole;
  readonly change: Digest;
};

/** What is to be signed, for who signs elsewhere: the payload, and the bytes that the signature is made over. */
export type ToSign = {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly preAuthEncoding: Uint8Array;
};

export function toSign({ what, role, change }: SignAsk): ToSign {
  const of = what.kind === 'version' ? { version: what.version } : { revision: what.revision };
  const payload = statementBytes({ subject: what.subject, of, role, change });
  return {
    payloadType: PAYLOAD_TYPE,
    payload,
    preAuthEncoding: preAuthEncoding(PAYLOAD_TYPE, payload),
  };
}

/** The envelope with one signature; the key calls itself what it is. */
export function signApproval(ask: SignAsk, key: KeyObject): Uint8Array {
  const { payload } = toSign(ask);
  return envelopeBytes(payload, [{ keyid: publicKeyText(key), sig: signPayload(key, payload) }]);
}
