import type { Fault } from '../../base/fault.ts';
import type { Recorded, Store } from '../../store/port.ts';
import type { Access } from './access.ts';
import type { TokenAnswer } from './decide-token.ts';
import type { Grant } from './principal.ts';
import { TOKEN_BYTES } from './token-text.ts';
import { type Issued, type ListedToken, listTokens, newToken, revokeToken } from './tokens.ts';

/** Who asks for a change, and by which operation id. */
export type Signed = { readonly by: string; readonly opId: string };

export type TokenAsk = Signed & {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly expires: string;
};

/** Where a server's admins make, list and revoke tokens. */
export type TokenDesk = {
  readonly list: () => Promise<{ readonly tokens: readonly ListedToken[]; readonly seq: number } | Fault>;
  readonly issue: (ask: TokenAsk) => Promise<Issued | Fault>;
  readonly revoke: (ask: Signed & { readonly id: string }) => Promise<Recorded<TokenAnswer> | Fault>;
};

/** @param chance  bytes that nobody can guess */
export function tokenDesk(
  store: Store,
  access: Pick<Access, 'tokensChanged'>,
  now_ms: () => number,
  chance: (bytes: number) => Uint8Array,
): TokenDesk {
  /** Even what failed may have been written before it did. */
  const counted = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } finally {
      access.tokensChanged();
    }
  };
  return {
    list: () => listTokens(store, now_ms()),
    issue: ask => counted(newToken({ ...ask, store, chance: chance(TOKEN_BYTES), now_ms: now_ms() })),
    revoke: ask => counted(revokeToken({ ...ask, store })),
  };
}
