import { timingSafeEqual } from 'node:crypto';
import { type Digest, digestBytes, sha256 } from '../../base/digest.ts';

/** A token as its bearer has it: `assay_<id>_<secret>`. The id is no secret, and names it in journals and lists. */
export type TokenText = { readonly id: string; readonly secret: string };

/** What it takes to make one. */
export const TOKEN_BYTES = 40;

const ID_BYTES = 8;
const SHAPE = /^assay_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;
const ID = /^[0-9a-f]{16}$/;

export const isTokenId = (text: string): boolean => ID.test(text);

/** @param chance  as many bytes as TOKEN_BYTES, that nobody can guess */
export function tokenOf(chance: Uint8Array): TokenText {
  if (chance.length !== TOKEN_BYTES) throw new RangeError(`a token is made of ${TOKEN_BYTES} bytes`);
  const bytes = Buffer.from(chance);
  return {
    id: bytes.subarray(0, ID_BYTES).toString('hex'),
    secret: bytes.subarray(ID_BYTES).toString('base64url'),
  };
}

export const printToken = ({ id, secret }: TokenText): string => `assay_${id}_${secret}`;

/** Undefined where it is none. */
export function parseToken(text: string): TokenText | undefined {
  const [, id, secret] = SHAPE.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** What is kept of a secret. It is 256 bits of chance, so that no slower hash would guard it better. */
export const secretDigest = ({ secret }: TokenText): Digest => sha256(secret);

/** In a time that does not depend on where the two differ. */
export const isSecretOf = (token: TokenText, kept: Digest): boolean =>
  timingSafeEqual(digestBytes(secretDigest(token)), digestBytes(kept));
