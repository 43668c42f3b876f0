import type { Hono } from 'hono';
import { createApp } from '../../src/http/app.ts';
import { OPEN } from '../../src/service/access/access.ts';
import { tokenDesk } from '../../src/service/access/token-desk.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { changedHere, standingHere } from './changed-here.ts';
import { operationOf } from './operation.ts';

/** An answer whose body was read. */
export type Heard = { readonly status: number; readonly headers: Headers; readonly body: Body };
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there.
type Body = any;

/** Over an empty store, as a server that asks nobody who they are has it; with every route there is. */
export function emptyApp(): Hono {
  const store = new MemoryStore(() => 7);
  return createApp(registryQueries(store), {
    ...operationOf(store),
    changes: changedHere(store),
    standing: standingHere(store),
    tokens: tokenDesk(
      store,
      OPEN,
      () => 7,
      bytes => new Uint8Array(bytes),
    ),
  });
}

export async function get(app: Hono, path: string, init: RequestInit = {}): Promise<Heard> {
  const { status, headers, body } = await bytesOf(app, path, init);
  const text = Buffer.from(body).toString('utf8');
  const isText = headers.get('content-type')?.startsWith('text/plain') === true;
  return { status, headers, body: isText ? { text } : JSON.parse(text) };
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
