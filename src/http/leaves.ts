import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { tryDecodeURIComponent } from 'hono/utils/url';
import type { GuardedRoute, Leave } from './access-guard.ts';

const STEPS: Leave = ['activate', 'retire', 'approve-data', 'propose'];
const APPROVALS: Leave = ['approve-data', 'approve-model'];

/** What each route asks leave for. A route that stands here with none answers everybody; one that does not stand here, nobody. */
export const LEAVES: Readonly<Record<string, Leave>> = {
  'GET /': 'none',
  'GET /health': 'none',
  'GET /healthz': 'none',
  'GET /readyz': 'none',
  'GET /metrics': 'read-all',
  'POST /subjects/:subject/observations': 'report',
  'GET /openapi.json': 'none',
  'GET /json-schema': 'none',
  'GET /json-schema/:name': 'none',
  'GET /faults': 'none',
  'GET /faults/:code': 'none',
  'GET /subjects': 'read',
  'GET /subjects/:subject': 'read',
  'GET /subjects/:subject/state': 'read',
  'POST /subjects/:subject/proposals': 'propose',
  // Which step it is stands in the body, and each asks leave of its own.
  'POST /subjects/:subject/versions/:version/steps': STEPS,
  'POST /subjects/:subject/revisions/:revision/steps': STEPS,
  'GET /subjects/:subject/versions/:version/gate': 'read',
  'GET /subjects/:subject/revisions/:revision/gate': 'read',
  'POST /subjects/:subject/versions/:version/evidence': 'attach-evidence',
  'POST /subjects/:subject/revisions/:revision/evidence': 'attach-evidence',
  // In which role, the envelope says.
  'POST /subjects/:subject/versions/:version/approvals': APPROVALS,
  'POST /subjects/:subject/revisions/:revision/approvals': APPROVALS,
  'GET /subjects/:subject/versions/:version/rollout': 'read',
  'POST /subjects/:subject/versions/:version/rollout': ['rollout', 'roll-back'],
  'GET /subjects/:subject/consumers': 'read',
  'GET /subjects/:subject/producers': 'read',
  'PUT /subjects/:subject/consumers/:consumer': 'register-consumer',
  'DELETE /subjects/:subject/consumers/:consumer': 'register-consumer',
  'PUT /subjects/:subject/producers/:producer': 'register-producer',
  'DELETE /subjects/:subject/producers/:producer': 'register-producer',
  'GET /subjects/:subject/versions': 'read',
  'GET /subjects/:subject/versions/:version': 'read',
  'GET /subjects/:subject/revisions': 'read',
  'GET /subjects/:subject/revisions/:revision': 'read',
  'GET /subjects/:subject/journal': 'read',
  'GET /schemas/:digest': 'read',
  'GET /governance/:digest': 'read',
  'GET /vocabularies/:digest': 'read',
  'GET /changes/:digest': 'read',
  'GET /reports/:digest': 'read',
  'GET /golden-sets/:digest': 'read',
  'GET /objects/:digest': 'read',
  'POST /compatibility': 'read',
  'GET /audit': 'administer',
  'GET /tokens': 'administer',
  'POST /tokens': 'administer',
  'DELETE /tokens/:id': 'administer',
};

/** What is asked with a body, and changes nothing. */
const QUESTIONS: ReadonlySet<string> = new Set(['POST /compatibility']);

/** The route that will answer, and the subject in its path as the route will read it. */
export function routeOf(c: Context): GuardedRoute | undefined {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  if (route === undefined) return undefined;
  const name = `${route.method} ${route.path}`;
  const leave = LEAVES[name];
  if (leave === undefined) throw new RangeError(`${name} asks no leave`);
  const at = route.path.split('/').indexOf(':subject');
  return {
    leave,
    isChange: route.method !== 'GET' && !QUESTIONS.has(name),
    subject: at < 0 ? undefined : tryDecodeURIComponent(c.req.path.split('/')[at] ?? ''),
  };
}

/** The same by a route as docs/http.md has it: `GET /subjects/{subject}`. */
export const leaveOf = (shown: string): Leave | undefined => LEAVES[shown.replaceAll(/\{([a-z]+)\}/g, ':$1')];
