import { randomBytes } from 'node:crypto';
import { Fault } from '../../src/base/fault.ts';
import { publicKeyText } from '../../src/change/approval/key.ts';
import { serveApp } from '../../src/http/serve.ts';
import type { Role } from '../../src/service/access/roles.ts';
import { TOKEN_BYTES } from '../../src/service/access/token-text.ts';
import { newToken } from '../../src/service/access/tokens.ts';
import type { Store } from '../../src/store/port.ts';
import { privateKey } from '../change/approval/sample-keys.ts';
import { changedHere } from '../http/changed-here.ts';
import { ANY_RATE, guardedApp } from '../http/guarded.ts';

const key = (id: string) => ({
  id,
  person: id,
  roles: ['data-owner', 'model-owner'],
  publicKey: publicKeyText(privateKey(id)),
});

/** What is asked of changes, beside what registry.config.ts of the repository says: two owners, and no reports. */
export const SIGNED = {
  approvals: { keys: [key('ada'), key('ben')], required: [{ subjects: 'all', evidence: [] }] },
};

export const ALL_ROLES: readonly Role[] = [
  'producer',
  'consumer',
  'data-owner',
  'model-owner',
  'releaser',
  'admin',
];

export type Served = {
  readonly url: string;
  readonly token: (roles?: readonly Role[]) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A registry behind a socket of the loopback. */
export async function served(store: Store, now_ms: () => number, more: object = SIGNED): Promise<Served> {
  const guarded = guardedApp(store, { rates: ANY_RATE }, now_ms(), changedHere(store, more, now_ms), more);
  const listening = await serveApp(guarded.app, '127.0.0.1', 0);
  if (listening instanceof Fault) throw listening;
  let made = 0;
  return {
    ...listening,
    token: async (roles = ALL_ROLES) => {
      const issued = await newToken({
        store,
        chance: randomBytes(TOKEN_BYTES),
        name: `served ${++made}`,
        grants: roles.map(role => ({ role, subjects: 'all' })),
        expires: new Date(now_ms() + 30 * 86_400_000).toISOString().slice(0, 10),
        now_ms: now_ms(),
        opId: `served-${made}`,
      });
      if (issued instanceof Fault) throw issued;
      return issued.text;
    },
  };
}
