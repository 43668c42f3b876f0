import { it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

it('x', async () => {
  const store = new MemoryStore(() => NOW_MS);
  const t = performance.now();
  await fillStore(store);
  console.log('fill', performance.now() - t);
  const app = createApp(registryQueries(store));
  for (const p of [
    '/',
    '/health',
    '/subjects',
    '/subjects/training.example',
    '/subjects/training.example/versions',
    '/subjects/weather.daily/revisions',
    '/subjects/weather.daily/journal?limit=1',
    '/nope',
    '/faults/STORE_BUSY',
  ]) {
    const r = await app.request(p);
    console.log(p, r.status, [...r.headers], await r.text());
  }
  const t2 = performance.now();
  const r = await app.request('/compatibility', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"older":{"subject":"training.example","version":3},"newer":{"subject":"training.example","version":4}}',
  });
  console.log(r.status, await r.text(), performance.now() - t2);
  for (const p of ['/compatibility', '/health']) {
    const r = await app.request(p, { method: 'PUT' });
    console.log(p, r.status, [...r.headers], await r.text());
  }
}, 60000);
