import { Hono } from 'hono';
import { DOCUMENTS, publishedId } from '../contract/published-schema.ts';
import { publishedBytes } from '../service/published-file.ts';
import { echoed } from './problem.ts';
import { answered, document } from './reply.ts';

/** What the `$schema` of an authored file may lead to. */
export const jsonSchemaRoutes = (): Hono =>
  new Hono()
    .get('/json-schema', c =>
      document(c, { schemas: DOCUMENTS.map(name => ({ name, id: publishedId(name) })) }),
    )
    .get('/json-schema/:name', c => {
      const bytes = answered(publishedBytes(echoed(c.req.param('name'))));
      return c.body(new Uint8Array(bytes), 200, { 'content-type': 'application/schema+json' });
    });
