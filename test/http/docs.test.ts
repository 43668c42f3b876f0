import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import registryConfig from '../../registry.config.ts';
import { FAULTS, Fault, type FaultCode } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { LEAVES } from '../../src/http/leaves.ts';
import { parseConfig } from '../../src/service/config.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { emptyApp, get, type Heard, post } from './ask.ts';
import { standingHere } from './changed-here.ts';
import { fillStore, NOW_MS } from './fill-store.ts';
import { operationOf } from './operation.ts';

const DOCS = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'http.md'), 'utf8');
const ROUTES = [...DOCS.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/[^`]*)` \|/gm)].map(([, route]) => route!);
const EXAMPLES = [...DOCS.matchAll(/^```console\n\$ (curl [^\n]+)\n(.*?)\n```$/gms)].map(
  ([, command, output]) => ({ command: command!, output: JSON.parse(output!) as unknown }),
);

const app = emptyApp();
const store = new MemoryStore(() => NOW_MS);
const registered = parseConfig('registry.config.ts', registryConfig);
if (registered instanceof Fault) throw registered;
const filled = createApp(registryQueries(store, registered), {
  ...operationOf(store),
  standing: standingHere(store),
});
/** By the first step of a path: a digest that is there now, as evidence changes with the contracts. */
const digests = new Map<string, string>();

beforeAll(async () => {
  await fillStore(store);
  const { body: version } = await get(filled, '/subjects/training.example/versions/4');
  const { body: change } = await get(filled, `/changes/${version.change}`);
  const { body: schema } = await get(filled, `/schemas/${version.recordSchema}`);
  const { body: revision } = await get(filled, '/subjects/weather.daily/revisions/2.1.0');
  const { body: three } = await get(filled, '/subjects/training.example/versions/3');
  digests.set('schemas', three.recordSchema);
  digests.set('governance', version.governance);
  digests.set('changes', version.change);
  digests.set('objects', version.change);
  digests.set('reports', change.evidence.findings);
  digests.set('golden-sets', revision.data);
  digests.set(
    'vocabularies',
    schema.fields.find((field: { vocabulary?: string }) => field.vocabulary).vocabulary,
  );
});

describe('docs/http.md', () => {
  it('lists every route, in the order the server does', async () =>
    expect(ROUTES).toEqual((await get(app, '/')).body.routes));

  it.each(ROUTES)('%s answers what it says there', async route => {
    const [method, template] = route.split(' ') as [string, string];
    const leave = LEAVES[route.replace(/\{([a-z]+)\}/g, ':$1')];
    // Where nobody is asked who they are, everybody reads and nobody does anything else.
    if (leave !== 'none' && leave !== 'read' && leave !== 'read-all') {
      const path = filledIn(template.replace('{id}', 'f'.repeat(16)));
      const { status, body } = await get(app, path, { method });
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      return;
    }
    // Proposals and steps are shown by tests of their own.
    if (/\/(proposals|steps)$/.test(template)) return;
    const answer = method === 'POST' ? await compare() : await get(filled, filledIn(template));
    expect(answer.status).toBe(200);
  });

  it.each(EXAMPLES)('shows what $command answers', async ({ command, output }) => {
    const { body } = await run(command);
    expect(shapeOf(output)).toEqual(shapeOf(body));
  });

  it('has an example for most of it, so that the test above tests', () =>
    expect(EXAMPLES.length).toBeGreaterThan(10));

  it('puts every code it names under its own status', () => {
    const rows = [...DOCS.matchAll(/^\| (\d{3}) \| ([A-Z0-9_, ]+) \|/gm)];
    const named = rows.flatMap(([, status, codes]) => codes!.split(', ').map(code => [code, Number(status)]));
    expect(named.length).toBeGreaterThan(20);
    for (const [code, status] of named) expect(FAULTS[code as FaultCode]?.status, String(code)).toBe(status);
  });
});

const ASK = ['older', 'newer'].map(
  (side, index) => `"${side}":{"subject":"training.example","version":${index + 3}}`,
);
const compare = (): Promise<Heard> => post(filled, '/compatibility', `{${ASK.join(',')}}`);

const FILL: Readonly<Record<string, string>> = {
  subject: 'weather.daily',
  version: '1',
  revision: '2.1.0',
  code: 'STORE_BUSY',
  name: 'contract',
};

const filledIn = (template: string): string =>
  template.replace(/\{([a-z]+)\}/g, (_, name: string) => FILL[name] ?? digests.get(template.split('/')[1]!)!);

async function run(command: string): Promise<Heard> {
  const [, address] = /'?http:\/\/127\.0\.0\.1:8321(\/[^\s']*)'?/.exec(command)!;
  const sent = /-d '([^']+)'$/.exec(command)?.[1];
  if (sent !== undefined) return post(filled, address!, sent);
  const [, first] = address!.split('/');
  const digest = digests.get(first!);
  return get(filled, digest === undefined ? address! : `/${first}/${digest}`);
}

/** Keys and types, all the way down; of a list, its first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, shapeOf(below)]));
}
