import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Fault } from '../src/base/fault.ts';
import { compare, comparisonDocument } from '../src/compat/compare.ts';
import { SchemaReader } from '../src/contract/schema-reader.ts';

/** A server in a process of its own that does the least: the bytes of a file, and a comparison of what is posted. */
const bytes = new Uint8Array(readFileSync(process.argv[2]!));

const app = new Hono()
  .get('/schemas/:digest', c => c.body(bytes, 200, { 'content-type': 'application/json' }))
  .post('/compatibility', async c => {
    const { older, newer } = await c.req.json<{ older: { document: object }; newer: { document: object } }>();
    const [before, after] = [older, newer].map(({ document }) => {
      const schema = new SchemaReader(new Map()).read(JSON.stringify(document));
      if (schema instanceof Fault) throw schema;
      return schema;
    });
    return c.json(comparisonDocument(compare(before!, after!)));
  });

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
