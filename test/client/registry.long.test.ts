import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Fault } from '../../src/base/fault.ts';
import { openFarRegistry } from '../../src/client/far-registry.ts';
import { RegistryClient } from '../../src/client/registry-client.ts';
import { conversionThreads } from '../../src/engine/conversion-threads.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { nearRegistry } from '../../src/service/near-registry.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { NOW_MS } from '../http/fill-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Opened, registrySuite } from './registry.suite.ts';
import { served } from './served.ts';

const now_ms = () => NOW_MS;

const near = (store: Store): Opened => ({
  registry: nearRegistry(store, {
    now_ms,
    chance: bytes => randomBytes(bytes),
    plain: plainProcess(),
    foreign: { read: async () => ({ kind: 'missing' }) },
    conversions: conversionThreads(),
    openData: async () => undefined,
  }),
  close: () => store.close(),
});

async function sqlite(): Promise<Store> {
  const store = await openSqliteStore({ path: path.join(temporaryFolder(), 'registry.sqlite'), now_ms });
  if (store instanceof Fault) throw store;
  return store;
}

async function far(store: Store): Promise<Opened> {
  const server = await served(store, now_ms);
  const client = RegistryClient.at({ url: server.url, token: await server.token(), version: '1.2.3' });
  if (client instanceof Fault) throw client;
  return {
    registry: openFarRegistry(client),
    close: async () => {
      await server.close();
      await store.close();
    },
  };
}

registrySuite('a registry in memory', async () => near(new MemoryStore(now_ms)));
registrySuite('a registry in a file', async () => near(await sqlite()));
registrySuite('a registry behind a socket', async () => far(new MemoryStore(now_ms)));
registrySuite('a registry in a file behind a socket', async () => far(await sqlite()));
