import { Hono } from 'hono';
import type { Fault } from '../base/fault.ts';
import type { ObservedAsk } from '../service/observed/report-observed.ts';
import { OBSERVATION } from '../service/wire/asks.ts';
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
