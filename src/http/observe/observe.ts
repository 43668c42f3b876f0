import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { FaultCode } from '../../base/fault.ts';
import type { Answer, RequestMetrics } from './request-metrics.ts';

/** One line of the log of requests. */
export type RequestLine = Answer & {
  readonly id: string;
  /** `token:…`, `oidc:…`; absent where nobody was asked. */
  readonly principal: string | undefined;
};

export type Observing = {
  readonly metrics: RequestMetrics;
  readonly log: (line: RequestLine) => void;
  /** An id nobody has used. */
  readonly newId: () => string;
  /** Milliseconds of a clock that only goes on. */
  readonly elapsed_ms: () => number;
};

/**
 * Counts and logs each answer. Of the request it takes the method, where it is one that is known, and an `x-request-id` of
 * an innocent form: paths, queries, headers and bodies may hold anything.
 */
export function observe({ metrics, log, newId, elapsed_ms }: Observing): MiddlewareHandler {
  return async (c, next) => {
    const began_ms = elapsed_ms();
    const sent = c.req.header('x-request-id');
    const id = sent !== undefined && REQUEST_ID.test(sent) ? sent : newId();
    metrics.begun();
    try {
      await next();
    } finally {
      c.res.headers.set('x-request-id', id);
      const answer = {
        route: routeText(c),
        method: METHODS.has(c.req.method) ? c.req.method : 'other',
        status: c.res.status,
        code: c.get('refused'),
        duration_ms: elapsed_ms() - began_ms,
      };
      metrics.ended(answer);
      log({ id, ...answer, principal: c.get('principal')?.id });
    }
  };
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Patterns are few; each is written as docs have it once. */
const texts = new Map<string, string>();

function routeText(c: Context): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  if (route === undefined) return 'none';
  const known = texts.get(route.path);
  if (known !== undefined) return known;
  const text = route.path.replace(/:([a-z]+)/g, '{$1}');
  texts.set(route.path, text);
  return text;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The code of the fault a request was refused with. */
    refused: FaultCode;
  }
}
