import { Hono } from 'hono';
import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { comparisonDocument } from '../compat/compare.ts';
import type { SchemaRef } from '../service/query-compatibility.ts';
import type { RegistryQueries } from '../service/registry-queries.ts';
import { COMPATIBILITY_ASK, type SCHEMA_NAMED } from '../service/wire/asks.ts';
import { jsonBody, sizeGuard } from './json-body.ts';
import { parseBody } from './parse-body.ts';
import { answered, document } from './reply.ts';

export const compatibilityRoutes = (queries: RegistryQueries): Hono =>
  new Hono().post('/compatibility', sizeGuard, async c => {
    const ask = answered(parseBody(COMPATIBILITY_ASK, answered(await jsonBody(c))));
    const older = answered(refOf('older', ask.older));
    const newer = answered(refOf('newer', ask.newer));
    return document(c, comparisonDocument(answered(await queries.compatibility({ older, newer }))));
  });

/** @faults SHAPE */
function refOf(where: string, ref: z.output<typeof SCHEMA_NAMED>): SchemaRef | Fault {
  const { subject, version, schema: digest, document: sent } = ref;
  const form = Object.keys(ref).sort().join(' and ');
  if (form === 'subject and version') return { kind: 'version', subject: subject!, version: version! };
  if (form === 'schema') return { kind: 'schema', digest: digest! };
  if (form === 'document') return { kind: 'document', document: sent! };
  return new Fault('SHAPE', { where, expected: 'subject and version, or schema, or document' });
}
