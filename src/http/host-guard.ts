import type { MiddlewareHandler } from 'hono';
import { Fault } from '../base/fault.ts';
import { echoed, problem } from './problem.ts';

export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers only for the names given, on any port. Without it, a web page could point a name of its own at the loopback
 * and read this registry through the browser of whoever visits it (DNS rebinding).
 */
export function hostGuard(hosts: readonly string[]): MiddlewareHandler {
  const known = new Set(hosts.map(host => host.toLowerCase()));
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const name = /^(\[[0-9a-f:.]+\]|[^:]+)(?::[0-9]{1,5})?$/.exec(host.toLowerCase())?.[1];
    if (name !== undefined && known.has(name)) return next();
    return problem(c, new Fault('HOST_REFUSED', { host: echoed(host) }));
  };
}
