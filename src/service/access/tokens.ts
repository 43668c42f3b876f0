import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { ReadStore, Recorded, Store } from '../../store/port.ts';
import { DAY_MS, dayOf } from '../day.ts';
import { type By, byOf, signedBy } from '../signed-by.ts';
import { decideNewToken, decideRevocation, type TokenAnswer } from './decide-token.ts';
import type { Grant } from './principal.ts';
import { ACCESS_SCOPE, stateOf, type TokenEntry, type TokenState, tokensIn } from './token-entry.ts';
import { printToken, secretDigest, tokenOf } from './token-text.ts';

export type NewTokenAsk = By & {
  readonly store: Store;
  /** As many bytes as TOKEN_BYTES, that nobody can guess. */
  readonly chance: Uint8Array;
  readonly name: string;
  readonly grants: readonly Grant[];
  /** The last day on which it holds, in UTC. */
  readonly expires: string;
  readonly now_ms: number;
  readonly opId: string;
};

/** `text` is told this once: nobody can make it again from what is kept. */
export type Issued = { readonly answer: Recorded<TokenAnswer>; readonly text: string };

/** @faults TOKEN_EXPIRY, and those of `decideNewToken` and the store */
export async function newToken(ask: NewTokenAsk): Promise<Issued | Fault> {
  const { store, name, grants, expires, now_ms, opId, by } = ask;
  const wrong = expiryFault(expires, now_ms);
  if (wrong !== undefined) return wrong;
  const token = tokenOf(ask.chance);
  const issued = { id: token.id, name, secret: secretDigest(token), grants, expires };
  const request = {
    kind: 'new-token',
    ...issued,
    grants: grants.map(({ role, subjects }) => ({ role, subjects })),
    ...byOf(by),
  };
  const answer = await store.transact(ACCESS_SCOPE, opId, request, scope =>
    signedBy(decideNewToken(scope, { ...issued, now_ms }), by),
  );
  return answer instanceof Fault ? answer : { answer, text: printToken(token) };
}

/** @faults those of `decideRevocation` and the store */
export const revokeToken = ({
  store,
  id,
  opId,
  by,
}: By & { readonly store: Store; readonly id: string; readonly opId: string }): Promise<
  Recorded<TokenAnswer> | Fault
> =>
  store.transact(ACCESS_SCOPE, opId, { kind: 'revoke-token', id, ...byOf(by) }, scope =>
    signedBy(decideRevocation(scope, id), by),
  );

export type ListedToken = Omit<TokenEntry, 'secret' | 'revoked'> & {
  readonly id: string;
  readonly state: TokenState;
};

/** Those that hold first, each in the order of their last days and names. @faults those of the store */
export async function listTokens(
  store: ReadStore,
  now_ms: number,
): Promise<{ readonly tokens: readonly ListedToken[]; readonly seq: number } | Fault> {
  const scope = await store.readScope(ACCESS_SCOPE);
  if (scope instanceof Fault) return scope;
  const tokens = [...tokensIn(scope)].map(
    ([id, entry]): ListedToken => ({
      id,
      name: entry.name,
      grants: entry.grants,
      expires: entry.expires,
      state: stateOf(entry, now_ms),
    }),
  );
  const places = ['holds', 'expired', 'revoked'];
  const key = ({ state, expires, name, id }: ListedToken): string =>
    [places.indexOf(state), expires, name, id].join('\n');
  return { tokens: tokens.sort((a, b) => (key(a) < key(b) ? -1 : 1)), seq: scope.seq };
}

/** A token that lasts for ever is one that nobody looks after. @faults TOKEN_EXPIRY */
function expiryFault(expires: string, now_ms: number): Fault | undefined {
  const [first, last] = [dayOf(now_ms), dayOf(now_ms + LIMITS.token_days_max * DAY_MS)];
  return expires >= first && expires <= last
    ? undefined
    : new Fault('TOKEN_EXPIRY', { expires, first, last });
}
