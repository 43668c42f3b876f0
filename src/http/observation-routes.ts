import { Hono } from 'hono';
import * as z from 'zod';
import type { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { DIGEST } from '../contract/contract-shape.ts';
import type { ObservedAsk } from '../service/observed/report-observed.ts';
import { jsonBody } from './json-body.ts';
import { subjectIn } from './parameters.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';

/** Takes what was counted, for those who watch. */
export type Observed = (
  ask: ObservedAsk,
) => Promise<{ readonly subject: string; readonly schema: string } | Fault>;

export const observationRoutes = (observed: Observed): Hono =>
  new Hono().post('/subjects/:subject/observations', async c => {
    const subject = answered(subjectIn(c));
    const { schema, ...report } = answered(parseBody(OBSERVATION, answered(await jsonBody(c))));
    return document(c, answered(await observed({ subject, schema, report })));
  });

const Count = z.int().min(0).max(LIMITS.reported_count_max).optional();

/** Since the last report; what is left out was not counted. */
export const OBSERVATION = z.strictObject({
  schema: DIGEST,
  parseFailures: Count,
  unknownFields: Count,
  conversionRejects: Count,
  dualReadMismatches: Count,
  driftMillionths: z.int().min(0).max(1_000_000).optional(),
  backfilledTo_ms: z.int().min(0).optional(),
});
