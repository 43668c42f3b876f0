import type { Context } from 'hono';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';

/** RFC 9457. The code is the contract; the words may improve. */
export const problem = (c: Context, fault: Fault): Response =>
  c.body(
    canonicalJson({
      type: `/faults/${fault.code}`,
      title: fault.message,
      status: fault.status,
      code: fault.code,
      remedy: fault.remedy,
      facts: fault.facts as Json,
    }),
    fault.status,
    { 'content-type': 'application/problem+json' },
  );
