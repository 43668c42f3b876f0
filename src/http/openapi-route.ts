import { Hono } from 'hono';
import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import type { Leave } from './access-guard.ts';
import { describeRoutes } from './openapi/describe.ts';
import { immutable } from './reply.ts';

/** The description of what answers here. It is another with each release, so that a cache has to ask. */
export function openapiRoute(
  routes: () => readonly string[],
  leaveOf: (route: string) => Leave | undefined,
): Hono {
  let made: Uint8Array | undefined;
  return new Hono().get('/openapi.json', c => {
    made ??= Buffer.from(canonicalJson(describeRoutes(routes(), leaveOf)), 'utf8');
    const answer = immutable(c, sha256(made), made);
    answer.headers.set('cache-control', 'no-cache');
    return answer;
  });
}
