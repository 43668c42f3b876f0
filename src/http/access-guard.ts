import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Fault } from '../base/fault.ts';
import type { Access } from '../service/access/access.ts';
import type { Action } from '../service/access/actions.ts';
import { authorise, forbidden, readsAll } from '../service/access/authorise.ts';
import { bodyBytesMax } from '../service/access/body-size.ts';
import type { Principal } from '../service/access/principal.ts';
import { problem } from './problem.ts';
import { askingAs } from './who-asks.ts';

/**
 * What a route asks leave for: an action, one of several where the body says which, or none where it answers everybody. What is of no subject may be read by whoever
 * may read any; what is of all of them, by whoever may read all.
 */
export type Leave = Action | readonly Action[] | 'read-all' | 'none';

export type GuardedRoute = {
  readonly leave: Leave;
  readonly subject: string | undefined;
  /** Whether it may change anything, whatever the leave it asks for first. */
  readonly isChange: boolean;
};

/**
 * Lets in who may come in, and no further than they may go. Who is not known is told that and nothing else, whatever they
 * asked for; where no route is, only those who are known are told so.
 *
 * @param routeOf  what the request asks leave for; undefined where nothing answers
 */
export function accessGuard(
  access: Access,
  routeOf: (c: Context) => GuardedRoute | undefined,
  onTrouble: (trouble: unknown) => void,
): MiddlewareHandler {
  return async (c, next) => {
    const route = routeOf(c);
    const [address, forwarded] = [addressOf(c), c.req.header('x-forwarded-for')];
    if (route?.leave === 'none') {
      const barred = access.admitAnyone({ address, forwarded });
      return barred === undefined ? next() : refusal(c, access, barred, onTrouble);
    }
    const principal = await access.admit({
      authorization: c.req.header('authorization'),
      address,
      forwarded,
      isChange: route?.isChange ?? false,
    });
    if (principal instanceof Fault) return refusal(c, access, principal, onTrouble);
    c.set('principal', principal);
    const go = async (): Promise<void> => {
      await askingAs(principal, next);
      if (access.isOpen) return;
      keepPrivate(c);
      // A route may ask for more than it said.
      if (c.res.status === 403) c.res.headers.set('www-authenticate', `${REALM}, ${CHALLENGES['FORBIDDEN']}`);
    };
    if (route === undefined) return go();
    const refused = leaveFault(principal, route.leave, route.subject);
    if (refused !== undefined) return refusal(c, access, refused, onTrouble);
    return hasBody(c) ? limited(bodyBytesMax(principal))(c, go) : go();
  };
}

function leaveFault(
  principal: Principal,
  leave: Exclude<Leave, 'none'>,
  subject: string | undefined,
): Fault | undefined {
  if (leave === 'read-all') return readsAll(principal) ? undefined : forbidden(principal, 'read', undefined);
  const refusals = [leave].flat().map(action => authorise(principal, action, subject));
  return refusals.includes(undefined) ? undefined : refusals[0];
}

/** RFC 9110 section 11.6.1, RFC 6750 section 3 and RFC 6585 section 4. */
function refusal(c: Context, access: Access, fault: Fault, onTrouble: (trouble: unknown) => void): Response {
  const told = isBroken(fault) ? new Fault('IDENTITY_UNAVAILABLE', { retry_after_s: RETRY_AFTER_S }) : fault;
  if (told !== fault) onTrouble(fault);
  if (!(told.code in HEADERS)) throw told;
  const challenge = access.isOpen ? undefined : CHALLENGES[told.code];
  const isBare = told.code === 'UNAUTHENTICATED' && c.req.header('authorization') === undefined;
  if (challenge !== undefined) c.header('www-authenticate', isBare ? REALM : `${REALM}, ${challenge}`);
  if ('retry_after_s' in told.facts) c.header('retry-after', String(told.facts.retry_after_s));
  return problem(c, told);
}

/** What was answered to somebody is nothing that a cache between may hand to others. RFC 9111 section 3.5. */
function keepPrivate(c: Context): void {
  const kept = c.res.headers.get('cache-control');
  if (kept?.startsWith('public')) c.res.headers.set('cache-control', kept.replace('public', 'private'));
}

const isBroken = (fault: Fault): boolean => fault.code === 'IDENTITY_BROKEN';

const REALM = 'Bearer realm="assay"';
const CHALLENGES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'error="invalid_token"',
  FORBIDDEN: 'error="insufficient_scope"',
};
/** Refusals that are answered here; any other goes where that of a route goes. */
const HEADERS: Readonly<Record<string, true>> = {
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  TOO_MANY_REQUESTS: true,
  IDENTITY_UNAVAILABLE: true,
};
const RETRY_AFTER_S = 5;

const hasBody = (c: Context): boolean =>
  c.req.method !== 'GET' &&
  c.req.method !== 'HEAD' &&
  (c.req.header('content-length') ?? c.req.header('transfer-encoding')) !== undefined;

const limits = new Map<number, MiddlewareHandler>();

/** No more of a body is read than the principal may send. */
function limited(most_bytes: number): MiddlewareHandler {
  const known = limits.get(most_bytes);
  if (known !== undefined) return known;
  const limit = bodyLimit({
    maxSize: most_bytes,
    onError: c => problem(c, new Fault('BODY_TOO_LARGE', { most_bytes })),
  });
  limits.set(most_bytes, limit);
  return limit;
}

/** Undefined where no socket is behind it. */
function addressOf(c: Context): string | undefined {
  const env: { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } } = c.env ?? {};
  return env.incoming?.socket?.remoteAddress;
}
