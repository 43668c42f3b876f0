import type { Context } from 'hono';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';

/** What a query refuses leaves the route here, and is rendered where every refusal is. */
export function answered<T>(answer: T | Fault): T {
  if (answer instanceof Fault) throw answer;
  return answer;
}

/** What may be another answer a moment later. */
export const document = (c: Context, answer: Json): Response =>
  c.body(canonicalJson(answer), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });

/** The same of a subject, as of a seq: whoever holds that of this seq is not sent it again. */
export function placed(c: Context, answer: { readonly seq: number } & Json): Response {
  const text = canonicalJson(answer);
  const etag = seqTag(answer.seq, sha256(Buffer.from(text, 'utf8')));
  const headers = { etag, 'cache-control': 'no-store' };
  if (isHeld(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, 'content-type': 'application/json' });
}

/**
 * A subject stands still at a seq; what a server says of it besides, such as who is registered, may be other after it was started
 * anew, and another page of it is another text.
 */
const seqTag = (seq: number, digest: Digest): string => `"seq-${seq}.${digest.slice(-12)}"`;

/** The seq in a tag, with what `placed` puts behind it or without. */
export const seqInTag = (tag: string): number | undefined => {
  const [, seq] = /^"seq-(0|[1-9][0-9]{0,14})(?:\.[0-9a-f]{12})?"$/.exec(tag) ?? [];
  return seq === undefined ? undefined : Number(seq);
};

/** Bytes whose digest is their address: they never change, so whoever has them never asks again. */
export function immutable(
  c: Context,
  digest: Digest,
  bytes: Uint8Array,
  type = 'application/json',
): Response {
  const headers = { etag: `"${digest}"`, 'cache-control': 'public, max-age=31536000, immutable' };
  if (isHeld(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers);
  return c.body(new Uint8Array(bytes), 200, {
    ...headers,
    'content-type': type,
    'content-length': String(bytes.length),
  });
}

/** RFC 9110 section 13.1.2 compares weakly: `W/` makes no difference. */
const isHeld = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim()));
