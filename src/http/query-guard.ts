import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Fault } from '../base/fault.ts';
import { echoed, problem } from './problem.ts';

/** The query parameters of the routes that have any. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '/subjects/:subject/journal': ['from', 'limit'],
  '/audit': ['from', 'limit'],
};

/** A parameter nobody knows, or one given twice, is an error and not a pass. */
export const queryGuard: MiddlewareHandler = async (c, next) => {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  const fault = route && queryFault(new URL(c.req.url).searchParams, KNOWN[route.path] ?? []);
  return fault === undefined ? next() : problem(c, fault);
};

function queryFault(query: URLSearchParams, known: readonly string[]): Fault | undefined {
  const seen = new Set<string>();
  for (const parameter of query.keys()) {
    if (!known.includes(parameter))
      return new Fault('PARAMETER_UNKNOWN', {
        parameter: echoed(parameter),
        known: known.join(', ') || 'none',
      });
    if (seen.has(parameter))
      return new Fault('PARAMETER_INVALID', { parameter, expected: `${parameter} once` });
    seen.add(parameter);
  }
  return undefined;
}
