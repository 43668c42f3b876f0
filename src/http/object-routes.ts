import { Hono } from 'hono';
import type { ObjectKind } from '../service/query-objects.ts';
import type { RegistryQueries } from '../service/registry-queries.ts';
import { digestIn } from './parameters.ts';
import { answered, immutable } from './reply.ts';

/** Each kind of object has its address: whoever asks for a schema is never given something else that hashes right. */
const PATHS: Readonly<Record<ObjectKind, string>> = {
  schema: '/schemas/:digest',
  governance: '/governance/:digest',
  vocabulary: '/vocabularies/:digest',
  change: '/changes/:digest',
  report: '/reports/:digest',
  'golden-set': '/golden-sets/:digest',
};

export function objectRoutes(queries: RegistryQueries): Hono {
  const app = new Hono();
  for (const [kind, path] of Object.entries(PATHS) as [ObjectKind, string][])
    app.get(path, async c => {
      const digest = answered(digestIn(c));
      return immutable(c, digest, answered(await queries.object(kind, digest)));
    });
  // Whatever was stored, for whoever makes sense of it: a release verifier, or a program that reads the registry from afar.
  app.get('/objects/:digest', async c => {
    const digest = answered(digestIn(c));
    return immutable(c, digest, answered(await queries.bytes(digest)), 'application/octet-stream');
  });
  return app;
}
