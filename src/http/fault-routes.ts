import { Hono } from 'hono';
import { queryFault, queryFaults } from '../service/query-faults.ts';
import { echoed } from './problem.ts';
import { answered, document } from './reply.ts';

/** What the `type` of a problem document leads to. */
export const faultRoutes = (): Hono =>
  new Hono()
    .get('/faults', c => document(c, { faults: queryFaults() }))
    .get('/faults/:code', c => document(c, answered(queryFault(echoed(c.req.param('code'))))));
