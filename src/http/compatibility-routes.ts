import { Hono } from 'hono';
import * as z from 'zod';
import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { comparisonDocument } from '../compat/compare.ts';
import { DIGEST, SUBJECT } from '../contract/contract-shape.ts';
import type { SchemaRef } from '../service/query-compatibility.ts';
import type { RegistryQueries } from '../service/registry-queries.ts';
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

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All keys of the three forms at once, so that a misspelt one is told by its name; `refOf` picks the form. */
const Ref = z.strictObject({
  subject: SUBJECT.optional(),
  version: z.int().min(1).max(999_999_999).optional(),
  schema: DIGEST.optional(),
  document: z
    .custom<{ readonly [key: string]: Json }>(isObject, 'the document of a schema')
    .meta({ type: 'object' })
    .optional(),
});

export const COMPATIBILITY_ASK = z.strictObject({ older: Ref, newer: Ref });

/** @faults SHAPE */
function refOf(where: string, ref: z.output<typeof Ref>): SchemaRef | Fault {
  const { subject, version, schema: digest, document: sent } = ref;
  const form = Object.keys(ref).sort().join(' and ');
  if (form === 'subject and version') return { kind: 'version', subject: subject!, version: version! };
  if (form === 'schema') return { kind: 'schema', digest: digest! };
  if (form === 'document') return { kind: 'document', document: sent! };
  return new Fault('SHAPE', { where, expected: 'subject and version, or schema, or document' });
}
