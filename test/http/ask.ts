import type { Hono } from 'hono';
import { createApp } from '../../src/http/app.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';

/** An answer whose body was read. */
export type Heard = { readonly status: number; readonly headers: Headers; readonly body: Body };
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there.
type Body = any;

export const emptyApp = (): Hono => createApp(registryQueries(new MemoryStore(() => 7)));

export async function get(app: Hono, path: string, init: RequestInit = {}): Promise<Heard> {
  const { status, headers, body } = await bytesOf(app, path, init);
  return { status, headers, body: JSON.parse(Buffer.from(body).toString('utf8')) };
}

export async function bytesOf(
  app: Hono,
  path: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: Uint8Array }> {
  const response = await app.request(path, init);
  return {
    status: response.status,
    headers: response.headers,
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

export const post = (
  app: Hono,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Heard> => get(app, path, { method: 'POST', body, headers });
