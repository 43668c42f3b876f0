import { Hono } from 'hono';
import { Fault, type FaultCode } from '../base/fault.ts';
import { type Access, OPEN } from '../service/access/access.ts';
import type { TokenDesk } from '../service/access/token-desk.ts';
import type { RegistryQueries } from '../service/registry-queries.ts';
import type { SentChanges } from '../service/sent-changes.ts';
import type { StandingQueries } from '../service/standing-queries.ts';
import { accessGuard } from './access-guard.ts';
import { allowedMethods, shownRoutes } from './allowed-methods.ts';
import { auditRoutes } from './audit-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { compatibilityRoutes } from './compatibility-routes.ts';
import { evidenceRoutes, gateRoutes } from './evidence-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { hostGuard, LOOPBACK_HOSTS } from './host-guard.ts';
import { jsonSchemaRoutes } from './json-schema-routes.ts';
import { leaveOf, routeOf } from './leaves.ts';
import { objectRoutes } from './object-routes.ts';
import { type Observed, observationRoutes } from './observation-routes.ts';
import { type Observing, observe } from './observe/observe.ts';
import { openapiRoute } from './openapi-route.ts';
import { type Operation, operationRoutes } from './operation-routes.ts';
import { echoed, problem } from './problem.ts';
import { queryGuard } from './query-guard.ts';
import { registeredRoutes, registrationRoutes } from './registered-routes.ts';
import { document } from './reply.ts';
import { rolloutRoute, rolloutStepRoute } from './rollout-routes.ts';
import { subjectRoutes } from './subject-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export type AppOptions = {
  /** The names this server answers for, without a port, IPv6 in brackets; the loopback's when left out. */
  readonly hosts?: readonly string[];
  /** Who may come in; when left out, whoever comes may read. */
  readonly access?: Access;
  /** Where tokens are made; a server that changes nothing has none. */
  readonly tokens?: TokenDesk;
  /** Where each answer is counted and logged. */
  readonly observing?: Observing;
  /** What those ask who run it. */
  readonly operation?: Operation;
  readonly observed?: Observed;
  /** What changes wait for. */
  readonly standing?: StandingQueries;
  /** How it is changed; a server that changes nothing has none. */
  readonly changes?: SentChanges;
  /** Told what an answer only hints at: an unexpected error, or why the store is silent. */
  readonly onTrouble?: (trouble: unknown) => void;
};

/** The registry over HTTP. Each route parses, asks one query and renders; docs/http.md has them all. */
export function createApp(queries: RegistryQueries, options: AppOptions = {}): Hono {
  const app = new Hono();
  const onTrouble = options.onTrouble ?? (() => {});
  if (options.observing !== undefined) app.use(observe(options.observing));
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('x-content-type-options', 'nosniff');
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  app.use(hostGuard(options.hosts ?? LOOPBACK_HOSTS));
  app.use(accessGuard(options.access ?? OPEN, routeOf, onTrouble));
  app.use(queryGuard);

  app.get('/', c => document(c, { service: 'assay', routes: shownRoutes(app) }));
  app.route('/', healthRoutes(queries));
  app.route(
    '/',
    openapiRoute(() => shownRoutes(app), leaveOf),
  );
  app.route('/', subjectRoutes(queries));
  app.route('/', objectRoutes(queries));
  app.route('/', compatibilityRoutes(queries));
  const { standing, changes } = options;
  if (standing !== undefined)
    for (const routes of [gateRoutes, rolloutRoute, registeredRoutes]) app.route('/', routes(standing));
  if (changes !== undefined)
    for (const routes of [changeRoutes, evidenceRoutes, rolloutStepRoute, registrationRoutes])
      app.route('/', routes(changes));
  app.route('/', auditRoutes(queries));
  if (options.tokens !== undefined) app.route('/', tokenRoutes(options.tokens));
  if (options.operation !== undefined) app.route('/', operationRoutes(options.operation));
  if (options.observed !== undefined) app.route('/', observationRoutes(options.observed));
  app.route('/', jsonSchemaRoutes());
  app.route('/', faultRoutes());

  app.notFound(c => {
    const { method } = c.req;
    const path = echoed(c.req.path);
    const allowed = allowedMethods(app, c.req.path).join(', ');
    if (allowed === '') return problem(c, new Fault('ROUTE_UNKNOWN', { method, path }));
    return problem(c, new Fault('METHOD_NOT_ALLOWED', { method, path, allowed }));
  });
  app.onError((error, c) => {
    if (error instanceof Fault && !STORE_TROUBLE.has(error.code)) return problem(c, error);
    // The client has gone in the middle of its request: that is no trouble of ours, and nobody reads the answer.
    if (isCutOff(error))
      return problem(c, new Fault('REQUEST_MALFORMED', { part: 'the end of the request' }));
    onTrouble(error);
    return problem(
      c,
      error instanceof Fault
        ? new Fault('STORE_SILENT', { cause: error.code })
        : new Fault('INTERNAL', { reason: `while answering ${c.req.method} ${echoed(c.req.path)}` }),
    );
  });
  return app;
}

const isCutOff = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** These name the file of the store, which is nobody's business out there; the log has it. */
const STORE_TROUBLE: ReadonlySet<FaultCode> = new Set([
  'STORE_CORRUPT',
  'STORE_FOREIGN',
  'STORE_NEWER',
  'STORE_BUSY',
  'STORE_UNAVAILABLE',
] as const);
