import type { Hono } from 'hono';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What answers under a path; none when nothing does. HEAD goes where GET goes. */
export const allowedMethods = (app: Hono, path: string): readonly string[] =>
  METHODS.filter(method => {
    const [found] = app.router.match(method, path);
    return found.some(([[, route]]) => route.method === method);
  }).flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Every route as it is written in docs/http.md: `GET /subjects/{subject}`. */
export const shownRoutes = (app: Hono): readonly string[] => [
  ...new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/g, '{$1}')}`),
  ),
];
