import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from '../service/access/principal.ts';

const asking = new AsyncLocalStorage<Principal>();

/** Whatever is done on the way is done for the principal. */
export const askingAs = <T>(principal: Principal, answer: () => T): T => asking.run(principal, answer);

/** Who asks, where a request is answered; elsewhere nobody, and nobody may do anything. */
export const whoAsks = (): Principal => asking.getStore() ?? NOBODY;

const NOBODY: Principal = { id: 'nobody', grants: [] };

declare module 'hono' {
  interface ContextVariableMap {
    /** Who asks; set before any route but those that answer everybody. */
    principal: Principal;
  }
}
