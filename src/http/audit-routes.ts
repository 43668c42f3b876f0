import { type Context, Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { type AuditPlace, parsePlace, printPlace } from '../service/access/audit.ts';
import type { RegistryQueries } from '../service/registry-queries.ts';
import { limitIn } from './parameters.ts';
import { answered, document } from './reply.ts';

/** Everything that was changed, by whom: for admins. */
export const auditRoutes = (queries: RegistryQueries): Hono =>
  new Hono().get('/audit', async c => {
    const [from, limit] = [answered(placeIn(c)), answered(limitIn(c))];
    const { entries, next } = answered(await queries.audit({ from: from ?? undefined, limit }));
    const link = next && `/audit?from=${encodeURIComponent(printPlace(next))}&limit=${limit}`;
    return document(c, { entries, next: link });
  });

/** @faults PARAMETER_INVALID */
function placeIn(c: Context): AuditPlace | null | Fault {
  const text = c.req.query('from');
  if (text === undefined) return null;
  const expected = 'the place that the page before named as its next';
  return parsePlace(text) ?? new Fault('PARAMETER_INVALID', { parameter: 'from', expected });
}
