import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { type Digest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { IssuerKeys, KeySet } from '../../engine/issuer-keys.ts';
import type { Oidc } from './auth-config.ts';
import { grantsOf } from './claims.ts';
import type { Principal } from './principal.ts';

type Verified = { readonly principal: Principal; readonly until_ms: number };

/**
 * Who bears which token of the one identity provider that is configured. What a token says of itself is believed of
 * nothing: neither where its key is, nor how it is signed.
 */
export class OidcBearers {
  readonly #settings: Oidc;
  readonly #keys: IssuerKeys;
  readonly #now_ms: () => number;
  /** Tokens that were verified a moment ago, by their digests. */
  readonly #verified = new Map<Digest, Verified>();

  constructor(settings: Oidc, keys: IssuerKeys, now_ms: () => number) {
    this.#settings = settings;
    this.#keys = keys;
    this.#now_ms = now_ms;
  }

  /** @faults UNAUTHENTICATED IDENTITY_BROKEN */
  async holder(text: string): Promise<Principal | Fault> {
    const now_ms = this.#now_ms();
    const digest = sha256(text);
    const known = this.#verified.get(digest);
    if (known !== undefined && now_ms < known.until_ms) return known.principal;
    this.#verified.delete(digest);
    const unfit = this.#unfit(text);
    if (unfit !== undefined) return unknownFault(unfit);
    const keys = await this.#keys.current();
    if (keys instanceof Fault) return keys;
    let payload = await this.#verify(text, keys);
    if (payload === 'unknown key') {
      const newer = await this.#keys.newer(keys);
      if (newer instanceof Fault) return newer;
      payload = newer === undefined ? payload : await this.#verify(text, newer);
    }
    if (payload === 'unknown key')
      return unknownFault('no key of the identity provider has signed the token');
    if (payload instanceof Fault) return payload;
    const principal = this.#principal(payload);
    if (!(principal instanceof Fault)) this.#remember(digest, principal, payload.exp!, now_ms);
    return principal;
  }

  /** What can be seen without a key, before the provider is asked for any. */
  #unfit(text: string): string | undefined {
    try {
      const { alg } = decodeProtectedHeader(text);
      const { iss } = decodeJwt(text);
      if (!this.#settings.algorithms.some(each => each === alg))
        return 'the token is signed in a way that is not taken here';
      return iss === this.#settings.issuer ? undefined : 'the token is of another identity provider';
    } catch {
      return 'what was sent is no token of a known form';
    }
  }

  async #verify(text: string, keys: KeySet): Promise<JWTPayload | 'unknown key' | Fault> {
    try {
      const { issuer, audience, algorithms } = this.#settings;
      const { payload } = await jwtVerify(text, keys.find, {
        issuer,
        audience,
        algorithms,
        clockTolerance: LIMITS.clock_skew_s,
        currentDate: new Date(this.#now_ms()),
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key';
      if (error instanceof errors.JOSEError) return unknownFault(reasonOf(error));
      // A key that is unfit for the algorithm its token names.
      if (error instanceof TypeError || error instanceof DOMException)
        return unknownFault('no key of the identity provider has signed the token');
      throw error;
    }
  }

  #principal(payload: JWTPayload): Principal | Fault {
    const { issuer, grants } = this.#settings;
    const { iat, sub } = payload;
    if (typeof iat !== 'number' || iat * 1_000 > this.#now_ms() + LIMITS.clock_skew_s * 1_000)
      return unknownFault('the token was made in the future (iat)');
    if (typeof sub !== 'string' || !SUB.test(sub))
      return unknownFault('the token does not say whose it is (sub)');
    return { id: `oidc:${issuer}#${sub}`, grants: grantsOf(payload, grants) };
  }

  /** Not for long: the provider may have taken the key back. */
  #remember(digest: Digest, principal: Principal, exp_s: number, now_ms: number): void {
    const until_ms = Math.min(exp_s * 1_000, now_ms + LIMITS.oidc_held_ms);
    this.#verified.set(digest, { principal, until_ms });
    if (this.#verified.size <= LIMITS.oidc_held_max) return;
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined) this.#verified.delete(oldest);
  }
}

/** OpenID Connect Core, section 2: at most 255 ASCII characters. It is written into journals. */
const SUB = /^[\x20-\x7e]{1,255}$/;

/** A claim is looked at when the signature holds, so that this is told to the bearer alone. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIMS[error.claim] ?? 'the token lacks what it must say (exp, iat, sub)';
  return 'no key of the identity provider has signed the token';
}

const CLAIMS: Readonly<Record<string, string>> = {
  aud: 'the token is for another service (aud)',
  iss: 'the token is of another identity provider',
  nbf: 'the token does not hold yet (nbf)',
};

const unknownFault = (reason: string): Fault => new Fault('UNAUTHENTICATED', { reason });
