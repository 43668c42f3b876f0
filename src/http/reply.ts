import type { Context } from 'hono';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';

/** What a query refuses leaves the route here, and is rendered where every refusal is. */
export function answered<T>(answer: T | Fault): T {
  if (answer instanceof Fault) throw answer;
  return answer;
}

/** What may be another answer a moment later. */
export const document = (c: Context, answer: Json): Response =>
  c.body(canonicalJson(answer), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });

/** Bytes whose digest is their address: they never change, so whoever has them never asks again. */
export function immutable(c: Context, digest: Digest, bytes: Uint8Array): Response {
  const headers = { etag: `"${digest}"`, 'cache-control': 'public, max-age=31536000, immutable' };
  if (isHeld(c.req.header('if-none-match'), digest)) return c.body(null, 304, headers);
  return c.body(new Uint8Array(bytes), 200, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(bytes.length),
  });
}

/** RFC 9110 section 13.1.2 compares weakly: `W/` makes no difference. */
const isHeld = (ifNoneMatch: string | undefined, digest: Digest): boolean =>
  (ifNoneMatch ?? '').split(',').some(tag => ['*', `"${digest}"`, `W/"${digest}"`].includes(tag.trim()));
