import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { type Listening, serveApp } from '../../src/http/serve.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const file = path.join(tempFolder(), 'registry.sqlite');
let store: Store;
let server: Listening;

beforeAll(async () => {
  const opened = await openSqliteStore({ path: file, now_ms: () => NOW_MS });
  if (opened instanceof Fault) throw opened;
  store = opened;
  await fillStore(store, 'versions');
  const listening = await serveApp(createApp(registryQueries(store)), '127.0.0.1', 0);
  if (listening instanceof Fault) throw listening;
  server = listening;
});

afterAll(async () => {
  await server.close();
  await store.close();
});

describe('a registry on a real socket', () => {
  it('answers a schema whose sha256 is its address', async () => {
    const known = await (await fetch(`${server.url}/subjects/training.example/versions/4`)).json();
    const { recordSchema } = known as { recordSchema: string };
    const response = await fetch(`${server.url}/schemas/${recordSchema}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(recordSchema);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const head = await fetch(`${server.url}/schemas/${recordSchema}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    const held = await fetch(`${server.url}/schemas/${recordSchema}`, {
      headers: { 'if-none-match': `"${recordSchema}"` },
    });
    expect([held.status, (await held.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });

  it('compares what it stores', async () => {
    const [older, newer] = [3, 4].map(version => ({ subject: 'training.example', version }));
    const response = await fetch(`${server.url}/compatibility`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ older, newer }),
    });
    expect(await response.json()).toMatchObject({ class: 'migrate' });
  });

  it('reads no more of a stream than a body may have, and goes on answering', async () => {
    const endless = new ReadableStream({
      pull: controller => controller.enqueue(new Uint8Array(1 << 16)),
    });
    const response = await fetch(`${server.url}/compatibility`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    await response.body?.cancel();
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it.each([
    ['GET /health HTTP/1.1\r\nHost: evil.example', 403, 'HOST_REFUSED'],
    ['GET http://evil.example/health HTTP/1.1\r\nHost: evil.example', 403, 'HOST_REFUSED'],
    ['GET /subjects/../../health2 HTTP/1.1\r\nHost: localhost', 404, 'ROUTE_UNKNOWN'],
    ['GET /subjects/%00 HTTP/1.1\r\nHost: localhost', 400, 'PARAMETER_INVALID'],
    ['GET /subjects/%ff%fe HTTP/1.1\r\nHost: localhost', 400, 'PARAMETER_INVALID'],
    ['GET /subjects/% HTTP/1.1\r\nHost: localhost', 400, 'PARAMETER_INVALID'],
    ['GET /a\\b HTTP/1.1\r\nHost: localhost', 400, 'REQUEST_MALFORMED'],
    ['GET /health HTTP/1.1\r\nHost: a/b', 400, 'REQUEST_MALFORMED'],
    ['OPTIONS * HTTP/1.1\r\nHost: localhost', 400, 'REQUEST_MALFORMED'],
  ])('answers the bytes %j with a problem document', async (request, status, code) => {
    const text = await raw(request);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/content-type: application\/problem\+json/i);
    expect(text).toMatch(/x-content-type-options: nosniff/i);
    expect(text).toContain(`"code":"${code}"`);
  });

  it('says so when its port is taken', async () => {
    const port = Number(new URL(server.url).port);
    const second = await serveApp(createApp(registryQueries(store)), '127.0.0.1', port);
    expect(second).toMatchObject({ code: 'ADDRESS_IN_USE', facts: { host: '127.0.0.1', port } });
  });

  it('says so when the machine has no such address', async () => {
    const elsewhere = await serveApp(createApp(registryQueries(store)), '192.0.2.1', 0);
    expect(elsewhere).toMatchObject({ code: 'ADDRESS_UNAVAILABLE' });
  });
});

/** What comes back for bytes no client library would send. */
function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${request}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
