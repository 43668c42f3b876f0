import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Plain } from '../base/strict-json.ts';
import { echoed, problem } from './problem.ts';
import { readBody } from './read-body.ts';

/** Reads no more of a body than one may have, whatever its headers say. */
export const sizeGuardOf = (most_bytes: number): MiddlewareHandler =>
  bodyLimit({ maxSize: most_bytes, onError: c => problem(c, new Fault('BODY_TOO_LARGE', { most_bytes })) });

export const sizeGuard = sizeGuardOf(LIMITS.body_bytes_max);

/** The one JSON document that a request carries. @faults BODY_NOT_JSON, and those of `readBody` */
export async function jsonBody(c: Context): Promise<Plain | Fault> {
  const bytes = await bodyBytes(c);
  return bytes instanceof Fault ? bytes : readBody(bytes);
}

/** Its bytes, where they say that they are JSON. @faults BODY_NOT_JSON */
export async function bodyBytes(c: Context): Promise<Uint8Array | Fault> {
  const type = c.req.header('content-type');
  const coding = c.req.header('content-encoding');
  if (!JSON_TYPE.test(type ?? '')) return new Fault('BODY_NOT_JSON', { found: echoed(type ?? 'of no type') });
  if (coding !== undefined) return new Fault('BODY_NOT_JSON', { found: `encoded as ${echoed(coding)}` });
  return new Uint8Array(await c.req.arrayBuffer());
}

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;
