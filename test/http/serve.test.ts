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
import { temporaryFolder } from '../temporary-folder.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const file = path.join(temporaryFolder(), 'registry.sqlite');
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

  it('compares what a client streams, too', async () => {
    const body = JSON.stringify({
      older: { subject: 'training.example', version: 3 },
      newer: { subject: 'training.example', version: 4 },
    });
    const response = await fetch(`${server.url}/compatibility`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(200);
  });

  it('ends though a client hangs in the middle of a request', async () => {
    const other = await serveApp(createApp(registryQueries(store)), '127.0.0.1', 0);
    if (other instanceof Fault) throw other;
    const { hostname, port } = new URL(other.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}).resume();
    const ended = new Promise(resolve => socket.on('close', resolve));
    await new Promise<void>(sent =>
      socket.write(
        'POST /compatibility HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
        () => sent(),
      ),
    );
    await other.close();
    await ended;
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
