import type { Hono } from 'hono';
import { Fault } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { whoAsks } from '../../src/http/who-asks.ts';
import { openAccess } from '../../src/service/access/access.ts';
import { AUTH } from '../../src/service/access/auth-config.ts';
import { ReadableStore } from '../../src/service/access/readable-store.ts';
import type { Role } from '../../src/service/access/roles.ts';
import { tokenDesk } from '../../src/service/access/token-desk.ts';
import { TOKEN_BYTES } from '../../src/service/access/token-text.ts';
import { newToken, revokeToken } from '../../src/service/access/tokens.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import type { SentChanges } from '../../src/service/sent-changes.ts';
import type { Store } from '../../src/store/port.ts';
import { standingHere } from './changed-here.ts';
import { operationOf } from './operation.ts';

export type Guarded = {
  readonly app: Hono;
  readonly clock: { now_ms: number };
  readonly troubles: unknown[];
  /** A token of the role, or of several, as its bearer sends it. */
  readonly token: (
    role: Role | readonly Role[],
    subjects?: readonly string[] | 'all',
    expires?: string,
  ) => Promise<Bearing>;
  readonly revoke: (id: string) => Promise<void>;
};

export type Bearing = {
  readonly id: string;
  readonly text: string;
  readonly headers: Record<string, string>;
};

/** Rates at which nothing that a test asks is refused. */
export const ANY_RATE = {
  requests: { atOnce: 1_000_000, perSecond: 1_000_000 },
  changes: { atOnce: 1_000_000, perSecond: 1_000_000 },
  anyone: { atOnce: 1_000_000, perSecond: 1_000_000 },
  refused: { atOnce: 1_000_000, perSecond: 1_000_000 },
};

let made = 0;

/** Other bytes each time. */
function chance(bytes: number): Uint8Array {
  const found = new Uint8Array(bytes).fill(7);
  new DataView(found.buffer).setUint32(0, ++made);
  return found;
}

/**
 * The app as `assay serve` puts it together, over a store, where tokens are asked for.
 *
 * @param more  what stands in registry.config.ts besides
 */
export function guardedApp(
  store: Store,
  auth: object = {},
  now_ms = Date.UTC(2026, 0, 15),
  changes?: SentChanges,
  more: object = {},
): Guarded {
  const clock = { now_ms };
  const troubles: unknown[] = [];
  const access = openAccess({ auth: AUTH.parse(auth), store, now_ms: () => clock.now_ms });
  const readable = new ReadableStore(store, whoAsks);
  const app = createApp(registryQueries(readable), {
    access,
    standing: standingHere(readable, more, () => clock.now_ms),
    ...(changes && { changes }),
    tokens: tokenDesk(store, access, () => clock.now_ms, chance),
    ...operationOf(store),
    onTrouble: trouble => troubles.push(trouble),
  });
  return {
    app,
    clock,
    troubles,
    token: async (role, subjects = 'all', expires = '2026-12-31') => {
      const issued = await newToken({
        store,
        chance: chance(TOKEN_BYTES),
        name: `token ${++made}`,
        grants: [role].flat().map(each => ({ role: each, subjects })),
        expires,
        now_ms: clock.now_ms,
        opId: `token-${++made}`,
      });
      if (issued instanceof Fault) throw issued;
      access.tokensChanged();
      const { text } = issued;
      return { id: issued.answer.token, text, headers: { authorization: `Bearer ${text}` } };
    },
    revoke: async id => {
      const answer = await revokeToken({ store, id, opId: `revoke-${++made}` });
      if (answer instanceof Fault) throw answer;
      access.tokensChanged();
    },
  };
}

/** The store, but for what is told. */
export const patched = (store: Store, other: Partial<Store>): Store => ({
  putObject: bytes => store.putObject(bytes),
  getObject: digest => store.getObject(digest),
  readScope: scope => store.readScope(scope),
  scopes: () => store.scopes(),
  journal: (scope, from, limit) => store.journal(scope, from, limit),
  checkIntegrity: () => store.checkIntegrity(),
  close: () => store.close(),
  restore: scopes => store.restore(scopes),
  sweep: work => store.sweep(work),
  transact: (scope, opId, request, decide) => store.transact(scope, opId, request, decide),
  ...other,
});
