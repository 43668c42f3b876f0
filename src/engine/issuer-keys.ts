import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/** The keys an issuer signs with now. */
export type KeySet = { readonly find: JWTVerifyGetKey; readonly asOf_ms: number };

export type Issuer = {
  readonly issuer: string;
  /** Without it, the issuer's discovery document says where its keys are. */
  readonly jwksUri?: string | undefined;
};

/**
 * The keys of one issuer, over the network, and of no address that a token names. They are held for minutes, renewed
 * before they are too old, and asked for out of turn at most every half a minute, however many tokens name keys that
 * nobody has. Where the issuer can't be asked and what is held is too old, there are none.
 */
export class IssuerKeys {
  readonly #issuer: Issuer;
  readonly #now_ms: () => number;
  readonly #fetch: typeof fetch;
  #held: KeySet | undefined;
  #failed: { readonly fault: Fault<'IDENTITY_BROKEN'>; readonly at_ms: number } | undefined;
  #begun_ms = Number.NEGATIVE_INFINITY;
  #asking: Promise<KeySet | Fault<'IDENTITY_BROKEN'>> | undefined;

  constructor(issuer: Issuer, now_ms: () => number, fetcher: typeof fetch = fetch) {
    this.#issuer = issuer;
    this.#now_ms = now_ms;
    this.#fetch = fetcher;
  }

  /** @faults IDENTITY_BROKEN */
  async current(): Promise<KeySet | Fault<'IDENTITY_BROKEN'>> {
    const age_ms = this.#now_ms() - (this.#held?.asOf_ms ?? Number.NEGATIVE_INFINITY);
    const isHeld = this.#held !== undefined && age_ms >= 0 && age_ms < LIMITS.jwks_held_ms;
    if (!isHeld) return this.#ask();
    // Whoever asks meanwhile need not wait for it, and a failure is told when what is held is too old.
    if (age_ms >= LIMITS.jwks_renewed_ms) void this.#ask();
    return this.#held!;
  }

  /**
   * Others than those held, where a token names a key that is not among them: the issuer may have a new one. Undefined
   * where it was asked too short a time ago.
   *
   * @faults IDENTITY_BROKEN
   */
  async newer(than: KeySet): Promise<KeySet | undefined | Fault<'IDENTITY_BROKEN'>> {
    if (this.#held !== undefined && this.#held !== than) return this.#held;
    const since_ms = this.#now_ms() - this.#begun_ms;
    if (this.#asking === undefined && since_ms >= 0 && since_ms < LIMITS.jwks_cooldown_ms) return undefined;
    return this.#ask();
  }

  #ask(): Promise<KeySet | Fault<'IDENTITY_BROKEN'>> {
    if (this.#asking !== undefined) return this.#asking;
    const now_ms = this.#now_ms();
    const rested_ms = now_ms - (this.#failed?.at_ms ?? Number.NEGATIVE_INFINITY);
    if (this.#failed !== undefined && rested_ms >= 0 && rested_ms < LIMITS.jwks_retry_ms)
      return Promise.resolve(this.#failed.fault);
    this.#begun_ms = now_ms;
    const asking = this.#load(now_ms).then(read => {
      this.#asking = undefined;
      if (read instanceof Fault) this.#failed = { fault: read, at_ms: this.#now_ms() };
      else {
        this.#failed = undefined;
        this.#held = read;
      }
      return read;
    });
    this.#asking = asking;
    return asking;
  }

  async #load(asOf_ms: number): Promise<KeySet | Fault<'IDENTITY_BROKEN'>> {
    try {
      const found = await this.#json(await this.#address());
      return { find: createLocalJWKSet(publicKeys(found)), asOf_ms };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return new Fault('IDENTITY_BROKEN', { issuer: this.#issuer.issuer, problem: problemOf(error) });
    }
  }

  /** Where the keys are. An issuer that sends us elsewhere is one whose settings are to be looked at. */
  async #address(): Promise<string> {
    const { issuer, jwksUri } = this.#issuer;
    if (jwksUri !== undefined) return jwksUri;
    const found = await this.#json(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { issuer: named, jwks_uri: uri } = isObject(found) ? found : {};
    if (named !== issuer) throw new Unlawful('its discovery document is of another issuer');
    if (typeof uri !== 'string' || !URL.canParse(uri)) throw new Unlawful('it names no jwks_uri');
    if (new URL(uri).origin !== new URL(issuer).origin)
      throw new Unlawful(`its keys are at ${new URL(uri).origin}: name them as jwksUri, if that is right`);
    return uri;
  }

  async #json(address: string): Promise<unknown> {
    const signal = AbortSignal.timeout(LIMITS.jwks_ms);
    const answer = await this.#fetch(address, {
      redirect: 'error',
      signal,
      headers: { accept: 'application/json, application/jwk-set+json' },
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new Unlawful(`${new URL(address).pathname} answers ${answer.status}`);
    }
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body ?? []) {
      bytes += part.length;
      if (bytes > LIMITS.jwks_bytes_max) throw new Unlawful('it answers more than a key set has');
      parts.push(part);
    }
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
    } catch {
      throw new Unlawful(`${new URL(address).pathname} answers no JSON`);
    }
  }
}

/** What we found wrong ourselves, in words that hold nothing of what was sent. */
class Unlawful extends Error {}

function problemOf(error: Error): string {
  if (error instanceof Unlawful) return error.message;
  if (error.name === 'TimeoutError') return `it did not answer within ${LIMITS.jwks_ms} ms`;
  if (error instanceof errors.JOSEError) return 'what it answers is no key set';
  const { cause } = error;
  const code = isObject(cause) && typeof cause['code'] === 'string' ? cause['code'] : undefined;
  return code === undefined ? 'it does not answer' : `it does not answer (${code})`;
}

/** Without those that are a shared secret: nobody who verifies may be able to sign. */
function publicKeys(found: unknown): JSONWebKeySet {
  const keys = isObject(found) ? found['keys'] : undefined;
  if (!Array.isArray(keys)) throw new Unlawful('what it answers is no key set');
  if (keys.length > LIMITS.jwks_keys_max) throw new Unlawful('it has more keys than anybody needs');
  const kept = keys.filter(key => isObject(key) && ['RSA', 'EC', 'OKP'].includes(String(key['kty'])));
  return { keys: kept };
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
