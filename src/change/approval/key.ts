import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { PAYLOAD_TYPE } from './envelope.ts';
import { preAuthEncoding } from './pae.ts';

/** The public half as a configuration has it: `ed25519:` and 32 bytes in base64url. */
export type PublicKeyText = `ed25519:${string}`;

/** Undefined of what is no key, or another spelling of one. */
export function publicKeyOf(text: string): KeyObject | undefined {
  const raw = /^ed25519:([A-Za-z0-9_-]{43})$/.exec(text)?.[1];
  if (raw === undefined || Buffer.from(raw, 'base64url').toString('base64url') !== raw) return undefined;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Of either half. @throws where it is no key of Ed25519 */
export function publicKeyText(key: KeyObject): PublicKeyText {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const { x, crv } = half.export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new TypeError('not a key of Ed25519');
  return `ed25519:${x}`;
}

export const signPayload = (privateKey: KeyObject, payload: Uint8Array): Uint8Array =>
  sign(null, preAuthEncoding(PAYLOAD_TYPE, payload), privateKey);

export const isSignedBy = (publicKey: KeyObject, payload: Uint8Array, signature: Uint8Array): boolean =>
  signature.length === 64 && verify(null, preAuthEncoding(PAYLOAD_TYPE, payload), publicKey, signature);
