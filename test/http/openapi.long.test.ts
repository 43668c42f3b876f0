import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { DESCRIBED_ROUTES } from '../../src/http/openapi/described-routes.ts';
import { parseConfig } from '../../src/service/config.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { emptyApp, get } from './ask.ts';
import { changedHere, sentFiles, standingHere } from './changed-here.ts';
import { fillStore, NOW_MS } from './fill-store.ts';
import { guardedApp } from './guarded.ts';

const SUBJECTS = ['training.example', 'weather.daily'];
const store = new MemoryStore(() => NOW_MS);
const registered = parseConfig('registry.config.ts', registryConfig);
if (registered instanceof Fault) throw registered;
const filled = createApp(registryQueries(store, registered), { standing: standingHere(store) });
// biome-ignore lint/suspicious/noExplicitAny: a description of any shape, looked into by these tests.
let description: any;
let ajv: Ajv2020;

beforeAll(async () => {
  await fillStore(store);
  ({ body: description } = await get(emptyApp(), '/openapi.json'));
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', ...description });
});

const pathOf = (name: string): string => `openapi#/paths/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Whether an answer is one of those that are described. */
function problemsOf(route: string, status: number, type: string | null, body: unknown): string | undefined {
  const [method = '', path = ''] = route.split(' ');
  const { responses } = description.paths[path][method.toLowerCase()];
  const key = [String(status), `${Math.floor(status / 100)}XX`].find(each => each in responses);
  if (key === undefined) return `${status} is not described`;
  const found = responses[key].content?.[type ?? ''];
  if (found === undefined) return `${type} is not described for ${key}`;
  const place = `${pathOf(path)}/${method.toLowerCase()}/responses/${key}/content/${type!.replaceAll('/', '~1')}/schema`;
  const isValid = ajv.getSchema(place)!;
  return isValid(body) ? undefined : ajv.errorsText(isValid.errors);
}

async function expectDescribed(app: Hono, route: string, path: string, init: RequestInit = {}) {
  const response = await app.request(path, { method: route.split(' ')[0]!, ...init });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const body = type?.includes('json') ? (JSON.parse(text) as unknown) : text;
  expect(problemsOf(route, response.status, type, body), `${path} ${response.status}`).toBeUndefined();
  return { status: response.status, body };
}

/** Every value that a parameter of a path has in the store. */
async function everyPath(): Promise<readonly (readonly [route: string, path: string])[]> {
  const paths: (readonly [string, string])[] = [];
  const digests = new Set<string>();
  const collect = (value: unknown): void => {
    for (const found of JSON.stringify(value).matchAll(/sha256:[0-9a-f]{64}/g)) digests.add(found[0]);
  };
  for (const subject of SUBJECTS) {
    const { body } = await get(filled, `/subjects/${subject}`);
    for (const rest of ['', '/state', '/versions', '/revisions', '/journal', '/consumers', '/producers'])
      paths.push([`GET /subjects/{subject}${rest}`, `/subjects/${subject}${rest}`]);
    for (const [of, names, rests] of [
      ['version', body.versions, ['', '/gate', '/rollout']],
      ['revision', body.revisions, ['', '/gate']],
    ] as const)
      for (const name of names)
        for (const rest of rests)
          paths.push([
            `GET /subjects/{subject}/${of}s/{${of}}${rest}`,
            `/subjects/${subject}/${of}s/${name}${rest}`,
          ]);
    collect((await get(filled, `/subjects/${subject}/state`)).body);
  }
  for (const kind of [
    'schemas',
    'governance',
    'vocabularies',
    'changes',
    'reports',
    'golden-sets',
    'objects',
  ])
    for (const digest of digests) paths.push([`GET /${kind}/{digest}`, `/${kind}/${digest}`]);
  for (const path of ['/', '/health', '/subjects', '/json-schema', '/faults', '/openapi.json'])
    paths.push([`GET ${path}`, path]);
  paths.push(['GET /faults/{code}', '/faults/SHAPE'], ['GET /json-schema/{name}', '/json-schema/contract']);
  return paths;
}

describe('the description of the routes', () => {
  it('has every route that answers, and no other', async () => {
    const { body } = await get(emptyApp(), '/');
    expect(Object.keys(DESCRIBED_ROUTES).sort()).toEqual([...body.routes].sort());
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...body.routes].sort());
  });

  it('is OpenAPI 3.1 with schemas that compile, every reference to be found, and each operation named once', () => {
    expect(description.openapi).toBe('3.1.0');
    const names: string[] = [];
    for (const [path, methods] of Object.entries(description.paths))
      for (const operation of Object.values(methods as Record<string, never>) as {
        operationId: string;
        parameters: { name: string; in: string; required: boolean }[];
      }[]) {
        names.push(operation.operationId);
        const inPath = operation.parameters.filter(each => each.in === 'path');
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[a-z]+\}/g) ?? []);
        expect(inPath.every(({ required }) => required)).toBe(true);
      }
    expect(new Set(names).size).toBe(names.length);
    for (const [, ref] of JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(ref!.split('/').reduce((at, key) => at?.[key], description)).toBeDefined();
    for (const name of Object.keys(description.components.schemas))
      expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf('function');
  });

  it('describes whatever is answered of what is stored', async () => {
    const paths = await everyPath();
    expect(paths.length).toBeGreaterThan(100);
    const found = new Map<string, number>();
    for (const [route, path] of paths) {
      const { status } = await expectDescribed(filled, route, path);
      if (status === 200) found.set(route, (found.get(route) ?? 0) + 1);
    }
    // Each kind was met, and not only refusals.
    expect([...new Set(paths.map(([route]) => route))].filter(route => !found.has(route))).toEqual([]);
  });

  it('describes what changes answer', async () => {
    const other = new MemoryStore(() => NOW_MS);
    const { app, token } = guardedApp(other, {}, NOW_MS, changedHere(other));
    const producer = await token('producer', 'all', '2027-03-01');
    const admin = await token('admin', 'all', '2027-03-01');
    const sent = (body: object, { headers }: { headers: Record<string, string> }, key: string) => ({
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
    });
    const proposal = { of: { version: 3 }, files: sentFiles('training.example') };
    const proposed = await expectDescribed(
      app,
      'POST /subjects/{subject}/proposals',
      '/subjects/training.example/proposals',
      sent(proposal, producer, 'a'),
    );
    const { change } = (proposed.body as { answer: { change: string } }).answer;
    const step = { event: 'activate', change };
    const STEPS = 'POST /subjects/{subject}/versions/{version}/steps';
    const releaser = await token('releaser', 'all', '2027-03-01');
    const steps = '/subjects/training.example/versions/3/steps';
    const moved = await expectDescribed(app, STEPS, steps, sent(step, releaser, 'b'));
    expect([proposed.status, moved.status]).toEqual([200, 200]);
    await expectDescribed(app, STEPS, steps, sent(step, producer, 'c'));
    const made = { name: 'ci', grants: [{ role: 'reader', subjects: 'all' }], expires: '2027-03-01' };
    const issued = await expectDescribed(app, 'POST /tokens', '/tokens', sent(made, admin, 'd'));
    const { id } = issued.body as { id: string };
    await expectDescribed(app, 'DELETE /tokens/{id}', `/tokens/${id}`, sent({}, admin, 'e'));
    const listed = await expectDescribed(app, 'GET /tokens', '/tokens', { headers: admin.headers });
    const audit = await expectDescribed(app, 'GET /audit', '/audit?limit=2', { headers: admin.headers });
    expect([issued.status, listed.status, audit.status]).toEqual([200, 200, 200]);
  });

  it('describes what is answered to anything', async () => {
    const part = fc.oneof(fc.constantFrom(...SUBJECTS, '3', '2.1.0', '%zz', '..', 'a'), fc.string());
    const route = fc.constantFrom(
      ...Object.keys(DESCRIBED_ROUTES).filter(each => /^GET .*\{/.test(each) && !/tokens/.test(each)),
    );
    await fc.assert(
      fc.asyncProperty(route, part, part, async (asked, first, second) => {
        const values = [first, second].map(each => encodeURIComponent(each.toWellFormed()) || 'x');
        // What a URL takes for a way up is another path.
        fc.pre(!values.some(each => /^\.+$/.test(each)));
        let at = 0;
        const path = asked.split(' ')[1]!.replace(/\{[a-z]+\}/g, () => values[at++]!);
        await expectDescribed(filled, asked, path);
      }),
      { numRuns: 60 },
    );
  });

  it('describes what is answered to any body', async () => {
    const ref = fc.oneof(
      fc.record({ subject: fc.constantFrom(...SUBJECTS, 'x'), version: fc.integer({ min: -1, max: 5 }) }),
      fc.record({ document: fc.jsonValue() }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.record({ older: ref, newer: ref }), async body => {
        await expectDescribed(filled, 'POST /compatibility', '/compatibility', {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
      }),
      { numRuns: 60 },
    );
  });

  it('tells a wrong answer from a right one, so that the tests above test', () => {
    expect(problemsOf('GET /health', 200, 'application/json', { status: 'ok' })).toBeDefined();
    expect(problemsOf('GET /health', 200, 'application/json', { status: 'ok', store: 'ok' })).toBeUndefined();
    expect(problemsOf('GET /health', 302, 'application/json', {})).toBeDefined();
  });
});
