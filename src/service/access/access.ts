import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Issuer } from '../../engine/issuer-keys.ts';
import { IssuerKeys } from '../../engine/issuer-keys.ts';
import type { ReadStore } from '../../store/port.ts';
import type { Auth, Guarded } from './auth-config.ts';
import { parseBearer } from './bearer.ts';
import { clientAddress } from './client-address.ts';
import { OidcBearers } from './oidc.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import { Rates } from './rates.ts';
import { TokenHolders } from './token-holders.ts';

/** What of a request says who asks. */
export type Asking = {
  readonly authorization: string | undefined;
  /** Of the other end of the connection. */
  readonly address: string | undefined;
  readonly forwarded: string | undefined;
  /** Whether it may change anything. */
  readonly isChange: boolean;
};

/** Who may come in. */
export interface Access {
  readonly isOpen: boolean;
  /**
   * Who asks, if they may ask now.
   *
   * @faults UNAUTHENTICATED TOO_MANY_REQUESTS IDENTITY_BROKEN, and those of the store
   */
  readonly admit: (asking: Asking) => Promise<Principal | Fault>;
  /** Whether an address may ask now what everybody may. @faults TOO_MANY_REQUESTS */
  readonly admitAnyone: (asking: Pick<Asking, 'address' | 'forwarded'>) => Fault | undefined;
  /** To be called when this process has made or revoked a token: it counts at once. */
  readonly tokensChanged: () => void;
}

export type AccessOptions = {
  readonly auth: Auth;
  readonly store: ReadStore;
  readonly now_ms: () => number;
  readonly keysOf?: (issuer: Issuer, now_ms: () => number) => IssuerKeys;
};

/** Nobody is asked who they are, and whoever comes may read. */
export const OPEN: Access = {
  isOpen: true,
  admit: async () => ANONYMOUS,
  admitAnyone: () => undefined,
  tokensChanged: () => undefined,
};

export const openAccess = ({ auth, ...rest }: AccessOptions): Access =>
  auth === 'none' ? OPEN : guardedAccess(auth, rest);

function guardedAccess(
  { tokens, oidc, rates, proxies }: Guarded,
  { store, now_ms, keysOf = (issuer, clock) => new IssuerKeys(issuer, clock) }: Omit<AccessOptions, 'auth'>,
): Access {
  const holders = tokens ? new TokenHolders(store, now_ms) : undefined;
  const bearers = oidc && new OidcBearers(oidc, keysOf(oidc, now_ms), now_ms);
  const refused = new Rates(rates.refused, LIMITS.rate_addresses_max);
  const anyone = new Rates(rates.anyone, LIMITS.rate_addresses_max);
  const requests = new Rates(rates.requests, LIMITS.rate_principals_max);
  const changes = new Rates(rates.changes, LIMITS.rate_principals_max);

  const identify = async (authorization: string | undefined): Promise<Principal | Fault> => {
    const bearer = parseBearer(authorization);
    if (bearer.kind === 'none') return new Fault('UNAUTHENTICATED', { reason: bearer.reason });
    const found = bearer.kind === 'token' ? holders?.holder(bearer.text) : bearers?.holder(bearer.text);
    return found ?? new Fault('UNAUTHENTICATED', { reason: 'tokens of this form are not taken here' });
  };

  return {
    isOpen: false,
    tokensChanged: () => holders?.forget(),
    admitAnyone: ({ address, forwarded }) => {
      const wait_ms = anyone.take(clientAddress(address, forwarded, proxies), now_ms());
      return wait_ms > 0 ? tooMany('this address', wait_ms) : undefined;
    },
    admit: async ({ authorization, address, forwarded, isChange }) => {
      const from = clientAddress(address, forwarded, proxies);
      // Before anything is looked up: whoever tries one token after the other costs nothing.
      const barred_ms = refused.wait(from, now_ms());
      if (barred_ms > 0) return tooMany('this address', barred_ms);
      const principal = await identify(authorization);
      if (principal instanceof Fault) {
        if (principal.code === 'UNAUTHENTICATED') refused.take(from, now_ms());
        return principal;
      }
      const wait_ms =
        requests.take(principal.id, now_ms()) || (isChange ? changes.take(principal.id, now_ms()) : 0);
      return wait_ms > 0 ? tooMany(principal.id, wait_ms) : principal;
    },
  };
}

const tooMany = (whose: string, wait_ms: number): Fault =>
  new Fault('TOO_MANY_REQUESTS', { whose, retry_after_s: Math.ceil(wait_ms / 1_000) });
