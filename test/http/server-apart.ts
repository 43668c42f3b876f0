import { Fault } from '../../src/base/fault.ts';
import { listen } from '../../src/main/listen.ts';
import { openStore } from '../../src/main/open-store.ts';
import { parseConfig } from '../../src/service/config.ts';
import type { StorePlace } from '../../src/service/open-store.ts';

/** What `assay serve` does, without what a command line takes to begin: a server that is begun two hundred times. */
export type Apart = { readonly root: string; readonly place: StorePlace; readonly config: object };

const { root, place, config: exported } = JSON.parse(process.argv[2]!) as Apart;
const now_ms = (): number => Date.now();

function must<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value;
  return value;
}

const config = must(parseConfig('registry.config.ts', exported));
const store = must(await openStore(place, now_ms, 'make'));
const project = { root, config };
const address = { host: '127.0.0.1', port: 0, allowedHosts: [], logLevel: 'error' } as const;
const listening = must(await listen({ store, changed: { store, place, project } }, project, address, now_ms));
process.stdout.write(`${listening.url}\n`);
